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
mod games;
mod guest;
mod invite;
mod json;
mod leaders;
mod line;
mod lobby;
mod message;
mod notify;
mod pacing;
mod page;
mod player;
mod refusal;
mod room;
mod session;
mod table;

pub(crate) use lobby::PlayTogether;
pub(crate) use room::Room;
pub(crate) use session::RemoteSession;
pub(crate) use table::{Again, AtSeat, Beside, FairBadge};

use crate::app::App;
use crate::browser;
use crate::dialog::WINDOW;
use crate::part::{NotThere, Shown};
use games::ArchivePage;
use leaders::LeadersPage;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use lobby::{ClaimPage, LobbyPage};
use page::RoomPage;
use player::PlayerPage;
use rules::GameId;

/// Goes to a place; what it keeps belongs to the owner.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn enter(app: App, owner: Owner, route: Route) -> Result<Place, NotThere> {
    Ok(owner.with(|| Place::enter(app, route)))
}

/// Shows the place where the person is. Its style comes with it: who plays alone does not load it.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn page(place: Result<Place, NotThere>) -> Shown {
    let place = place?.view();
    Ok(view! { <style>{include_str!("online.css")}</style> {place} }.into_any())
}

/// What the address asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Lobby,
    Room(String),
    /// To become the person of another device.
    Claim(String),
    /// Finished games; which, says the rest of the address.
    Archive(String),
    Player(String),
    Leaders(GameId),
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
            None if fragment == "#archive" => Some(Route::Archive(String::new())),
            None if fragment == "#leaders" => Some(Route::Leaders(GameId::Base)),
            Some(("archive", wanted)) => Some(Route::Archive(wanted.to_owned())),
            Some(("leaders", game)) => GameId::from_name(game).map(Route::Leaders),
            Some(("player", id)) => plain(id).map(Route::Player),
            Some(("room", id)) => plain(id).map(Route::Room),
            Some(("claim", code)) => plain(code).map(Route::Claim),
            _ => None,
        }
    }
}

/// A place where people meet.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one, and it is seldom moved")]
pub(crate) enum Place {
    Room(Room),
    /// A page without a life of its own.
    Page(Route),
}

impl Place {
    /// Goes where an address leads; a room is left when the owner goes.
    fn enter(app: App, route: Route) -> Place {
        match route {
            Route::Room(id) => Place::Room(Room::enter(app, id)),
            page => Place::Page(page),
        }
    }

    fn view(self) -> AnyView {
        match self {
            Place::Room(room) => view! { <RoomPage room/> }.into_any(),
            Place::Page(route) => match route {
                Route::Claim(code) => view! { <ClaimPage code/> }.into_any(),
                Route::Archive(wanted) => view! { <ArchivePage wanted/> }.into_any(),
                Route::Player(id) => view! { <PlayerPage id/> }.into_any(),
                Route::Leaders(game) => view! { <LeadersPage game/> }.into_any(),
                Route::Lobby | Route::Room(_) => view! { <LobbyPage/> }.into_any(),
            },
        }
    }
}

/// Goes to the lobby.
pub(crate) fn go_to_lobby() {
    let _ = window().location().set_hash("lobby");
}

fn go_to_room(id: &str) {
    let room = format!("#room/{id}");
    if window().history().is_ok_and(|history| history.state().is_ok_and(|state| state == WINDOW)) {
        // Who goes from within a window does not come back to it.
        browser::replace_fragment(&room);
    } else {
        let _ = window().location().set_hash(&room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_rooms() {
        assert_eq!(Route::read("#room/aB-3_x"), Some(Route::Room("aB-3_x".to_owned())));
        assert_eq!(Route::read("#lobby"), Some(Route::Lobby));
        assert_eq!(Route::read("#claim/c.d"), Some(Route::Claim("c.d".to_owned())));
        assert_eq!(Route::read("#archive"), Some(Route::Archive(String::new())));
        assert_eq!(Route::read("#archive/base/A%20b"), Some(Route::Archive("base/A%20b".to_owned())));
        assert_eq!(Route::read("#leaders/safari"), Some(Route::Leaders(GameId::Safari)));
        assert_eq!(Route::read("#player/p-1"), Some(Route::Player("p-1".to_owned())));
        for other in
            ["#leaders/chess", "#player/", "", "#", "#r=abc", "#room/", "#room/a/b", "#room/a?x", "#lobby/x", "lobby"]
        {
            assert_eq!(Route::read(other), None, "{other}");
        }
        // The links that the server tells are ours.
        let link = wire::server::room_link("http://localhost/", "r1");
        assert_eq!(Route::read(&link[link.find('#').expect("a fragment")..]), Some(Route::Room("r1".to_owned())));
    }
}
