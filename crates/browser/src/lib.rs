//! Drives a real Chromium over its DevTools protocol: what the tests of the browser client and its benchmark are made of.
//!
//! Nothing here knows a rule of a game. A player sees what the page shows, touches it, and looks again.

mod audit;
mod axe;
mod bench;
mod chromium;
mod devtools;
mod failure;
mod gallery;
mod input;
mod keyboard;
mod page;
mod player;
mod reader;
mod saved;
mod screen;
mod setup;
mod site;
mod versions;

pub use audit::crowding;
pub use axe::findings;
pub use bench::bench;
pub use chromium::{Chromium, Profile};
pub use failure::{Failure, Result};
pub use gallery::Gallery;
pub use input::{Key, Point};
pub use keyboard::KeyboardPlayer;
pub use page::{Colours, Page};
pub use player::{Hand, Player};
pub use reader::{Listener, Node};
pub use saved::{played_at_random, played_by_many, save, save_named, stored_game};
pub use screen::{Cell, Choice, Screen};
pub use setup::{client_file, client_folder, screenshots};
pub use site::{Site, serve};
pub use versions::Versions;
