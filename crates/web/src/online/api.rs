//! Questions to the server.

use super::guest;
use super::json::Json;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

/// Where the server's API is, beside the page.
pub(super) const BASE: &str = "api/v1";

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The server cannot be reached.
    Offline,
    /// It refuses, by this code.
    Refused(String),
}

impl Trouble {
    pub(crate) fn is(&self, code: &str) -> bool {
        matches!(self, Trouble::Refused(own) if own == code)
    }
}

pub(crate) async fn get(path: &str) -> Result<Json, Trouble> {
    let text = ask(path, None).await?;
    Json::parse(&text).ok_or(Trouble::Offline)
}

/// Something that is no JSON.
pub(crate) async fn get_text(path: &str) -> Result<String, Trouble> {
    ask(path, None).await
}

pub(crate) async fn post(path: &str, body: &str) -> Result<Json, Trouble> {
    let text = ask(path, Some(body)).await?;
    Json::parse(&text).ok_or(Trouble::Offline)
}

async fn ask(path: &str, body: Option<&str>) -> Result<String, Trouble> {
    let init = RequestInit::new();
    let fetched = headers(body.is_some()).map(|headers| {
        init.set_headers(&headers);
        if let Some(body) = body {
            init.set_method("POST");
            init.set_body(&JsValue::from_str(body));
        }
        window().fetch_with_str_and_init(&format!("{BASE}/{path}"), &init)
    });
    let fetched = fetched.map_err(|_| Trouble::Offline)?;
    let answer = JsFuture::from(fetched).await.map_err(|_| Trouble::Offline)?;
    let answer: Response = answer.dyn_into().map_err(|_| Trouble::Offline)?;
    let text = JsFuture::from(answer.text().map_err(|_| Trouble::Offline)?).await.map_err(|_| Trouble::Offline)?;
    let text = text.as_string().unwrap_or_default();
    if answer.ok() {
        return Ok(text);
    }
    let code = Json::parse(&text).map(|json| json.get("error").get("code").owned()).unwrap_or_default();
    // A proxy that speaks for a server which does not answer says nothing of ours.
    if code.is_empty() && answer.status() != 404 { Err(Trouble::Offline) } else { Err(Trouble::Refused(code)) }
}

fn headers(json: bool) -> Result<Headers, JsValue> {
    let headers = Headers::new()?;
    if json {
        headers.set("Content-Type", "application/json")?;
    }
    if let Some(guest) = guest::stored() {
        headers.set("Authorization", &format!("Bearer {}", guest.token))?;
    }
    Ok(headers)
}
