//! The API described: as OpenAPI for programs, as a page for people. Both are made of one table.

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use utoipa::OpenApi;
use wire::server as w;

#[derive(OpenApi)]
#[openapi(components(schemas(
    w::Act,
    w::Acted,
    w::ApiErrorJson,
    w::BotsView,
    w::Chat,
    w::Claim,
    w::CreateGuest,
    w::CreateRoom,
    w::GuestAnswer,
    w::Join,
    w::Kick,
    w::LeadersAnswer,
    w::LinkAnswer,
    w::MeAnswer,
    w::Nothing,
    w::PlayerAnswer,
    w::PlayerView,
    w::RematchAnswer,
    w::Rename,
    w::RoomAnswer,
    w::RoomsAnswer,
    w::SeatAnswer,
    w::Start,
    w::Undo,
    w::ApiError,
    w::ApiErrorCode,
    w::Clock,
    w::ClockState,
    w::LeaderView,
    w::OnLeave,
    w::OnTimeout,
    w::Pace,
    w::RatingPoint,
    w::RatingView,
    w::RoomState,
    w::RoomView,
    w::SeatKind,
    w::SeatView,
    w::SeatWish,
    w::SeedJson,
    wire::ActionJson
)))]
struct Schemas;

/// What an address answers.
#[derive(Clone, Copy)]
enum Gives {
    /// JSON of this schema.
    Json(u16, &'static str),
    /// JSON that the engine protocol describes.
    State,
    /// Text.
    Text,
    /// Lines of events.
    Events,
    /// A WebSocket.
    Socket,
}

/// One address of the API.
struct Door {
    method: &'static str,
    path: &'static str,
    what: &'static str,
    /// Whether whoever asks must say who they are.
    secret: bool,
    query: &'static [(&'static str, &'static str)],
    takes: Option<&'static str>,
    gives: Gives,
}

const fn get(path: &'static str, what: &'static str, gives: Gives) -> Door {
    Door { method: "get", path, what, secret: false, query: &[], takes: None, gives }
}

const fn post(path: &'static str, what: &'static str, takes: &'static str, gives: Gives) -> Door {
    Door { method: "post", path, what, secret: true, query: &[], takes: Some(takes), gives }
}

use Gives::{Events, Json, Socket, State, Text};

const DOORS: [Door; 26] = [
    Door { secret: false, ..post("/guests", "Become a player", "CreateGuest", Json(201, "GuestAnswer")) },
    Door {
        secret: false,
        ..post("/guests/claim", "Take over the identity of a one-time link", "Claim", Json(201, "GuestAnswer"))
    },
    Door {
        secret: true,
        ..get("/me", "Who I am and where I sit; rooms that wait for my move first", Json(200, "MeAnswer"))
    },
    post("/me/name", "Change my name", "Rename", Json(200, "PlayerView")),
    post("/me/link", "A one-time link that moves my identity to another device", "Nothing", Json(201, "LinkAnswer")),
    get("/players/{id}", "A player: ratings and how they came about", Json(200, "PlayerAnswer")),
    Door {
        query: &[("game", "which game"), ("limit", "at most so many, up to 100")],
        ..get("/leaders", "The best players of a game", Json(200, "LeadersAnswer"))
    },
    get("/bots", "The levels of the server's bots, weakest first", Json(200, "BotsView")),
    post("/rooms", "Make a room; who asks sits at the first open seat", "CreateRoom", Json(201, "RoomAnswer")),
    Door {
        query: &[
            ("state", "waiting, playing or over"),
            ("game", "which game"),
            ("player", "who sits there, by id"),
            ("name", "a part of the name of somebody who sits there"),
            ("limit", "at most so many: 50, up to 200"),
            ("before", "only rooms older than this one"),
        ],
        ..get(
            "/rooms",
            "Public rooms, newest first; running ones without news for three days are left out",
            Json(200, "RoomsAnswer"),
        )
    },
    get("/rooms/{id}", "A room", Json(200, "RoomAnswer")),
    post("/rooms/{id}/join", "Sit down; the game starts when no open seat is left", "Join", Json(200, "SeatAnswer")),
    post("/rooms/{id}/start", "Host only: bots take the open seats, the game starts", "Start", Json(200, "Acted")),
    post("/rooms/{id}/kick", "Host only, before the start: remove somebody", "Kick", Json(200, "Acted")),
    post(
        "/rooms/{id}/change",
        "Host only, before the start: another game, other options, seats or clocks; who sits there stays",
        "CreateRoom",
        Json(200, "Acted"),
    ),
    post("/rooms/{id}/leave", "Leave", "Nothing", Json(200, "Acted")),
    post("/rooms/{id}/resign", "Give up", "Nothing", Json(200, "Acted")),
    post(
        "/rooms/{id}/rematch",
        "Play again with the same people, in another room",
        "Nothing",
        Json(201, "RematchAnswer"),
    ),
    post("/rooms/{id}/undo", "Ask to take actions back, or answer who asked", "Undo", Json(200, "Acted")),
    post("/rooms/{id}/chat", "Say something", "Chat", Json(200, "Acted")),
    post("/rooms/{id}/actions", "Act in the game; the answer means that it is durable", "Act", Json(200, "Acted")),
    get("/rooms/{id}/state", "State and legal actions, as in the engine protocol", State),
    get("/rooms/{id}/record", "The record; with seed and salt when the game is over", Text),
    Door {
        query: &[("after", "only events with a higher number"), ("wait", "0: end when there are no more")],
        ..get("/rooms/{id}/events", "All events, one JSON object a line, then new ones as they come", Events)
    },
    Door {
        query: &[
            ("after", "only events with a higher number"),
            ("presence", "1: also frames without a number that say who is there"),
        ],
        ..get("/rooms/{id}/ws", "The same events as text frames of a WebSocket; requests as frames", Socket)
    },
    get("/openapi.json", "This description", Text),
];

const NOTES: &str = "Who speaks is said by `Authorization: Bearer TOKEN`; on a WebSocket also as its first frame. Errors have a fitting status \
     and `{\"error\":{\"code\":\"…\",\"message\":\"…\",\"rule\":\"C11\"}}`; an error changes nothing. Unknown fields in a request are an error; ignore \
     those that you do not know in an answer. Events of a room have numbers `n` from 1, without gaps, in the same order for everybody: `joined`, \
     `left`, `changed`, `started`, `action`, `chat`, `undo_asked`, `undo_answered`, `undone`, `resigned`, `timeout`, `bot_takes`, `clock`, `over`, `rematch`. \
     `started` and `action` have `events` as in the engine protocol, and `dealt`: what was drawn, in order. A frame \
     `{\"id\":\"7\",\"request\":\"action\",\"after\":17,\"action\":{…}}` is answered by `{\"id\":\"7\",\"ok\":{\"n\":18}}` or \
     `{\"id\":\"7\",\"ok\":false,\"error\":{…}}`; the other requests are `chat`, `undo`, `join`, `start`, `kick`, `leave`, `resign`, `rematch`, `room`, \
     `state` and `ping`, with the fields of the HTTP request.";

fn full_path(door: &Door) -> String {
    let base = if door.path == "/openapi.json" { "/api" } else { w::BASE_PATH };
    format!("{base}{}", door.path)
}

fn schema(name: &str) -> Value {
    json!({"schema": {"$ref": format!("#/components/schemas/{name}")}})
}

fn operation(door: &Door) -> Value {
    let parameter = |name: &str, place: &str, what: &str| json!({"name": name, "in": place, "required": place == "path", "description": what, "schema": {"type": "string"}});
    let mut parameters = Vec::new();
    if door.path.contains("{id}") {
        parameters.push(parameter("id", "path", "the id"));
    }
    parameters.extend(door.query.iter().map(|(name, what)| parameter(name, "query", what)));
    let (status, content) = match door.gives {
        Json(status, name) => (status, json!({"application/json": schema(name)})),
        State => (200, json!({"application/json": {"schema": {"type": "object"}}})),
        Text => (200, json!({"text/plain": {"schema": {"type": "string"}}})),
        Events => (200, json!({"application/x-ndjson": {"schema": {"type": "string"}}})),
        Socket => (101, json!({})),
    };
    let mut operation = json!({
        "summary": door.what,
        "parameters": parameters,
        "responses": {
            status.to_string(): {"description": door.what, "content": content},
            "default": {"description": "An error", "content": {"application/json": schema("ApiErrorJson")}},
        },
    });
    if let Some(name) = door.takes {
        operation["requestBody"] = json!({"content": {"application/json": schema(name)}});
    }
    if door.secret {
        operation["security"] = json!([{"token": []}]);
    }
    operation
}

fn description() -> Value {
    let mut paths = Map::new();
    for door in &DOORS {
        let entry = paths.entry(full_path(door)).or_insert_with(|| json!({}));
        entry[door.method] = operation(door);
    }
    let schemas = serde_json::to_value(Schemas::openapi()).unwrap_or_default();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Bastide", "version": "1", "description": NOTES, "license": {"name": "MIT OR Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": schemas["components"]["schemas"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// `GET /api/openapi.json`
pub(crate) async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], description().to_string()).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Words between backticks become code.
fn prose(text: &str) -> String {
    let parts = escape(text);
    let parts = parts.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

/// `GET /api/docs`
pub(crate) async fn page() -> Html<String> {
    let mut rows = String::new();
    for door in &DOORS {
        let query: String =
            door.query.iter().map(|(name, what)| format!("<br><code>{name}</code>: {}", escape(what))).collect();
        let gives = match door.gives {
            Json(status, name) => format!("{status} <a href=\"#{name}\">{name}</a>"),
            State => "200 state and actions".to_owned(),
            Text => "200 text".to_owned(),
            Events => "200 events".to_owned(),
            Socket => "WebSocket".to_owned(),
        };
        let takes = door.takes.map_or_else(String::new, |name| format!("<a href=\"#{name}\">{name}</a>"));
        let token = if door.secret { "token" } else { "" };
        let _ = writeln!(
            rows,
            "<tr><td><code>{} {}</code></td><td>{}{query}</td><td>{takes}</td><td>{gives}</td><td>{token}</td></tr>",
            door.method.to_uppercase(),
            full_path(door),
            escape(door.what)
        );
    }
    let description = description();
    let mut schemas = String::new();
    for (name, schema) in description["components"]["schemas"].as_object().into_iter().flatten() {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = writeln!(schemas, "<h3 id=\"{name}\">{name}</h3><pre>{}</pre>", escape(&text));
    }
    Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Bastide API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body><h1>Bastide API, version 1</h1>\
         <p>{}</p><p>For programs: <a href=\"/api/openapi.json\">openapi.json</a>.</p><table><thead><tr><th>request</th><th>what</th>\
         <th>takes</th><th>answers</th><th></th></tr></thead><tbody>{rows}</tbody></table><h2>Schemas</h2>{schemas}</body></html>",
        prose(NOTES)
    ))
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
     table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #bbb;padding:.4rem;text-align:left;vertical-align:top}\
     pre{background:#f2f2f2;padding:.8rem;overflow:auto}code{font-size:.9em}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_somewhere() {
        let description = description();
        let schemas = description["components"]["schemas"].as_object().unwrap();
        let text = description.to_string();
        let mut count = 0;
        for part in text.split("#/components/schemas/").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(schemas.contains_key(name), "{name} is described nowhere");
            count += 1;
        }
        assert!(count > 50);
        assert!(!text.contains("null,null"));
    }

    #[test]
    fn prose_marks_code_and_escapes() {
        assert_eq!(prose("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
    }
}
