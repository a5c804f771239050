//! The browser client: the table at which people and bots play, all in the page.
//!
//! The same program runs in the page and, for the bots, in a worker. It decides no rule: it asks [`rules`] what is legal.

#![allow(unreachable_pub, reason = "the component macro makes items public that nothing outside can reach")]

mod aids;
mod app;
mod board;
mod bots;
mod browser;
mod dialog;
mod end;
mod guide;
mod help;
mod lang;
mod link;
mod livery;
mod session;
mod settings;
mod sound;
mod start;
mod table;
#[cfg(test)]
mod testkit;
mod tool;

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

fn main() {
    console_error_panic_hook::set_once();
    match js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        Ok(scope) => bots::worker::listen(scope),
        Err(_) => app::mount(),
    }
}
