//! Text read as everything that the server can be told: a request is taken or refused with words, and what is taken reads
//! back as it was written; a first frame holds a token only if it says so.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::server::{
    Act, Chat, Claim, CreateGuest, CreateRoom, FrameRequest, Join, Kick, Nothing, ReadEvent, Rename, Start, Undo,
    token_of_first_frame,
};

fuzz_target!(|text: &str| {
    request::<Act>(text);
    request::<Chat>(text);
    request::<Claim>(text);
    request::<CreateGuest>(text);
    request::<CreateRoom>(text);
    request::<FrameRequest>(text);
    request::<Join>(text);
    request::<Kick>(text);
    request::<Nothing>(text);
    request::<Rename>(text);
    request::<Start>(text);
    request::<Undo>(text);
    if let Ok(Act { action, .. }) = serde_json::from_str(text) {
        // Whatever JSON an action is made of, it is an action or an error.
        if let Ok(action) = rules::Action::try_from(&action) {
            assert!(!action.to_string().is_empty());
        }
    }
    if let Ok(room) = serde_json::from_str::<CreateRoom>(text) {
        let players = u8::try_from(room.seats.len()).unwrap_or(u8::MAX);
        if let Err(message) = wire::read_setup(&room.game, &room.options, players, room.first) {
            assert!(!message.is_empty());
        }
    }
    let _ = serde_json::from_str::<ReadEvent>(text);
    if let Some(token) = token_of_first_frame(text) {
        assert!(text.contains(&token) || text.contains('\\'), "the token is in the frame");
    }
});

/// What is read is written and read again as the same; with a field more it is refused.
fn request<T: DeserializeOwned + Serialize>(text: &str) {
    let Ok(request) = serde_json::from_str::<T>(text) else { return };
    let written = serde_json::to_value(&request).expect("requests are JSON");
    let again: T = serde_json::from_value(written.clone()).expect("what was written can be read");
    assert_eq!(serde_json::to_value(&again).expect("requests are JSON"), written);
    let mut more = written;
    if let Some(fields) = more.as_object_mut() {
        fields.insert("no such field".to_owned(), true.into());
        assert!(serde_json::from_value::<T>(more).is_err(), "an unknown field is refused");
    }
}
