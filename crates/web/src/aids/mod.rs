//! Help for the person who thinks: what features are worth, what is still to come, where nothing can lie any more, how
//! the game would end, and what a bot would do. Each can be switched off.

mod card;
mod coming;
mod dead;
mod hint;
mod projection;

pub(crate) use card::{FeatureCard, next_occupied};
pub(crate) use coming::{ComingButton, ComingDialog, ComingPanel};
pub(crate) use dead::dead_cells;
pub(crate) use hint::{Hint, HintCard, ask_hint};
pub(crate) use projection::{Projected, projection};
