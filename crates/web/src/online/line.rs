//! The connection to a room: frames in and out, again and again. What is told twice or too early is the listener's business.

use super::api::BASE;
use super::guest;
use crate::browser;
use leptos::leptos_dom::helpers::{IntervalHandle, TimeoutHandle};
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// The first wait before another attempt, and the longest, in milliseconds.
const FIRST_WAIT: f64 = 400.0;
const LONGEST_WAIT: f64 = 15_000.0;
/// How often the server is asked whether the line works, and how long it may be silent.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE: u64 = 45_000;
/// After so long in the background a line is not trusted any more.
const BACKGROUND: u64 = 10_000;

/// How the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Connecting,
    Open,
    Lost,
}

/// Whoever uses the line.
pub(super) struct Ends {
    /// The number of the last event that was heard.
    pub(super) after: Box<dyn Fn() -> u64>,
    pub(super) on_frame: Box<dyn Fn(&str)>,
    pub(super) on_status: Box<dyn Fn(Status)>,
}

type Handlers = (Closure<dyn FnMut()>, Closure<dyn FnMut(MessageEvent)>, Closure<dyn FnMut(CloseEvent)>);

/// A line that is taken up again whenever it breaks, until it is hung up.
pub(super) struct Line {
    room: String,
    ends: Ends,
    socket: RefCell<Option<(WebSocket, Handlers)>>,
    /// Tells the present connection from those before.
    attempt: Cell<u32>,
    /// How many attempts in a row failed.
    failed: Cell<i32>,
    retry: Cell<Option<TimeoutHandle>>,
    heard: Cell<u64>,
    hidden: Cell<u64>,
    hung_up: Cell<bool>,
}

impl Line {
    pub(super) fn new(room: String, ends: Ends) -> Rc<Line> {
        let line = Rc::new(Line {
            room,
            ends,
            socket: RefCell::new(None),
            attempt: Cell::new(0),
            failed: Cell::new(0),
            retry: Cell::new(None),
            heard: Cell::new(browser::now()),
            hidden: Cell::new(0),
            hung_up: Cell::new(false),
        });
        line.connect();
        line
    }

    /// Watches the line and the browser; whoever owns this ends it.
    pub(super) fn watch(self: &Rc<Line>) -> Watch {
        let line = Rc::clone(self);
        let beat = set_interval_with_handle(move || line.beat(), HEARTBEAT).ok();
        let line = Rc::clone(self);
        let shown = window_event_listener_untyped("visibilitychange", move |_| line.seen());
        let line = Rc::clone(self);
        let online = window_event_listener_untyped("online", move |_| line.connect());
        Watch { beat, handles: vec![shown, online] }
    }

    /// Sends a frame, if there is a line; says whether it went out.
    pub(super) fn send(&self, text: &str) -> bool {
        let socket = self.socket.borrow();
        let open = socket.as_ref().filter(|(socket, _)| socket.ready_state() == WebSocket::OPEN);
        open.is_some_and(|(socket, _)| socket.send_with_str(text).is_ok())
    }

    /// Begins anew, after everything that was heard.
    pub(super) fn connect(self: &Rc<Line>) {
        if self.hung_up.get() {
            return;
        }
        self.drop_socket();
        if let Some(retry) = self.retry.take() {
            retry.clear();
        }
        let attempt = self.attempt.get() + 1;
        self.attempt.set(attempt);
        (self.ends.on_status)(if self.failed.get() == 0 { Status::Connecting } else { Status::Lost });
        let page = browser::page_address();
        let page = page.split('?').next().unwrap_or_default();
        let page = page.rsplit_once('/').map_or(page, |parts| parts.0).replacen("http", "ws", 1);
        let after = (self.ends.after)();
        let address = format!("{page}/{BASE}/rooms/{}/ws?after={after}&presence=1", self.room);
        let Ok(socket) = WebSocket::new(&address) else { return self.retry_later() };
        let line = Rc::clone(self);
        let opened = Closure::new(move || {
            if line.attempt.get() == attempt {
                line.opened();
            }
        });
        let line = Rc::clone(self);
        let heard = Closure::new(move |event: MessageEvent| {
            if line.attempt.get() == attempt
                && let Some(text) = event.data().as_string()
            {
                line.heard.set(browser::now());
                line.failed.set(0);
                (line.ends.on_frame)(&text);
            }
        });
        let line = Rc::clone(self);
        let closed = Closure::new(move |_: CloseEvent| {
            if line.attempt.get() == attempt {
                line.retry_later();
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        *self.socket.borrow_mut() = Some((socket, (opened, heard, closed)));
    }

    fn opened(&self) {
        self.heard.set(browser::now());
        if let Some(guest) = guest::stored() {
            self.send(&format!("Bearer {}", guest.token));
        }
        (self.ends.on_status)(Status::Open);
    }

    /// Waits a little longer each time, and never as long as others do.
    fn retry_later(self: &Rc<Line>) {
        let failed = self.failed.get();
        self.failed.set((failed + 1).min(10));
        (self.ends.on_status)(Status::Lost);
        let wait = (FIRST_WAIT * f64::from(1 << failed.min(6))).min(LONGEST_WAIT);
        let wait = wait * (0.5 + js_sys::Math::random() / 2.0);
        let line = Rc::clone(self);
        let retry = set_timeout_with_handle(move || line.connect(), Duration::from_millis(wait as u64));
        self.retry.set(retry.ok());
    }

    fn beat(self: &Rc<Line>) {
        if browser::now().saturating_sub(self.heard.get()) > SILENCE {
            self.connect();
        } else {
            self.send(r#"{"id":"beat","request":"ping"}"#);
        }
    }

    /// The page came to the front, or went to the back.
    fn seen(self: &Rc<Line>) {
        let now = browser::now();
        if browser::is_hidden() {
            self.hidden.set(now);
        } else if now.saturating_sub(self.hidden.get()) > BACKGROUND || !self.send(r#"{"id":"beat","request":"ping"}"#)
        {
            // Phones cut lines in the background and do not say so.
            self.failed.set(0);
            self.connect();
        }
    }

    fn drop_socket(&self) {
        if let Some((socket, handlers)) = self.socket.borrow_mut().take() {
            socket.set_onopen(None);
            socket.set_onmessage(None);
            socket.set_onclose(None);
            let _ = socket.close();
            // One of them may be what is running now.
            set_timeout(move || drop(handlers), Duration::ZERO);
        }
    }

    /// Nothing is heard any more.
    pub(super) fn hang_up(&self) {
        self.hung_up.set(true);
        if let Some(retry) = self.retry.take() {
            retry.clear();
        }
        self.drop_socket();
    }
}

/// What has to be ended with a line.
pub(super) struct Watch {
    beat: Option<IntervalHandle>,
    handles: Vec<WindowListenerHandle>,
}

impl Watch {
    pub(super) fn end(self) {
        if let Some(beat) = self.beat {
            beat.clear();
        }
        for handle in self.handles {
            handle.remove();
        }
    }
}
