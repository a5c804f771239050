//! What a position is worth to each player.

use crate::net::View;
use crate::weights::Weights;
use rules::{Action, Actor, AnyGame, Game, Log, MAX_SEATS, Phase, Pos, Seat, TileKind};

/// What each seat is expected to have at the end of the game.
pub type Scores = [f32; MAX_SEATS];

/// What is better for a seat: its own score against the others'. With two players the margin; with more, half of the
/// weight lies on the strongest of the others.
pub fn margin(scores: &Scores, seat: Seat, players: u8) -> f32 {
    let others = Seat::of(players).filter(|&other| other != seat).map(|other| scores[other.index()]);
    let (mut sum, mut best) = (0.0, f32::MIN);
    for score in others {
        sum += score;
        best = if score > best { score } else { best };
    }
    let mean = sum / f32::from(players.max(2) - 1);
    scores[seat.index()] - 0.5 * (mean + best)
}

/// The points as they are; the result when the game is over.
pub(crate) fn final_scores<G: Game>(game: &G) -> Scores {
    let mut scores = [0.0; MAX_SEATS];
    for (score, &points) in scores.iter_mut().zip(game.scores()) {
        *score = points.into();
    }
    scores
}

/// Judges positions of one game. It knows what everybody may know and nothing else.
pub trait Judge: Clone + Send + 'static {
    /// The game.
    type Game: Game + Send + Sync + 'static;
    /// Its weights.
    type Weights: Weights;

    /// The game, if it is one that this judge knows.
    fn game_of(game: &AnyGame) -> Option<&Self::Game>;

    /// A judge for games like this one.
    fn new(game: &Self::Game, weights: &Self::Weights) -> Self;

    /// Makes this judge know the same tiles to come as another one like it.
    fn follow(&mut self, other: &Self) {
        self.clone_from(other);
    }

    /// Takes in which tiles are still to come. Positions with other tiles to come are judged only after this, or after
    /// [`Judge::drawn`].
    fn prepare(&mut self, game: &Self::Game);

    /// A tile has left the bag.
    fn drawn(&mut self, game: &Self::Game, tile: TileKind);

    /// The expected scores at the end; exact when the game is over.
    fn evaluate(&mut self, game: &Self::Game) -> Scores;

    /// The same, noting on the way what a net wants to know.
    #[doc(hidden)]
    fn look(&mut self, game: &Self::Game, view: &mut View) -> Scores;

    /// All placements of a tile in this position are about to be judged.
    fn begin_sweep(&mut self) {}

    /// A tile is about to be laid on this cell, of the position that is swept.
    fn will_lay(&mut self, _game: &Self::Game, _pos: Pos) {}

    /// No more of them.
    fn end_sweep(&mut self) {}

    /// The answer to a small decision where that is plain to see, so that not all need be tried.
    fn plain_answer(&self, _game: &Self::Game, _answers: &[Action]) -> Option<Action> {
        None
    }

    /// Calls back for each action of the phase `act` of `desk.placed` with the expected scores after it.
    fn acts(&mut self, desk: &mut Desk<Self::Game>, each: &mut dyn FnMut(Action, &Scores)) {
        self.try_acts(desk, each);
    }

    /// The same by playing each of them.
    fn try_acts(&mut self, desk: &mut Desk<Self::Game>, each: &mut dyn FnMut(Action, &Scores)) {
        let Desk { placed, after, trial, acts, answers, .. } = desk;
        placed.actions(acts);
        for &act in acts.iter() {
            after.copy_from(placed);
            after.play_unchecked(act, &mut ());
            settle(self, after, trial, answers, &mut ());
            each(act, &self.evaluate(after));
        }
    }
}

/// Games to try moves on, kept so that nothing is allocated while searching.
pub struct Desk<G> {
    /// The tile is laid, nothing more.
    pub(crate) placed: G,
    pub(crate) after: G,
    pub(crate) trial: G,
    pub(crate) places: Vec<Action>,
    pub(crate) acts: Vec<Action>,
    pub(crate) answers: Vec<Action>,
}

impl<G: Game> Desk<G> {
    /// Room for games like this one.
    pub fn new(game: &G) -> Desk<G> {
        Desk {
            placed: game.clone(),
            after: game.clone(),
            trial: game.clone(),
            places: Vec::new(),
            acts: Vec::new(),
            answers: Vec::new(),
        }
    }
}

/// Plays the small decisions that follow a turn's action (tokens, rangers, farmers), each the best for whoever decides.
pub(crate) fn settle<J: Judge>(
    judge: &mut J,
    game: &mut J::Game,
    trial: &mut J::Game,
    answers: &mut Vec<Action>,
    log: &mut impl Log,
) {
    while matches!(game.phase(), Phase::Pig | Phase::Token | Phase::Ranger) {
        let Actor::Player(seat) = game.to_act() else { return };
        let players = game.setup().players();
        game.actions(answers);
        if let Some(answer) = judge.plain_answer(game, answers) {
            game.play_unchecked(answer, log);
            continue;
        }
        let mut best: Option<(f32, Action)> = None;
        for &answer in answers.iter() {
            trial.copy_from(game);
            trial.play_unchecked(answer, &mut ());
            let value = margin(&judge.evaluate(trial), seat, players);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, answer));
            }
        }
        let Some((_, answer)) = best else { return };
        game.play_unchecked(answer, log);
    }
}
