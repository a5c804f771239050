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
//! point). Then the heads: how many sources of points there are (`u16`), and for each of them, for the doubt and for the skew the
//! weights of the first layer and of the second (`i16`, in 256ths), of the dense inputs (`i16`, in 2048ths) and the bias (`i32`, in
//! 16384ths of a point).

mod eye;
mod heads;
mod lanes;
mod view;

pub(crate) use eye::Eye;

pub(crate) use view::View;
pub(crate) use view::{DENSE, MOST, Seen, Witness, inputs};

use crate::judge::{Judge, Scores};
use crate::takings::SOURCES;
use heads::{Glance, Heads, Sureness};
use lanes::{Layer, PairRow, Row, add_pairs, gather, in_pairs};
use rules::{GameId, Phase, Seat};
use std::sync::{Arc, OnceLock};
use wide::i32x4;

/// The width of the first layer.
pub(crate) const WIDTH: usize = 32;
/// The width of the second layer.
pub(crate) const HIDDEN: usize = 32;
/// Activations go from 0 to this, which stands for nearly 4.
const CLIP: i32 = 255;
/// How many spreads a file has.
const SPREADS: usize = 32;

const _: () = assert!(WIDTH == HIDDEN && WIDTH.is_multiple_of(8) && DENSE.is_multiple_of(2));

