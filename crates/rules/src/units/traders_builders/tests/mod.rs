//! Rules T and every example of the rulebook.

use crate::units::base::kit::*;

mod builders;
mod examples;
mod goods;
mod pigs;
mod special_tiles;
