#![doc = include_str!("../README.md")]

pub mod arena;
mod base;
mod bot;
mod choice;
mod dispatch;
mod fit;
mod horizon;
mod hunters;
mod judge;
mod lands;
mod luck;
mod net;
mod safari;
mod search;
pub mod speed;
mod stats;
pub mod suite;
pub mod train;
pub mod tune;
mod turn;
mod weights;

pub use base::{BaseJudge, BaseWeights};
pub use bot::{Bot, Level, Skill};
pub use choice::{Budget, BudgetError, Candidate, Choice, Refusal};
pub use dispatch::{JudgeVisitor, visit_judge};
pub use hunters::{HuntersJudge, HuntersWeights};
pub use judge::{Desk, Judge, Scores, margin};
pub use lands::{LandsJudge, LandsWeights};
pub use luck::luck;
pub use net::Net;
pub use safari::{SafariJudge, SafariWeights};
pub use search::Depth;
pub use stats::{Estimate, Results, Sprt, Verdict};
pub use turn::{Move, best_move, sweep};
pub use weights::Weights;
