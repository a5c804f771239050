//! The one place that knows what comes next.

use crate::fair::{Chooser, FairRandom, commitment};
use crate::random::Random;
use rules::{
    Action, Animal, AnyGame, Bag, Chance, Dealing, Fair, Game as _, GameOption, HuntersGatherers, Reveal, Safari, Seat,
    Setup, TileKind, sort_by_key,
};
use std::collections::VecDeque;
use std::fmt;

/// Independent random sequences of one seed: choosing one thing never changes another.
pub(crate) const FIRST_SEAT: u64 = 1;
const LAND: u64 = 2;
const BONUS: u64 = 3;
const TOKENS: u64 = 4;

/// The secret order of tiles and tokens.
#[derive(Clone)]
pub struct Dealer {
    land: VecDeque<TileKind>,
    bonus: VecDeque<TileKind>,
    tokens: VecDeque<Animal>,
    /// Shuffles the discard pile when the tokens run out; with a fixed order the pile comes again as it lies (S7).
    reshuffle: Option<Chooser>,
}

/// The order is a secret, so it is not shown.
impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = (self.land.len(), self.bonus.len(), self.tokens.len());
        f.debug_tuple("Dealer").field(&left).finish()
    }
}

impl Dealer {
    /// The first seat that belongs to a seed (C7).
    pub fn first_seat(seed: u64, players: u8) -> Seat {
        let number = Random::stream(seed, FIRST_SEAT).below(players.into());
        Seat::new(number as u8).unwrap_or_default()
    }

    /// A dealer for a game that is about to begin: what is not fixed is shuffled from the seed (C8).
    pub fn new(setup: &Setup, dealing: &Dealing) -> Result<Dealer, DealError> {
        let source = Source::of(dealing)?;
        let land = match &dealing.deck {
            Some(deck) => {
                check_same(setup.bag(), deck)?;
                check_river_first(setup, deck)?;
                deck.clone()
            }
            None => shuffled_land(setup, setup.bag(), &source),
        };
        let bonus = match &dealing.bonus {
            Some(order) => {
                check_same(setup.bonus(), order)?;
                order.clone()
            }
            None => source.shuffled(setup.bonus(), BONUS),
        };
        let mut random = source.chooser(TOKENS);
        let (tokens, reshuffle) = match &dealing.tokens {
            Some(order) => {
                let counts = Animal::ALL.map(|animal| order.iter().filter(|other| **other == animal).count());
                if counts != setup.tokens().map(usize::from) {
                    return Err(DealError::OtherTokens);
                }
                (order.clone(), None)
            }
            None => {
                let mut tokens = source.sorted(list(setup.tokens()), Animal::name);
                random.shuffle(&mut tokens);
                (tokens, Some(random))
            }
        };
        Ok(Dealer { land: land.into(), bonus: bonus.into(), tokens: tokens.into(), reshuffle })
    }

    /// A dealer for what is still to come in a game, by what everybody can see of it.
    pub fn for_rest(game: &AnyGame, seed: u64) -> Dealer {
        let setup = game.setup();
        let source = Source::Seed(seed);
        let mut random = source.chooser(TOKENS);
        let mut stack = game.unit::<Safari>().map_or_else(Vec::new, |safari| list(safari.token_stack()));
        random.shuffle(&mut stack);
        Dealer {
            land: shuffled_land(setup, game.bag(), &source).into(),
            bonus: game
                .unit::<HuntersGatherers>()
                .map_or_else(VecDeque::new, |game| source.shuffled(game.bonus(), BONUS).into()),
            tokens: stack.into(),
            reshuffle: Some(random),
        }
    }

    /// A dealer with nothing to deal, for a game in which what comes is told.
    pub(crate) fn silent() -> Dealer {
        Dealer { land: VecDeque::new(), bonus: VecDeque::new(), tokens: VecDeque::new(), reshuffle: None }
    }

    /// Takes back what it dealt last.
    pub(crate) fn take_back(&mut self, action: Action, setup: &Setup) {
        match action {
            Action::Draw { tile } if setup.bonus().count(tile) > 0 => self.bonus.push_front(tile),
            Action::Draw { tile } => self.land.push_front(tile),
            Action::DrawToken { animal } => self.tokens.push_front(animal),
            _ => {}
        }
    }

    /// What comes next, when the game asks the dealer; `None` when it does not.
    pub fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        match game.chance()? {
            Chance::Tile | Chance::Removal => self.land.pop_front().map(|tile| Action::Draw { tile }),
            Chance::Bonus => self.bonus.pop_front().map(|tile| Action::Draw { tile }),
            Chance::Token => {
                if self.tokens.is_empty() {
                    let pile = game.unit::<Safari>().map_or(&[][..], |safari| safari.discarded_tokens());
                    self.tokens = pile.iter().copied().collect();
                    if let Some(random) = &mut self.reshuffle {
                        random.shuffle(self.tokens.make_contiguous());
                    }
                }
                self.tokens.pop_front().map(|animal| Action::DrawToken { animal })
            }
        }
    }
}

