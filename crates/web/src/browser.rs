//! What the browser offers, without the ways in which it can fail: a page that cannot store still plays.

use js_sys::Promise;
use leptos::prelude::window;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, File, FilePropertyBag, HtmlAnchorElement, MediaQueryList, Response, ShareData, Storage, Url,
};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub(crate) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Says whether it worked: a private window or a full disk may refuse.
pub(crate) fn store(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// What the script that starts the page leaves for the program.
const GIVEN: &str = "bastide";

/// A word that the script which started the page left.
pub(crate) fn given(name: &str) -> Option<String> {
    let given = js_sys::Reflect::get(&js_sys::global(), &GIVEN.into()).ok()?;
    js_sys::Reflect::get(&given, &name.into()).ok()?.as_string()
}

/// The address of a file of this version of the client.
pub(crate) fn part(name: &str) -> String {
    given("base").unwrap_or_default() + name
}

/// What the script that started the page does to go on with a newer version, if there is one.
fn newer() -> Option<js_sys::Function> {
    let given = js_sys::Reflect::get(&js_sys::global(), &GIVEN.into()).ok()?;
    js_sys::Reflect::get(&given, &"newer".into()).ok()?.dyn_into().ok()
}

/// Is heard when a newer version of the client has come.
pub(crate) const NEWER: &str = "bastide-newer";

/// Whether a newer version of the client waits.
pub(crate) fn has_newer() -> bool {
    newer().is_some()
}

/// Loads the page anew, with the newer version if there is one.
pub(crate) fn reload() {
    let taken = newer().is_some_and(|newer| newer.call0(&JsValue::UNDEFINED).is_ok());
    if !taken {
        let _ = window().location().reload();
    }
}

/// The text of a file of this version of the client; nothing if it cannot be had.
pub(crate) async fn fetch_text(name: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(&part(name))).await.ok()?;
    let answer: Response = answer.dyn_into().ok().filter(Response::ok)?;
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

thread_local! {
    /// Style sheets that are there or on their way.
    static STYLES: RefCell<Vec<(&'static str, Promise)>> = const { RefCell::new(Vec::new()) };
}

/// Loads a style sheet of this version of the client, once; says whether it is there.
pub(crate) async fn load_style(name: &'static str) -> bool {
    let known = STYLES.with_borrow(|styles| styles.iter().find(|style| style.0 == name).map(|style| style.1.clone()));
    let coming = known.or_else(|| {
        let head = window().document()?.head()?;
        let link = head.owner_document()?.create_element("link").ok()?;
        let set = |name: &str, value: &str| link.set_attribute(name, value).ok();
        set("rel", "stylesheet")?;
        set("href", &part(name))?;
        let arrival = Promise::new(&mut |there, failed| {
            let _ = link.add_event_listener_with_callback("load", &there);
            let _ = link.add_event_listener_with_callback("error", &failed);
        });
        head.append_child(&link).ok()?;
        STYLES.with_borrow_mut(|styles| styles.push((name, arrival.clone())));
        Some(arrival)
    });
    let Some(coming) = coming else { return false };
    let there = JsFuture::from(coming).await.is_ok();
    if !there {
        // Who tries again asks again.
        STYLES.with_borrow_mut(|styles| styles.retain(|style| style.0 != name));
    }
    there
}

/// The names under which something is stored.
pub(crate) fn stored_keys() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten()).collect()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now().max(0.0) as u64
}

/// A moment as people of a language write it.
pub(crate) fn date(millis: u64, language: &str) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(millis as f64));
    date.to_locale_date_string(language, &JsValue::UNDEFINED).into()
}

/// Whether the person points with a finger.
pub(crate) fn has_coarse_pointer() -> bool {
    window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches())
}

/// Whether the person prefers that nothing moves.
pub(crate) fn prefers_stillness() -> bool {
    thread_local! {
        static QUERY: Option<MediaQueryList> = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    }
    // The browser keeps its answer true; asking anew takes longer.
    QUERY.with(|query| query.as_ref().is_some_and(MediaQueryList::matches))
}

/// Whether this is something that shakes in a hand.
pub(crate) fn can_vibrate() -> bool {
    has_coarse_pointer() && js_sys::Reflect::has(&window().navigator(), &"vibrate".into()).unwrap_or(false)
}

/// Shakes for so many milliseconds, where that is possible.
pub(crate) fn vibrate(millis: u32) {
    if millis > 0 && can_vibrate() {
        window().navigator().vibrate_with_duration(millis);
    }
}

