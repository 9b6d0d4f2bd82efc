//! Tower, rule by rule. Each test is named after the rule, ruling or worked example it
//! guards.

#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "../common/mod.rs"]
mod common;
mod support;

mod building;
mod cards;
mod components;
mod ending;
mod examples;
mod faults;
mod golden;
mod handicaps;
mod market;
mod parameters;
mod properties;
mod reference;
mod secrets;
mod shops;
mod turns;