fn list(tokens: [u8; 5]) -> Vec<Animal> {
    let counts = Animal::ALL.into_iter().zip(tokens);
    counts.flat_map(|(animal, count)| std::iter::repeat_n(animal, count.into())).collect()
}

fn tiles_of(bag: &Bag) -> impl Iterator<Item = TileKind> + '_ {
    bag.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
}

/// What the order of everything that is not fixed follows from.
enum Source<'a> {
    /// A seed that names a game.
    Seed(u64),
    /// A promised secret and what the players added.
    Fair(&'a Reveal, &'a [String]),
}

impl Source<'_> {
    fn of(dealing: &Dealing) -> Result<Source<'_>, DealError> {
        let Some(Fair { commitment: promised, contributions, reveal: Some(reveal), .. }) = &dealing.fair else {
            return Ok(Source::Seed(dealing.seed.unwrap_or_default()));
        };
        if commitment(reveal) != *promised {
            return Err(DealError::OtherCommitment);
        }
        Ok(Source::Fair(reveal, contributions))
    }

    fn chooser(&self, purpose: u64) -> Chooser {
        match *self {
            Source::Seed(seed) => Chooser::Seeded(Random::stream(seed, purpose)),
            Source::Fair(reveal, contributions) => Chooser::Fair(FairRandom::new(reveal, contributions, purpose as u8)),
        }
    }

    /// Fair draws begin with an order that anybody can write down: by name. Seeds keep the order they always had.
    fn sorted<T>(&self, mut values: Vec<T>, name: impl Fn(T) -> &'static str) -> Vec<T>
    where
        T: Copy,
    {
        if let Source::Fair(..) = self {
            sort_by_key(&mut values, |&value| name(value));
        }
        values
    }

    fn shuffled(&self, bag: &Bag, purpose: u64) -> Vec<TileKind> {
        let mut tiles = self.sorted(tiles_of(bag).collect(), TileKind::name);
        self.chooser(purpose).shuffle(&mut tiles);
        tiles
    }
}

fn has_river(setup: &Setup) -> bool {
    setup.has(GameOption::River)
}

/// The river tiles come first, the lake last among them (R1); both parts are shuffled by themselves.
fn shuffled_land(setup: &Setup, bag: &Bag, source: &Source) -> Vec<TileKind> {
    let mut tiles = source.shuffled(bag, LAND);
    if has_river(setup) {
        sort_by_key(&mut tiles, |tile| river_place(*tile));
    }
    tiles
}

fn river_place(tile: TileKind) -> u8 {
    match (tile.def().is_river(), tile.def().is_last()) {
        (true, false) => 0,
        (_, true) => 1,
        (false, false) => 2,
    }
}

fn check_river_first(setup: &Setup, deck: &[TileKind]) -> Result<(), DealError> {
    if !has_river(setup) {
        return Ok(());
    }
    let misplaced = deck.windows(2).position(|pair| river_place(pair[0]) > river_place(pair[1]));
    misplaced.map_or(Ok(()), |index| Err(DealError::RiverOrder(deck[index + 1])))
}

fn check_same(bag: &Bag, order: &[TileKind]) -> Result<(), DealError> {
    let count = |kind: TileKind| order.iter().filter(|other| **other == kind).count();
    let same = usize::from(bag.total()) == order.len() && bag.iter().all(|(kind, copies)| count(kind) == copies.into());
    if same { Ok(()) } else { Err(DealError::OtherTiles) }
}

/// Why a dealer cannot deal as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealError {
    /// The fixed order holds other tiles than the bag.
    OtherTiles,
    /// The fixed order holds other tokens than the game.
    OtherTokens,
    /// In the fixed order this tile stands in the wrong place.
    RiverOrder(TileKind),
    /// The draws of the record are not those of its seed or fixed order; the number of the draw, from 1.
    OtherDraw(usize),
    /// The revealed seed and salt are not those that were promised.
    OtherCommitment,
    /// The first seat is not the one that was drawn.
    OtherFirst,
    /// The record does not reveal the secret behind its draws.
    NothingRevealed,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::OtherTiles => f.write_str("the fixed order holds other tiles than the bag"),
            DealError::OtherTokens => f.write_str("the fixed order holds other tokens than the game"),
            DealError::RiverOrder(tile) => {
                write!(f, "{tile} stands in the wrong place: river tiles first, the lake last among them (R1)")
            }
            DealError::OtherCommitment => {
                f.write_str("the revealed seed and salt are not those to which the server committed itself")
            }
            DealError::OtherFirst => f.write_str("the first seat is not the one that the seed gives"),
            DealError::NothingRevealed => {
                f.write_str("the record does not reveal seed and salt, so nothing can be proved")
            }
            DealError::OtherDraw(number) => {
                write!(f, "draw {number} of the record is not the one that its seed or fixed order gives")
            }
        }
    }
}

impl std::error::Error for DealError {}
