//! The worker's side: it hears a request and posts its advice back.

use super::Request;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Listens for ever.
pub(crate) fn listen(scope: DedicatedWorkerGlobalScope) {
    let own = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let answer = event.data().as_string().and_then(|text| Request::parse(&text)?.answer());
        let text = answer.map(|advice| advice.text()).unwrap_or_default();
        let _ = own.post_message(&text.into());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    hear.forget();
    let _ = scope.post_message(&"ready".into());
}
