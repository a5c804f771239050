//! The page's side: one worker, at most one question at a time.

use super::{Advice, Request};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

const SCRIPT: &str = "./worker.js";

type Answer = Box<dyn FnOnce(Option<Advice>)>;

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    /// Asked before the worker was there.
    waiting: Option<String>,
    ready: bool,
    answer: Option<Answer>,
}

/// A worker that thinks for bots. It starts with the first question.
#[derive(Clone, Default)]
pub(crate) struct Bots(Rc<RefCell<Inner>>);

impl Bots {
    /// Asks for a decision; an earlier question is forgotten.
    pub(crate) fn ask(&self, request: String, answer: impl FnOnce(Option<Advice>) + 'static) {
        self.interrupt();
        if self.0.borrow().worker.is_none() {
            let started = self.start();
            let mut inner = self.0.borrow_mut();
            inner.worker = started;
            inner.ready = false;
        }
        let mut inner = self.0.borrow_mut();
        let Some(worker) = inner.worker.clone() else {
            // Without workers the page thinks itself.
            drop(inner);
            answer(Request::parse(&request).and_then(|request| request.answer()));
            return;
        };
        inner.answer = Some(Box::new(answer));
        if inner.ready {
            let _ = worker.post_message(&request.into());
        } else {
            inner.waiting = Some(request);
        }
    }

    /// Stops thinking about the last question, if it is not answered yet.
    pub(crate) fn interrupt(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.answer.take().is_some()
            && let Some(worker) = inner.worker.take()
        {
            worker.terminate();
            inner.waiting = None;
        }
    }

    fn start(&self) -> Option<Worker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options).ok()?;
        let inner = Rc::clone(&self.0);
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if text == "ready" {
                let mut inner = inner.borrow_mut();
                inner.ready = true;
                if let (Some(worker), Some(request)) = (inner.worker.clone(), inner.waiting.take()) {
                    let _ = worker.post_message(&request.into());
                }
                return;
            }
            let answer = inner.borrow_mut().answer.take();
            if let Some(answer) = answer {
                answer(Advice::parse(&text));
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        // The worker lives as long as the page, or is terminated: its listener may stay.
        hear.forget();
        worker.post_message(&wasm_bindgen::module()).ok()?;
        Some(worker)
    }
}
