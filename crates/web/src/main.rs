//! The browser client: the table at which people and bots play, all in the page.
//!
//! It decides no rule: it asks [`rules`] what is legal. Bots think in another program, `thinker`.

#![allow(unreachable_pub, reason = "the component macro makes items public that nothing outside can reach")]

mod aids;
mod analysis;
mod app;
mod board;
mod bots;
mod browser;
mod dialog;
mod end;
mod face;
mod faults;
mod guide;
mod help;
mod icon;
mod lang;
mod link;
mod livery;
mod motion;
mod online;
mod part;
mod puzzles;
mod referee;
mod session;
mod settings;
mod sound;
mod start;
mod table;
#[cfg(test)]
mod testkit;
mod tool;

fn main() {
    console_error_panic_hook::set_once();
    // The script that started the page says what is wrong if there is nothing to read.
    if let Some(lang) = lang::Lang::given() {
        app::mount(lang);
    }
}
