//! A list of bounded length without allocation, so that a game is one flat value.

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
