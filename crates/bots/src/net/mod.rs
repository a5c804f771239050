//! A learned correction of a judge's opinion: a small network over sparse inputs, with integer arithmetic alone, so that
//! every platform computes the same.
//!
//! # The file
//!
//! Little-endian, in this order: the bytes `BNET`, the version (`u16`), the number of sparse inputs, of dense inputs and
//! the widths of the two layers (`u16` each); the spread of results by turns left (32 × `u16`, in sixteenths of a point);
//! the rows of the sparse inputs (`i8`, in 64ths), what each adds to the result directly (`i16`, in 64ths of a point), the
//! rows of the dense inputs (`i16`, in 64ths), the first bias (`i16`, in 64ths), the second layer (`i16`, in 256ths, a row
//! for each output), its bias (`i32`, in 16384ths), the last layer (`i16`, in 256ths) and its bias (`i32`, in 4096ths of a
//! point).

mod eye;
mod view;

pub(crate) use eye::Eye;

pub(crate) use view::{DENSE, MOST, Seen, Witness, inputs};
pub(crate) use view::View;

use crate::judge::{Judge, Scores};
use rules::{GameId, Phase, Seat};
use std::sync::{Arc, OnceLock};

/// The width of the first layer.
pub(crate) const WIDTH: usize = 32;
/// The width of the second layer.
pub(crate) const HIDDEN: usize = 32;
/// Activations go from 0 to this, which stands for nearly 4.
const CLIP: i32 = 255;
/// How many spreads a file has.
const SPREADS: usize = 32;

/// A network for one game.
pub struct Net {
    inputs: usize,
    spread: [f32; SPREADS],
    rows: Vec<[i8; WIDTH]>,
    direct: Vec<i16>,
    dense: Vec<[i16; WIDTH]>,
    bias: [i16; WIDTH],
    second: Vec<[i16; WIDTH]>,
    second_bias: [i32; HIDDEN],
    last: [i16; HIDDEN],
    last_bias: i32,
}

/// Reads numbers from bytes, one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or("the file of the net is too short")?;
        self.0 = rest;
        Ok(*first)
    }

    fn u16(&mut self) -> Result<u16, String> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn i16s<const N: usize>(&mut self) -> Result<[i16; N], String> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i16::from_le_bytes(self.take()?);
        }
        Ok(values)
    }

    fn i32(&mut self) -> Result<i32, String> {
        Ok(i32::from_le_bytes(self.take()?))
    }
}

impl Net {
    const MAGIC: [u8; 4] = *b"BNET";
    const VERSION: u16 = 1;

    /// The net of a game that is part of this program.
    pub fn of(game: GameId) -> Option<Arc<Net>> {
        static NETS: [OnceLock<Option<Arc<Net>>>; GameId::ALL.len()] = [const { OnceLock::new() }; GameId::ALL.len()];
        let bytes: &[u8] = match game {
            GameId::Base => include_bytes!("../../weights/base.net"),
            GameId::HuntersGatherers => include_bytes!("../../weights/hunters_gatherers.net"),
            GameId::NewLands => include_bytes!("../../weights/new_lands.net"),
            GameId::Safari => include_bytes!("../../weights/safari.net"),
        };
        // Tests read them all.
        NETS[game as usize].get_or_init(|| Net::parse(bytes, game).ok().map(Arc::new)).clone()
    }

    /// Reads a net for a game.
    pub fn parse(bytes: &[u8], game: GameId) -> Result<Net, String> {
        let mut file = Reader(bytes);
        if file.take()? != Net::MAGIC {
            return Err("this is no file of a net".to_owned());
        }
        let version = file.u16()?;
        if version != Net::VERSION {
            return Err(format!("the net has version {version}, this program reads {}", Net::VERSION));
        }
        let found = [file.u16()?, file.u16()?, file.u16()?, file.u16()?].map(usize::from);
        let inputs = inputs(game);
        let expected = [inputs, DENSE, WIDTH, HIDDEN];
        if found != expected {
            return Err(format!("the net's sizes are {found:?}, {game} wants {expected:?}"));
        }
        let mut spread = [0.0; SPREADS];
        for spread in &mut spread {
            *spread = f32::from(file.u16()?) / 16.0;
        }
        let rows = (0..inputs).map(|_| Ok(file.take::<WIDTH>()?.map(u8::cast_signed)));
        let rows = rows.collect::<Result<Vec<_>, String>>()?;
        let direct = (0..inputs).map(|_| Ok(file.i16s::<1>()?[0])).collect::<Result<Vec<_>, String>>()?;
        let dense = (0..DENSE).map(|_| file.i16s()).collect::<Result<Vec<_>, String>>()?;
        let bias = file.i16s()?;
        let second = (0..HIDDEN).map(|_| file.i16s()).collect::<Result<Vec<_>, String>>()?;
        let mut second_bias = [0; HIDDEN];
        for bias in &mut second_bias {
            *bias = file.i32()?;
        }
        let last = file.i16s()?;
        let last_bias = file.i32()?;
        if !file.0.is_empty() {
            return Err("the file of the net is too long".to_owned());
        }
        Ok(Net { inputs, spread, rows, direct, dense, bias, second, second_bias, last, last_bias })
    }

    /// How far results are usually off, with so many own turns left.
    pub(crate) fn spread(&self, turns: f32) -> f32 {
        self.spread[(turns.max(0.0) as usize).min(SPREADS - 1)]
    }

    /// What is to be added to the judge's expected score of a seat.
    fn correct(&self, sparse: &[u16], dense: &[i16; DENSE]) -> f32 {
        let mut sums = self.bias;
        let mut direct = 0;
        for &index in sparse {
            let index = usize::from(index) % self.inputs;
            for (sum, &weight) in sums.iter_mut().zip(&self.rows[index]) {
                *sum = sum.wrapping_add(i16::from(weight));
            }
            direct += i32::from(self.direct[index]);
        }
        let mut more = [0i32; WIDTH];
        for (&value, row) in dense.iter().zip(&self.dense) {
            for (sum, &weight) in more.iter_mut().zip(row) {
                *sum += i32::from(value) * i32::from(weight);
            }
        }
        let mut first = [0i16; WIDTH];
        for ((active, sum), more) in first.iter_mut().zip(sums).zip(more) {
            *active = (i32::from(sum) + (more >> 7)).clamp(0, CLIP) as i16;
        }
        let mut result = self.last_bias + 64 * direct;
        for ((row, &bias), &weight) in self.second.iter().zip(&self.second_bias).zip(&self.last) {
            let dot: i32 = row.iter().zip(&first).map(|(&weight, &active)| i32::from(weight) * i32::from(active)).sum();
            result += ((dot + bias) >> 8).clamp(0, CLIP) * i32::from(weight);
        }
        result as f32 / 4096.0
    }

    /// The expected scores by the judge, corrected. The judge must know the tiles to come.
    pub(crate) fn evaluate<J: Judge>(&self, judge: &mut J, game: &J::Game, view: &mut View) -> Scores {
        let mut scores = judge.look(game, view);
        if game.phase() == Phase::Over {
            return scores;
        }
        view.finish(game);
        for seat in Seat::of(game.setup().players()) {
            let (sparse, dense) = view.of(seat);
            scores[seat.index()] += self.correct(sparse, dense);
        }
        scores
    }
}
