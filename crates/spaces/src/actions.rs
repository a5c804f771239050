//! Every action of a game as a number.

use crate::planes::cell_of;
use crate::{Grid, SizeError};
use rules::{
    Action, Actor, Animal, AnyGame, Corner, Game as _, GameId, GameOption, Hand, MAX_SEGMENTS, PieceKind, Pos, Safari,
    Setup, TileKind,
};

/// The actions of a game with its options as the numbers below [`ActionSpace::count`].
///
/// Three blocks follow each other. *Planes*: actions at a cell are numbered `plane × size² + row × size + column` on a grid of
/// `size × size` cells with the origin of the board in its middle; a board that runs out of it at one side comes in at the other.
/// *Words*: what needs no cell, such as `pass` or a follower on a segment of the tile just placed. *Spare*: should a board ever be
/// wider than the grid, two possible actions can fall on one number; the first in reading order keeps it, the others get spare numbers
/// in reading order. So every possible action always has a number of its own.
#[derive(Clone, Debug)]
pub struct ActionSpace {
    grid: Grid,
    /// How many tiles there are to choose from.
    slots: usize,
    recall: usize,
    rangers: usize,
    waterholes: usize,
    planes: usize,
    /// Where followers of each kind with each companion begin; by kind, then companion.
    followers: [Option<usize>; COMBINATIONS],
    hut: usize,
    token: usize,
    home: usize,
    words: usize,
    spare: usize,
}

/// Which follower, and what with it.
const COMBINATIONS: usize = PieceKind::FOLLOWERS.len() * COMPANIONS.len();
const COMPANIONS: [Option<PieceKind>; 3] = [None, Some(PieceKind::Builder), Some(PieceKind::Pig)];
const PASS: usize = 0;
/// Rangers that stand on the map, and the one just taken.
const RANGERS: usize = 3;
const HELD: usize = 2;
const TURNS: usize = 4;
const ANIMALS: usize = Animal::ALL.len();
const WATERHOLES: usize = Corner::ALL.len() * ANIMALS;

/// The possible actions of a position with their numbers.
#[derive(Clone, Debug, Default)]
pub struct Legal {
    pub(crate) actions: Vec<Action>,
    /// As many as actions, or none: inside this crate they may be computed when somebody asks for them.
    numbers: Vec<u32>,
}

impl Legal {
    /// The numbers, in no particular order.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The actions, in the order of their numbers.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The action with this number, if it is possible.
    pub fn find(&self, number: u32) -> Option<Action> {
        let place = self.numbers.iter().position(|&known| known == number)?;
        self.actions.get(place).copied()
    }

    /// Numbers and actions.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Action)> + '_ {
        self.numbers.iter().copied().zip(self.actions.iter().copied())
    }
}

/// Where an action falls.
enum Place {
    Cell(usize, Pos),
    Word(usize),
}

impl ActionSpace {
    /// The actions of a game on a grid of this size.
    pub fn new(setup: &Setup, size: usize) -> Result<ActionSpace, SizeError> {
        let grid = Grid::new(size)?;
        let game = setup.game();
        let has = |kind: PieceKind| setup.pieces().any(|(known, _)| known == kind);
        let slots = if setup.has(GameOption::Hand) { 2 } else { 1 };
        let recall = slots * TURNS;
        let rangers = recall + usize::from(game == GameId::NewLands);
        let safari = game == GameId::Safari;
        let waterholes = rangers + if safari { RANGERS } else { 0 };
        let planes = waterholes + if safari { WATERHOLES } else { 0 };

        let mut words = PASS + 1;
        let mut claim = |wanted: bool, count: usize| {
            let begin = words;
            words += if wanted { count } else { 0 };
            begin
        };
        let mut followers = [None; COMBINATIONS];
        for (index, begin) in followers.iter_mut().enumerate() {
            let (piece, with) = combination(index);
            let wanted = has(piece) && with.is_none_or(has);
            *begin = wanted.then(|| claim(true, MAX_SEGMENTS));
        }
        let hut = claim(has(PieceKind::Hut), MAX_SEGMENTS);
        let token = claim(safari, ANIMALS);
        let home = claim(has(PieceKind::Pig), 1);

        // A tile that is laid fills an empty cell and opens three at most.
        let start = AnyGame::new(setup).board().tile_count();
        let tiles = start + usize::from(setup.bag().total()) + usize::from(setup.bonus().total());
        let open = 2 * tiles + 2;
        let acting = if safari { HELD * open + WATERHOLES * tiles } else { 0 };
        let spare = (slots * TURNS * open).max(acting);
        Ok(ActionSpace { grid, slots, recall, rangers, waterholes, planes, followers, hut, token, home, words, spare })
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.first_spare() + self.spare
    }

    /// How many planes of cells the numbers begin with.
    pub fn plane_count(&self) -> usize {
        self.planes
    }

