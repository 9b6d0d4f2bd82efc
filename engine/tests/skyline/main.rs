//! Skyline, rule by rule. Each test is named after the rule, ruling or worked
//! example it guards.

#[path = "../common/mod.rs"]
mod common;
mod support;

mod building;
mod choices;
mod ending;
mod examples;
mod faults;
mod golden;
mod odds;
mod parameters;
mod properties;
mod reference;
mod solo;
mod turns;
