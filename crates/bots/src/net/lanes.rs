//! Sums over many small numbers, eight at a time: with SSE2, NEON or SIMD128 of browsers, and the same bits everywhere. Each
//! sum is a function of its own that is not made part of others: so its numbers stay in registers.

use super::WIDTH;
use wide::{i16x8, i32x4};

/// What an input adds to the first layer; one line of the processor's memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row([i16x8; WIDTH / 8]);

impl Row {
    pub(super) fn new(weights: &[i16; WIDTH]) -> Row {
        let mut row = [i16x8::ZERO; WIDTH / 8];
        for (lanes, &weights) in row.iter_mut().zip(weights.as_chunks::<8>().0) {
            *lanes = i16x8::new(weights);
        }
        Row(row)
    }

    pub(super) fn weights(&self) -> [[i16; 8]; WIDTH / 8] {
        self.0.map(i16x8::to_array)
    }
}

/// What a pair of inputs adds to a layer, for four outputs at a time: the two weights of the first, of the second, and so on.
pub(super) type PairRow = [i16x8; WIDTH / 4];

/// The sums of a layer.
pub(super) type Layer = [i32x4; WIDTH / 4];

/// Rows of single inputs as rows of pairs.
pub(super) fn in_pairs(weight: impl Fn(usize, usize) -> i16, inputs: usize) -> Vec<PairRow> {
    let row = |first: usize| {
        let mut row = [[0; 8]; WIDTH / 4];
        for (place, value) in row.as_flattened_mut().iter_mut().enumerate() {
            *value = weight(first + place % 2, place / 2);
        }
        row.map(i16x8::new)
    };
    (0..inputs / 2).map(|pair| row(2 * pair)).collect()
}

/// Adds pairs of inputs times their weights.
#[inline(never)]
pub(super) fn add_pairs(layer: &mut Layer, rows: &[PairRow], inputs: &[i16]) {
    let mut all = *layer;
    for (row, &[a, b]) in rows.iter().zip(inputs.as_chunks::<2>().0) {
        let inputs = i16x8::new([a, b, a, b, a, b, a, b]);
        for (sums, weights) in all.iter_mut().zip(row) {
            *sums += weights.dot(inputs);
        }
    }
    *layer = all;
}

/// The sums of the rows of some inputs, and of what they add to the result directly.
#[inline(never)]
pub(super) fn gather(bias: &Row, rows: &[Row], direct: &[i16], inputs: &[u16]) -> (Row, i32) {
    let mut all = *bias;
    let mut points = 0;
    for &input in inputs {
        let input = usize::from(input);
        let (Some(row), Some(&more)) = (rows.get(input), direct.get(input)) else { continue };
        for (sums, weights) in all.0.iter_mut().zip(row.0) {
            *sums += weights;
        }
        points += i32::from(more);
    }
    (all, points)
}