/// 64 random bits for the seed of a game.
pub(crate) fn random_seed() -> u64 {
    let half = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
    // Small enough for a person to copy.
    (half() << 16 ^ half()) & 0xffff_ffff_ffff
}

/// Something in a file of this kind.
pub(crate) fn blob(content: &JsValue, kind: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(content), &options)
}

/// Hands the person a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    let saved = blob(&text.into(), "text/plain").and_then(|file| save(name, &file));
    if let Err(error) = saved {
        leptos::logging::warn!("cannot save {name}: {error:?}");
    }
}

fn save(name: &str, file: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(file)?;
    let document = window().document().ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into().map_err(|_| JsValue::NULL)?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&url)
}

/// Whether things are handed to others by the system's own window, as is usual on phones.
pub(crate) fn shares() -> bool {
    has_coarse_pointer() && can_share()
}

/// Hands something over by the system's own window; `false` if that does not work. Who changes their mind wants nothing
/// else.
async fn share_data(data: &ShareData, is_file: bool) -> bool {
    let navigator = window().navigator();
    // Older systems hand over links alone, and do not say so.
    let says = js_sys::Reflect::has(&navigator, &"canShare".into()).unwrap_or(false);
    if !can_share() || if says { !navigator.can_share_with_data(data) } else { is_file } {
        return false;
    }
    let Err(error) = JsFuture::from(navigator.share_with_data(data)).await else { return true };
    js_sys::Reflect::get(&error, &"name".into()).is_ok_and(|name| name == "AbortError")
}

/// Lets the person hand a file to others where that is usual, on phones; else it is saved.
pub(crate) async fn hand_over(name: &str, file: &Blob) {
    let kind = FilePropertyBag::new();
    kind.set_type(&file.type_());
    let data = ShareData::new();
    let named = File::new_with_blob_sequence_and_options(&js_sys::Array::of1(file), name, &kind);
    let shared = match &named {
        Ok(named) if shares() => {
            data.set_files(&js_sys::Array::of1(named));
            share_data(&data, true).await
        }
        _ => false,
    };
    if !shared && let Err(error) = save(name, file) {
        leptos::logging::warn!("cannot save {name}: {error:?}");
    }
}

/// Lets the person hand a link to others; `false` if that does not work.
pub(crate) async fn hand_over_link(link: &str) -> bool {
    let data = ShareData::new();
    data.set_url(link);
    share_data(&data, false).await
}

/// The address of the page without what comes after `#`.
pub(crate) fn page_address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Puts a text on the clipboard and says whether that worked.
pub(crate) fn copy(text: &str, done: impl Fn(bool) + Clone + 'static) {
    if !window().is_secure_context() {
        // There is no clipboard then.
        done(false);
        return;
    }
    let failed = done.clone();
    let copied = Closure::once(move |_: JsValue| done(true));
    let refused = Closure::once(move |_: JsValue| failed(false));
    let _ = window().navigator().clipboard().write_text(text).then2(&copied, &refused);
    // One of them is called, later.
    copied.forget();
    refused.forget();
}

/// Bytes that nobody can foresee; whatever there is where the browser has none.
pub(crate) fn random_bytes(bytes: &mut [u8]) {
    let strong = window().crypto().is_ok_and(|crypto| crypto.get_random_values_with_u8_array(bytes).is_ok());
    if !strong {
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
}

/// How many things the machine can do at once.
pub(crate) fn cores() -> usize {
    window().navigator().hardware_concurrency().max(1.0) as usize
}

/// Whether nobody looks at the page.
pub(crate) fn is_hidden() -> bool {
    window().document().is_some_and(|document| document.hidden())
}

/// Waits.
pub(crate) async fn sleep(time: Duration) {
    let promise = Promise::new(&mut |done, _| {
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, time.as_millis() as i32);
    });
    let _ = JsFuture::from(promise).await;
}

/// Whether the browser knows something by this name.
pub(crate) fn has(name: &str) -> bool {
    js_sys::Reflect::has(&js_sys::global(), &name.into()).unwrap_or(false)
}

/// Whether the system can hand a link to other programs.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Goes to another place of the page, of which the present one is no part: going back leads past it.
pub(crate) fn replace_fragment(fragment: &str) {
    let _ = window().location().replace(&(page_address() + fragment));
}

/// Lets the address say what is shown, without going anywhere.
pub(crate) fn note_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(&(page_address() + fragment)));
    }
}

/// A text as a part of an address.
pub(crate) fn escaped(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// The text that a part of an address says.
pub(crate) fn unescaped(text: &str) -> String {
    js_sys::decode_uri_component(text).map(String::from).unwrap_or_default()
}
