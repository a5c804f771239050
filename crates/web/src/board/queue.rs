//! Work that can wait for the next picture of the browser: laying tiles out takes long enough to be felt when a whole board
//! comes at once.

use leptos::prelude::{request_animation_frame, window};
use std::cell::RefCell;
use std::collections::VecDeque;

/// How long the page works at one stretch, in milliseconds: a picture comes every sixteen.
const STRETCH: f64 = 9.0;

type Job = Box<dyn FnOnce()>;

thread_local! {
    static JOBS: RefCell<VecDeque<Job>> = const { RefCell::new(VecDeque::new()) };
}

/// Does something soon, after what was asked for before.
pub(crate) fn later(job: impl FnOnce() + 'static) {
    let first = JOBS.with_borrow_mut(|jobs| {
        jobs.push_back(Box::new(job));
        jobs.len() == 1
    });
    if first {
        request_animation_frame(work);
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

fn work() {
    let begin = now();
    // The job in hand stays in the queue until it is done: jobs that it asks for do not ask for another stretch.
    while let Some(job) =
        JOBS.with_borrow_mut(|jobs| jobs.front_mut().map(|job| std::mem::replace(job, Box::new(|| {}))))
    {
        job();
        let left = JOBS.with_borrow_mut(|jobs| {
            jobs.pop_front();
            !jobs.is_empty()
        });
        if left && now() - begin > STRETCH {
            request_animation_frame(work);
            return;
        }
    }
}
