//! Computer players, thinking in a worker so that the page never stalls.

mod brain;
mod handle;
mod request;
pub(crate) mod worker;

pub(crate) use brain::Level;
pub(crate) use handle::Bots;
pub(crate) use request::Request;