    /// The cells a side of the grid.
    pub fn size(&self) -> usize {
        self.grid.0
    }

    fn first_word(&self) -> usize {
        self.planes * self.grid.cells()
    }

    fn first_spare(&self) -> usize {
        self.first_word() + self.words
    }

    /// Lists the possible actions of whoever decides with their numbers; none when the dealer acts or the game is over.
    pub fn list(&self, game: &AnyGame, legal: &mut Legal) {
        self.list_unnumbered(game, legal);
        self.number_all(game, legal);
    }

    /// Lists the possible actions, without numbers.
    pub(crate) fn list_unnumbered(&self, game: &AnyGame, legal: &mut Legal) {
        legal.actions.clear();
        legal.numbers.clear();
        if let Actor::Player(_) = game.to_act() {
            game.actions(&mut legal.actions);
        }
    }

    /// Numbers the actions of a list, unless they are.
    pub(crate) fn number_all(&self, game: &AnyGame, legal: &mut Legal) {
        let Legal { actions, numbers } = legal;
        if numbers.len() == actions.len() {
            return;
        }
        let (hand, rangers) = self.context(game);
        numbers.clear();
        numbers.extend(actions.iter().map(|&action| self.number_of(self.place(action, hand, rangers))));
        if self.may_be_wide(game) && self.is_wide(actions) {
            self.spread(legal, hand, rangers);
        }
    }

    /// The number of one action of a list.
    pub(crate) fn number_one(&self, game: &AnyGame, legal: &mut Legal, index: usize) -> Option<u32> {
        let action = *legal.actions.get(index)?;
        if legal.numbers.is_empty() {
            let (hand, rangers) = self.context(game);
            let place = self.place(action, hand, rangers);
            if matches!(place, Place::Word(_)) || !self.may_be_wide(game) || !self.is_wide(&legal.actions) {
                return Some(self.number_of(place));
            }
            self.number_all(game, legal);
        }
        legal.numbers.get(index).copied()
    }

