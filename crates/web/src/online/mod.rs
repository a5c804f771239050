//! Playing with people elsewhere: the lobby, rooms, and a session whose game a server keeps.
//!
//! Everything that the page shows as done was told by the server. What is tried needs no server.

mod acting;
mod action;
mod api;
mod chat;
mod clock;
mod create;
mod fair;
mod guest;
mod invite;
mod json;
mod line;
mod lobby;
mod message;
mod notify;
mod page;
mod refusal;
mod room;
mod session;
mod table;

pub(crate) use lobby::PlayTogether;
pub(crate) use room::Room;
pub(crate) use session::RemoteSession;
pub(crate) use table::{Again, AtSeat, Beside, FairBadge};

use crate::app::App;
use crate::part::{NotThere, Shown};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use lobby::{ClaimPage, LobbyPage};
use page::RoomPage;

/// A place where people meet.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one, and it is seldom moved")]
pub(crate) enum Place {
    Lobby,
    Claim(String),
    Room(Room),
}

/// Goes to a place; what it keeps belongs to the owner.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn enter(app: App, owner: Owner, route: Route) -> Result<Place, NotThere> {
    Ok(match route {
        Route::Lobby => Place::Lobby,
        Route::Claim(code) => Place::Claim(code),
        Route::Room(id) => Place::Room(owner.with(|| Room::enter(app, id))),
    })
}

/// Shows the place where the person is.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn page(place: Result<Place, NotThere>) -> Shown {
    Ok(match place? {
        Place::Lobby => view! { <LobbyPage/> }.into_any(),
        Place::Claim(code) => view! { <ClaimPage code/> }.into_any(),
        Place::Room(room) => view! { <RoomPage room/> }.into_any(),
    })
}

/// What the address asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Lobby,
    Room(String),
    /// To become the person of another device.
    Claim(String),
}

impl Route {
    /// What comes after `#`, with the mark.
    pub(crate) fn read(fragment: &str) -> Option<Route> {
        let plain = |word: &str| {
            let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            (!word.is_empty() && word.bytes().all(harmless)).then(|| word.to_owned())
        };
        match fragment.strip_prefix('#')?.split_once('/') {
            None if fragment == "#lobby" => Some(Route::Lobby),
            Some(("room", id)) => plain(id).map(Route::Room),
            Some(("claim", code)) => plain(code).map(Route::Claim),
            _ => None,
        }
    }
}

/// Goes to the lobby.
pub(crate) fn go_to_lobby() {
    let _ = window().location().set_hash("lobby");
}

fn go_to_room(id: &str) {
    let _ = window().location().set_hash(&format!("room/{id}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_rooms() {
        assert_eq!(Route::read("#room/aB-3_x"), Some(Route::Room("aB-3_x".to_owned())));
        assert_eq!(Route::read("#lobby"), Some(Route::Lobby));
        assert_eq!(Route::read("#claim/c.d"), Some(Route::Claim("c.d".to_owned())));
        for other in ["", "#", "#r=abc", "#room/", "#room/a/b", "#room/a?x", "#lobby/x", "lobby"] {
            assert_eq!(Route::read(other), None, "{other}");
        }
        // The links that the server tells are ours.
        let link = wire::server::room_link("http://localhost/", "r1");
        assert_eq!(Route::read(&link[link.find('#').expect("a fragment")..]), Some(Route::Room("r1".to_owned())));
    }
}