/// A network for one game.
pub struct Net {
    spread: [f32; SPREADS],
    rows: Vec<Row>,
    direct: Vec<i16>,
    dense: Vec<PairRow>,
    bias: Row,
    second: Vec<PairRow>,
    second_bias: Layer,
    last: [i16; HIDDEN],
    last_bias: i32,
    heads: Heads,
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
    const VERSION: u16 = 2;

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
        let rows = (0..inputs).map(|_| Ok(Row::new(&file.take()?.map(|byte: u8| i16::from(byte.cast_signed())))));
        let rows = rows.collect::<Result<Vec<_>, String>>()?;
        let direct = (0..inputs).map(|_| Ok(file.i16s::<1>()?[0])).collect::<Result<Vec<_>, String>>()?;
        let dense = (0..DENSE).map(|_| file.i16s()).collect::<Result<Vec<[i16; WIDTH]>, String>>()?;
        let dense = in_pairs(|input, output| dense[input][output], DENSE);
        let bias = Row::new(&file.i16s()?);
        let second = (0..HIDDEN).map(|_| file.i16s()).collect::<Result<Vec<[i16; WIDTH]>, String>>()?;
        let second = in_pairs(|input, output| second[output][input], WIDTH);
        let mut second_bias = [[0; 4]; HIDDEN / 4];
        for bias in second_bias.as_flattened_mut() {
            *bias = file.i32()?;
        }
        let second_bias = second_bias.map(i32x4::new);
        let last = file.i16s()?;
        let last_bias = file.i32()?;
        let heads = Heads::read(&mut file, game)?;
        if !file.0.is_empty() {
            return Err("the file of the net is too long".to_owned());
        }
        Ok(Net { spread, rows, direct, dense, bias, second, second_bias, last, last_bias, heads })
    }

    /// How far results are usually off, with so many own turns left.
    pub(crate) fn spread(&self, turns: f32) -> f32 {
        self.spread[(turns as usize).min(SPREADS - 1)]
    }

    /// What the first layer says, the sums of the second, and what the inputs add directly.
    #[inline]
    fn layers(&self, sparse: &[u16], dense: &[i16; DENSE]) -> ([i16; WIDTH], Layer, i32) {
        let (sums, direct) = gather(&self.bias, &self.rows, &self.direct, sparse);
        let mut more = [i32x4::ZERO; WIDTH / 4];
        add_pairs(&mut more, &self.dense, dense);
        let mut first = [0i16; WIDTH];
        let sums = sums.weights();
        for ((active, &sum), more) in
            first.iter_mut().zip(sums.as_flattened()).zip(more.map(i32x4::to_array).as_flattened())
        {
            *active = (i32::from(sum) + (more >> 7)).clamp(0, CLIP) as i16;
        }
        let mut hidden = self.second_bias;
        add_pairs(&mut hidden, &self.second, &first);
        (first, hidden, direct)
    }

    /// What is to be added to the judge's expected score of a seat.
    fn correct(&self, sparse: &[u16], dense: &[i16; DENSE]) -> f32 {
        let (_, hidden, direct) = self.layers(sparse, dense);
        let mut result = self.last_bias + 64 * direct;
        for (sum, &weight) in hidden.map(i32x4::to_array).as_flattened().iter().zip(&self.last) {
            result += (sum >> 8).clamp(0, CLIP) * i32::from(weight);
        }
        result as f32 / 4096.0
    }

    /// What the heads read of the position that the view has seen last.
    fn glance<'a>(&self, view: &'a View, seat: Seat) -> Glance<'a> {
        let (sparse, dense) = view.of(seat);
        let (first, sums, _) = self.layers(sparse, dense);
        let mut hidden = [0i16; HIDDEN];
        for (active, sum) in hidden.iter_mut().zip(sums.map(i32x4::to_array).as_flattened()) {
            *active = (sum >> 8).clamp(0, CLIP) as i16;
        }
        Glance { first, hidden, dense }
    }

    /// The points that a seat still gets from each source, in the position that the view has seen last.
    pub(crate) fn to_come(&self, view: &View, seat: Seat) -> [f32; SOURCES] {
        self.heads.to_come(&self.glance(view, seat))
    }

    /// How sure the result is, as a seat sees it in the position that the view has seen last.
    fn sureness(&self, view: &View, seat: Seat) -> Sureness {
        self.heads.sureness(&self.glance(view, seat))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Desk, margin};
    use crate::turn::play_move;
    use crate::weights::Weights;
    use crate::{JudgeVisitor, visit_judge};
    use rules::{Actor, AnyGame, Game, Options, Setup};
    use table::Random;

    fn bytes(game: GameId) -> &'static [u8] {
        match game {
            GameId::Base => include_bytes!("../../weights/base.net"),
            GameId::HuntersGatherers => include_bytes!("../../weights/hunters_gatherers.net"),
            GameId::NewLands => include_bytes!("../../weights/new_lands.net"),
            GameId::Safari => include_bytes!("../../weights/safari.net"),
        }
    }

    #[test]
    fn every_game_has_a_net_and_other_files_are_refused() {
        for game in GameId::ALL {
            let file = bytes(game);
            let net = Net::parse(file, game).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert!(net.spread(0.0) < net.spread(20.0), "{game}: the end is surer than the beginning");
            assert!(Net::of(game).is_some());
            let error = |bytes: &[u8]| Net::parse(bytes, game).err().expect("it is refused");
            assert!(error(&file[..file.len() - 1]).contains("short"));
            assert!(error(&[file, &[0]].concat()).contains("long"));
            assert!(error(b"").contains("short"));
            assert!(error(b"nonsense").contains("no file"));
            let mut other = file.to_vec();
            other[4] = 9;
            assert!(error(&other).contains("version 9"));
            other[4] = 2;
            other[6] ^= 1;
            assert!(error(&other).contains("sizes"));
        }
    }

    /// Slowly and with wide numbers, as the file's description says.
    fn slowly(net: &Net, sparse: &[u16], dense: &[i16; DENSE]) -> f64 {
        let clip = |sum: i64| sum.clamp(0, 255);
        let weight = |row: &Row, column: usize| row.weights().as_flattened()[column];
        let paired = |rows: &[PairRow], input: usize, output: usize| {
            i64::from(rows[input / 2][output / 4].to_array()[2 * (output % 4) + input % 2])
        };
        let first: Vec<i64> = (0..WIDTH)
            .map(|column| {
                let rows: i64 =
                    sparse.iter().map(|&index| i64::from(weight(&net.rows[usize::from(index)], column))).sum();
                let more: i64 = (0..DENSE).map(|row| i64::from(dense[row]) * paired(&net.dense, row, column)).sum();
                clip(i64::from(weight(&net.bias, column)) + rows + more.div_euclid(128))
            })
            .collect();
        let mut result = i64::from(net.last_bias);
        for row in 0..HIDDEN {
            let sum: i64 = (0..WIDTH).map(|column| first[column] * paired(&net.second, column, row)).sum();
            result += clip((sum + i64::from(net.second_bias[row / 4].to_array()[row % 4])).div_euclid(256))
                * i64::from(net.last[row]);
        }
        let direct: i64 = sparse.iter().map(|&index| i64::from(net.direct[usize::from(index)])).sum();
        (result + 64 * direct) as f64 / 4096.0
    }

    /// Plays a game by the net's moves; returns a digest of the bits of every score that the net gave on the way.
    struct Play;

    impl JudgeVisitor for Play {
        type Output = u64;

        fn visit<J: Judge>(self, fresh: &J::Game) -> u64 {
            let mut digest = 0xcbf2_9ce4_8422_2325u64;
            let mut digest_scores = |scores: &Scores| {
                for score in scores {
                    digest = (digest ^ u64::from(score.to_bits())).wrapping_mul(0x0100_0000_01b3);
                }
            };
            let id = fresh.setup().game();
            let net = Net::of(id).expect("a net");
            let mut judge = J::new(fresh, J::Weights::tuned());
            let mut desk = Desk::new(fresh);
            let mut view = View::new(id);
            let mut eye = Eye::new(net.clone(), fresh);
            let mut game = fresh.clone();
            let mut random = Random::new(5);
            let mut compared = 0;
            loop {
                match game.to_act() {
                    Actor::Nobody => break,
                    Actor::Dealer => {
                        let outcome = game.outcome(random.below(game.ways())).expect("an outcome");
                        game.play_unchecked(outcome, &mut ());
                    }
                    Actor::Player(_) => {
                        judge.prepare(&game);
                        let (chosen, best) = eye.best_move(&mut judge, &game, &mut desk, 6).expect("a move");
                        play_move(&mut judge, &mut game, chosen, &mut desk);
                        digest_scores(&best);
                        let plain = judge.evaluate(&game);
                        let scores = net.evaluate(&mut judge, &game, &mut view);
                        digest_scores(&plain);
                        digest_scores(&scores);
                        if game.phase() == Phase::Over {
                            assert_eq!(scores, plain, "the end is exact");
                            continue;
                        }
                        for seat in Seat::of(game.setup().players()) {
                            let (sparse, dense) = view.of(seat);
                            assert!(sparse.iter().all(|&index| usize::from(index) < inputs(id)));
                            assert!(sparse.len() < MOST || game.setup().players() > 2, "nothing is left out");
                            let expected = slowly(&net, sparse, dense);
                            assert_eq!(f64::from(net.correct(sparse, dense)), expected);
                            let off = f64::from(scores[seat.index()]) - f64::from(plain[seat.index()]) - expected;
                            assert!(off.abs() < 1e-3);
                        }
                        let players = game.setup().players();
                        assert!(margin(&scores, Seat::ALL[0], players).abs() < 500.0);
                        compared += 1;
                    }
                }
            }
            assert!(compared > 40);
            digest
        }
    }

    /// The digests change when nets, weights, inputs or rules change what is expected, and at no other time: neither
    /// with the platform nor when something is made faster.
    #[test]
    fn fast_arithmetic_equals_slow_arithmetic_and_every_bit_stays_in_every_game() {
        const DIGESTS: [[u64; 2]; GameId::ALL.len()] = [
            [11_786_659_225_890_924_740, 123_924_026_455_655_731],
            [15_250_780_886_748_670_468, 6_902_216_234_178_642_648],
            [14_484_567_864_668_420_718, 5_932_088_328_372_918_164],
            [9_789_295_260_202_543_883, 18_134_746_677_306_078_236],
        ];
        let mut digests = [[0; 2]; GameId::ALL.len()];
        for (id, digests) in GameId::ALL.into_iter().zip(&mut digests) {
            let all: Options = id.options().iter().copied().collect();
            for ((options, players), digest) in [(Options::NONE, 2), (all, 4)].into_iter().zip(digests) {
                let setup = Setup::new(id, options, players, Seat::default()).expect("a setup");
                *digest = visit_judge(&AnyGame::new(&setup), Play);
            }
        }
        assert_eq!(digests, DIGESTS, "they are {digests:?}");
    }
}
