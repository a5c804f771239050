//! Lists of numbers with names. What a list holds is written down once: the same code fills it and names it.

use std::fmt::Arguments;

/// Who is told the numbers of a list, one after the other.
pub(crate) trait Sink {
    /// The next number and what it is.
    fn put(&mut self, name: Arguments, value: f32);

    /// One of several: 1 at the chosen one, 0 elsewhere.
    fn one_of<T: PartialEq + Copy>(&mut self, known: &[T], chosen: Option<T>, name: impl Fn(T) -> String) {
        for &one in known {
            // Names are made only for who wants them.
            if self.names() {
                self.put(format_args!("{}", name(one)), 0.0);
            } else {
                self.put(format_args!(""), f32::from(u8::from(chosen == Some(one))));
            }
        }
    }

    /// Whether names are wanted.
    fn names(&self) -> bool {
        false
    }
}

/// Writes the numbers; what is too much for the room is left out.
pub(crate) struct Values<'a> {
    rest: std::slice::IterMut<'a, f32>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(room: &'a mut [f32]) -> Values<'a> {
        Values { rest: room.iter_mut() }
    }
}

impl Sink for Values<'_> {
    #[inline]
    fn put(&mut self, _: Arguments, value: f32) {
        if let Some(slot) = self.rest.next() {
            *slot = value;
        }
    }
}

/// Collects the names.
#[derive(Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl Sink for Names {
    fn put(&mut self, name: Arguments, _: f32) {
        self.0.push(name.to_string());
    }

    fn names(&self) -> bool {
        true
    }
}
