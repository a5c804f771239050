//! Lists whose length is bounded from the start, so that playing allocates nothing.

use std::ops::{Deref, DerefMut};

/// At most `N` values, in place.
#[derive(Clone, Copy)]
pub(crate) struct Stack<T, const N: usize> {
    len: u16,
    values: [T; N],
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty list; `filler` occupies the unused places.
    pub(crate) const fn new(filler: T) -> Stack<T, N> {
        Stack { len: 0, values: [filler; N] }
    }

    pub(crate) fn push(&mut self, value: T) {
        self.values[self.len as usize] = value;
        self.len += 1;
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes a value out; the last one moves to its place.
    pub(crate) fn swap_remove(&mut self, index: usize) -> T {
        let value = self[index];
        self.len -= 1;
        self.values[index] = self.values[self.len as usize];
        value
    }

    /// Makes this list equal to the other by copying only what is in use.
    pub(crate) fn copy_from(&mut self, other: &Stack<T, N>) {
        self.len = other.len;
        self.values[..other.len as usize].copy_from_slice(other);
    }
}

impl<T, const N: usize> Deref for Stack<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Stack<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.len as usize]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Stack<T, N>) -> bool {
        **self == **other
    }
}

/// A list on the heap that was given all the room it will ever need; its copies have the same room.
pub(crate) struct Roomy<T>(Vec<T>);

impl<T> Roomy<T> {
    pub(crate) fn with_room(room: usize) -> Roomy<T> {
        Roomy(Vec::with_capacity(room))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }
}

impl<T: Clone> Clone for Roomy<T> {
    fn clone(&self) -> Roomy<T> {
        let mut copy = Roomy::with_room(self.0.capacity());
        copy.0.extend_from_slice(&self.0);
        copy
    }

    fn clone_from(&mut self, other: &Roomy<T>) {
        self.0.clone_from(&other.0);
    }
}

impl<T> Deref for Roomy<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Roomy<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
