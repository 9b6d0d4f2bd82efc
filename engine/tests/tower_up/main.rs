//! Tower Up, rule by rule. Each test is named after the rule, ruling or worked
//! example it guards.

#[path = "../common/mod.rs"]
mod common;
mod support;

mod calibration;
mod cards;
mod components;
mod ending;
mod examples;
mod extra_turns;
mod faults;
mod faults_city;
mod faults_ending;
mod faults_players;
mod faults_setup;
mod founding;
mod golden;
mod handicaps;
mod notation;
mod objectives;
mod outlook;
mod parameters;
mod perft;
mod properties;
mod reachable;
mod reference;
mod refusals;
mod scoring;
mod setup;
