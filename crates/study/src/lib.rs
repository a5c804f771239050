#![doc = include_str!("../README.md")]

mod ask;
mod facts;
mod report;
mod step;
mod study;
mod words;

pub use ask::{Closing, Coming, Hole, Hurt, Outlook, closing, hurts, needs_of, outlook, source_name};
pub use bots::Budget;
pub use facts::{Fact, Place, Role, Told, closers, owners};
pub use report::{Course, Report, Summary};
pub use step::{Decision, Drawing, Grade, Line, Step, Value, What};
pub use study::{BudgetText, Study, Task, explore};
pub use words::{Names, grade_name, sentence};