    /// What numbers depend on beside the action: the tiles that can be chosen from, and the rangers.
    fn context<'a>(&self, game: &'a AnyGame) -> (&'a [TileKind], Option<[Pos; 2]>) {
        let hand = match game.to_act() {
            Actor::Player(seat) if self.slots > 1 => game.unit::<Hand>().map_or(&[][..], |hand| hand.of(seat)),
            _ => &[],
        };
        let rangers = if self.waterholes > self.rangers { game.unit::<Safari>().map(sorted_rangers) } else { None };
        (hand, rangers)
    }

    #[inline]
    fn number_of(&self, place: Place) -> u32 {
        match place {
            Place::Cell(plane, pos) => (plane * self.grid.cells() + self.grid.index(pos)) as u32,
            Place::Word(word) => (self.first_word() + word) as u32,
        }
    }

    /// Whether a board of so many tiles can be wider than the grid at all, with the open cells around it.
    fn may_be_wide(&self, game: &AnyGame) -> bool {
        game.board().tile_count() + 2 > self.grid.0
    }

    /// Whether cells of these actions are so far from each other that two can fall on one number.
    fn is_wide(&self, actions: &[Action]) -> bool {
        let (mut least, mut most) = (Pos::new(i16::MAX, i16::MAX), Pos::new(i16::MIN, i16::MIN));
        for pos in actions.iter().filter_map(|&action| cell_of(action)) {
            least = Pos::new(least.x.min(pos.x), least.y.min(pos.y));
            most = Pos::new(most.x.max(pos.x), most.y.max(pos.y));
        }
        let wide = |from: i16, to: i16| i32::from(to) - i32::from(from) >= self.grid.0 as i32;
        wide(least.x, most.x) || wide(least.y, most.y)
    }

    /// Gives spare numbers to actions whose number another one has.
    #[cold]
    fn spread(&self, legal: &mut Legal, hand: &[TileKind], rangers: Option<[Pos; 2]>) {
        let cell = |index: usize| match self.place(legal.actions[index], hand, rangers) {
            Place::Cell(_, pos) => pos,
            Place::Word(_) => Pos::ORIGIN,
        };
        let mut order: Vec<(u32, Pos, usize)> =
            legal.numbers.iter().enumerate().map(|(index, &number)| (number, cell(index), index)).collect();
        order.sort_unstable();
        let mut next = self.first_spare() as u32;
        for pair in order.windows(2) {
            if pair[0].0 == pair[1].0 {
                legal.numbers[pair[1].2] = next;
                next += 1;
            }
        }
        debug_assert!(next as usize <= self.count(), "more spare numbers than open cells allow");
    }

    #[inline]
    fn place(&self, action: Action, hand: &[TileKind], rangers: Option<[Pos; 2]>) -> Place {
        match action {
            Action::Place { tile, pos, rotation } => {
                let slot = hand.iter().position(|&held| held == tile).unwrap_or(0).min(self.slots - 1);
                Place::Cell(slot * TURNS + rotation.index(), pos)
            }
            Action::Recall { pos, .. } => Place::Cell(self.recall, pos),
            Action::Ranger { from, to } => {
                let which = match (from, rangers) {
                    (None, _) => HELD,
                    (Some(from), Some([first, _])) => usize::from(from != first),
                    (Some(_), None) => 0,
                };
                Place::Cell(self.rangers + which, to)
            }
            Action::Waterhole { pos, corner, animal } => {
                Place::Cell(self.waterholes + corner.index() * ANIMALS + animal.index(), pos)
            }
            Action::Follower { segment, with, piece } => {
                let companion = match with {
                    None => 0,
                    Some(PieceKind::Builder) => 1,
                    Some(_) => 2,
                };
                let index = usize::from(piece == PieceKind::LargeFollower) * COMPANIONS.len() + companion;
                Place::Word(self.followers[index].map_or(PASS, |begin| begin + segment.index()))
            }
            Action::Hut { segment } => Place::Word(self.hut + segment.index()),
            Action::Token { animal } => Place::Word(self.token + animal.index()),
            Action::ReturnFarmer => Place::Word(self.home),
            Action::Pass | Action::Draw { .. } | Action::DrawToken { .. } => Place::Word(PASS),
        }
    }

    /// The action with this number, if it is possible now.
    pub fn action(&self, game: &AnyGame, number: u32) -> Option<Action> {
        let mut legal = Legal::default();
        self.list(game, &mut legal);
        legal.find(number)
    }

    /// The number of an action, if it is possible now.
    pub fn number(&self, game: &AnyGame, action: Action) -> Option<u32> {
        let mut legal = Legal::default();
        self.list(game, &mut legal);
        legal.iter().find(|(_, known)| *known == action).map(|(number, _)| number)
    }

    /// What the planes of cells are, in order.
    pub fn planes(&self) -> Vec<String> {
        let mut names = Vec::new();
        for slot in 0..self.slots {
            let which = if self.slots > 1 { format!(" {slot}") } else { String::new() };
            names.extend((0..TURNS).map(|turns| format!("place{which} r{turns}")));
        }
        if self.rangers > self.recall {
            names.push("recall".to_owned());
        }
        if self.waterholes > self.rangers {
            names.extend(["first", "second", "held"].map(|which| format!("ranger {which}")));
            for corner in Corner::ALL {
                names.extend(Animal::ALL.map(|animal| format!("waterhole {corner} {animal}")));
            }
        }
        names
    }

    /// What the words after the planes are, in order.
    pub fn words(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.words];
        let mut name = |index: usize, text: String| {
            if let Some(slot) = names.get_mut(index).filter(|slot| slot.is_empty()) {
                *slot = text;
            }
        };
        name(PASS, "pass".to_owned());
        for (index, begin) in self.followers.iter().enumerate() {
            let Some(begin) = begin else { continue };
            let (piece, with) = combination(index);
            let with = with.map_or_else(String::new, |with| format!(" with {with}"));
            (0..MAX_SEGMENTS).for_each(|segment| name(begin + segment, format!("{piece} {segment}{with}")));
        }
        if self.token > self.hut {
            (0..MAX_SEGMENTS).for_each(|segment| name(self.hut + segment, format!("hut {segment}")));
        }
        if self.home > self.token {
            Animal::ALL.iter().for_each(|animal| name(self.token + animal.index(), format!("token {animal}")));
        }
        name(self.home, "return farmer".to_owned());
        names
    }

    /// What a number means, in words.
    pub fn meaning(&self, number: usize) -> Option<String> {
        let (cells, size) = (self.grid.cells(), self.grid.0);
        if number < self.first_word() {
            let (row, column) = (number % cells / size, number % size);
            let middle = (size / 2) as i64;
            let (x, y) = (column as i64 - middle, row as i64 - middle);
            return self.planes().get(number / cells).map(|plane| format!("{plane} at {x},{y}"));
        }
        if number < self.first_spare() {
            return self.words().into_iter().nth(number - self.first_word());
        }
        (number < self.count()).then(|| format!("spare {}", number - self.first_spare()))
    }
}

const fn combination(index: usize) -> (PieceKind, Option<PieceKind>) {
    (PieceKind::FOLLOWERS[index / COMPANIONS.len()], COMPANIONS[index % COMPANIONS.len()])
}

/// The rangers on the map in reading order; while one is held nobody asks.
fn sorted_rangers(safari: &Safari) -> [Pos; 2] {
    match *safari.rangers() {
        [first, second] => [first.min(second), first.max(second)],
        [only] => [only, only],
        _ => [Pos::ORIGIN; 2],
    }
}
