//! Rules I and every example of the rules file.

use crate::units::base::kit::*;
