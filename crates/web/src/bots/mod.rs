//! Computer players, thinking in a worker so that the page never stalls.

mod advice;
mod handle;
mod request;
pub(crate) mod worker;

pub(crate) use advice::Advice;
pub(crate) use bots::Level;
pub(crate) use handle::Bots;
pub(crate) use request::Request;
