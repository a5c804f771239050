//! What has to be done from time to time.

use crate::http::App;
use crate::store::Change;
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked whether something has to be done.
const ROUND: u64 = 1000;
/// How often the server says that it is there while no clock ticks.
const QUIET: u64 = 30 * 1000;
/// How often forgotten rooms are looked for.
const SWEEP: u64 = 60 * 1000;
const MINUTE: u64 = 60 * 1000;

/// Does it until the server stops.
pub(crate) async fn keep(app: Arc<App>) {
    let time = app.config.time.clone();
    let (mut said, mut swept) = (time.now(), time.now());
    // Several nodes take over what nobody has.
    let mut to_wake = app.nodes.is_none();
    loop {
        if to_wake {
            match app.rooms.wake_running().await {
                Ok(()) => to_wake = false,
                Err(error) => tracing::warn!(%error, "cannot look for games that go on"),
            }
        }
        time.until(Some(time.now() + ROUND)).await;
        // Never busier than this, however fast a test lets time go by.
        tokio::time::sleep(Duration::from_millis(10)).await;
        let now = time.now();
        // Several nodes show each other in another way that they are there. Nobody is sent to a server that can keep nothing: it has
        // to find out by itself that it can again.
        if app.nodes.is_none() && (app.rooms.live() > 0 || !app.rooms.can_keep() || now >= said + QUIET) {
            said = now;
            match app.store.write(Change::Alive { now }).await {
                Ok(_) => app.rooms.note_served(),
                Err(error) => {
                    // Rooms that could not be kept are given up after a while.
                    to_wake = true;
                    app.rooms.note_failed();
                    tracing::warn!(%error, "cannot note that the server is there");
                }
            }
        }
        match app.store.due(now).await {
            Ok(rooms) => rooms.iter().for_each(|room| app.rooms.poke(room)),
            Err(error) => tracing::warn!(%error, "cannot look for games whose time is up"),
        }
        if now >= swept + SWEEP {
            swept = now;
            app.limits.tidy().await;
            match app.store.forgotten(now.saturating_sub(app.config.waiting_minutes * MINUTE)).await {
                Ok(rooms) => rooms.iter().for_each(|room| app.rooms.vanish(room)),
                Err(error) => tracing::warn!(%error, "cannot look for forgotten rooms"),
            }
        }
    }
}
