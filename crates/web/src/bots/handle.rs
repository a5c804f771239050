//! The page's side: one worker, at most one question at a time.

use crate::browser;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// What the worker runs; it loads what thinks.
const SCRIPT: &str = "worker.js";

type Answer = Box<dyn FnOnce(Option<String>)>;

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
    /// Asks a question; an earlier question is forgotten. Without an answer the worker could not be had, or broke.
    pub(crate) fn ask(&self, request: String, answer: impl FnOnce(Option<String>) + 'static) {
        self.interrupt();
        if self.0.borrow().worker.is_none() {
            let started = self.start();
            let mut inner = self.0.borrow_mut();
            inner.worker = started;
            inner.ready = false;
        }
        let mut inner = self.0.borrow_mut();
        let Some(worker) = inner.worker.clone() else {
            drop(inner);
            answer(None);
            return;
        };
        inner.answer = Some(Box::new(answer));
        if inner.ready {
            let _ = worker.post_message(&request.into());
        } else {
            inner.waiting = Some(request);
        }
    }

    /// Lets the worker go, with what it keeps in memory; whoever asks again gets another one.
    pub(crate) fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.answer, inner.waiting) = (None, None);
        if let Some(worker) = inner.worker.take() {
            worker.terminate();
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
        let worker = Worker::new_with_options(&browser::part(SCRIPT), &options).ok()?;
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
                answer(Some(text));
            }
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        // The worker lives as long as the page, or is terminated: its listener may stay.
        hear.forget();
        let inner = Rc::clone(&self.0);
        let fail = Closure::<dyn FnMut(web_sys::Event)>::new(move |_| {
            // Whoever asks next gets a new one.
            let (broken, answer) = {
                let mut inner = inner.borrow_mut();
                inner.waiting = None;
                (inner.worker.take(), inner.answer.take())
            };
            if let Some(worker) = broken {
                worker.terminate();
            }
            if let Some(answer) = answer {
                answer(None);
            }
        });
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        fail.forget();
        Some(worker)
    }
}
