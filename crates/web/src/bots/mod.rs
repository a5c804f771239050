//! Computer players, thinking in a worker so that the page never stalls. What they think with is loaded by the worker.

mod handle;

pub(crate) use handle::Bots;
pub(crate) use thinker::{Advice, Inquiry, Level, Manner, Request, Style};
