//! A guided first game: about ten turns in which a coach explains what to do and why.

mod coach;
mod script;
mod session;

pub(crate) use coach::Coach;
pub(crate) use script::fulfils;
pub(crate) use session::GuideSession;
