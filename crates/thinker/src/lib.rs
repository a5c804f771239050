//! What the page and the worker in which bots think say to each other, as text. The page uses the questions and answers
//! only; the program of this crate, which the worker runs, answers them.

mod advice;
mod request;
mod study;

pub use crate::study::Inquiry;
pub use advice::Advice;
pub use bots::{Level, Manner, Style};
pub use request::Request;
