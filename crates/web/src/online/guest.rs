//! Who plays in this browser: a name, and a secret that proves it to the server.

use super::api::{self, Trouble};
use super::json::{Json, Writer};
use super::message::PlayerView;
use crate::browser;
use crate::lang::Lang;

const STORED: &str = "bastide.guest";
/// What this browser added to the draws of rooms, one line each.
const ADDED: &str = "bastide.contributions";
/// How many rooms are remembered.
const MOST_ADDED: usize = 40;

/// The person of this browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guest {
    pub(crate) player: PlayerView,
    pub(crate) token: String,
}

/// As the server named it before.
pub(crate) fn stored() -> Option<Guest> {
    let text = browser::stored(STORED)?;
    let mut lines = text.lines();
    let (token, id, name) = (lines.next()?, lines.next()?, lines.next().unwrap_or_default());
    let player = PlayerView { id: id.to_owned(), name: name.to_owned() };
    Some(Guest { player, token: token.to_owned() })
}

/// The id of the person of this browser.
pub(crate) fn id() -> Option<String> {
    stored().map(|guest| guest.player.id)
}

fn keep(token: &str, player: &PlayerView) {
    browser::store(STORED, &format!("{token}\n{}\n{}", player.id, player.name.replace('\n', " ")));
}

/// The server does not know this person any more.
pub(crate) fn forget() {
    browser::forget(STORED);
}

fn accept(answer: &Json) -> Result<(), Trouble> {
    let player = PlayerView::read(answer.get("player")).ok_or(Trouble::Offline)?;
    keep(answer.get("token").text().ok_or(Trouble::Offline)?, &player);
    Ok(())
}

/// Makes sure that the server knows somebody of this name here.
pub(crate) async fn introduce(name: &str) -> Result<(), Trouble> {
    let body = Writer::default().text("name", name).finish();
    match stored() {
        Some(guest) if guest.player.name == name => Ok(()),
        Some(guest) => match api::post("me/name", &body).await {
            Ok(answer) => {
                keep(&guest.token, &PlayerView::read(&answer).unwrap_or(guest.player));
                Ok(())
            }
            Err(trouble) if trouble.is("unauthorised") => {
                forget();
                accept(&api::post("guests", &body).await?)
            }
            Err(trouble) => Err(trouble),
        },
        None => accept(&api::post("guests", &body).await?),
    }
}

/// Becomes the person of another device, by the code of a one-time link.
pub(crate) async fn claim(code: &str) -> Result<(), Trouble> {
    let body = Writer::default().text("code", code).finish();
    accept(&api::post("guests/claim", &body).await?)
}

/// A code that makes another device this person.
pub(crate) async fn code() -> Result<String, Trouble> {
    Ok(api::post("me/link", "{}").await?.get("code").owned())
}

/// Our own randomness for the draws of a room.
pub(crate) fn contribution() -> String {
    let mut bytes = [0; 16];
    browser::random_bytes(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Remembers what was added to the draws of a room, to look afterwards whether it was used.
pub(crate) fn remember(room: &str, contribution: &str) {
    let old = browser::stored(ADDED).unwrap_or_default();
    let lines = std::iter::once(format!("{room} {contribution}")).chain(old.lines().map(str::to_owned));
    browser::store(ADDED, &lines.take(MOST_ADDED).collect::<Vec<_>>().join("\n"));
}

/// What this browser added to the draws of a room.
pub(crate) fn added_to(room: &str) -> Option<String> {
    let text = browser::stored(ADDED)?;
    let found = text.lines().find_map(|line| line.strip_prefix(room)?.strip_prefix(' '));
    found.map(str::to_owned)
}

/// The name to begin with: as before, or one that can be told apart.
pub(crate) fn name_or(lang: Lang) -> String {
    stored().map_or_else(|| lang.guest_name(browser::random_seed() % 900 + 100), |guest| guest.player.name)
}
