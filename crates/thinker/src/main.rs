//! The worker's program: it hears a request and posts its answer back.

use thinker::{Inquiry, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    console_error_panic_hook::set_once();
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let own = scope.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let question = event.data().as_string().unwrap_or_default();
        let advice = || Some(Request::parse(&question)?.answer()?.text());
        let text = Inquiry::answer(&question).or_else(advice).unwrap_or_default();
        let _ = own.post_message(&text.into());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // It listens as long as the worker lives.
    hear.forget();
    let _ = scope.post_message(&"ready".into());
}
