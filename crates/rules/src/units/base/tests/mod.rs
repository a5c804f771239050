//! Rules B, what the base game makes of the rules C, and every example of its rulebook.

use super::kit::*;

mod base;
mod common;
mod draws;
mod examples;
mod fields;
mod followers;
mod worth;
