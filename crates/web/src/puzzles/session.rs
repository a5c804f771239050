//! A table with a puzzle: one turn of one person.

use super::{Puzzling, Verdict, load};
use crate::app::App;
use crate::part;
use crate::session::{LocalSession, Player, Saved, SeatInfo, Session};
use crate::table::{TableState, table_page};
use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::{Puzzle, Turn};
use rules::{Action, AnyGame, GameId, Illegal, Record};
use table::Entry;

use super::progress::{Progress, game_of, index_of, today};

pub(super) struct PuzzleSession {
    inner: LocalSession,
    seats: Vec<SeatInfo>,
    puzzling: Puzzling,
    /// The puzzle of the day is noted as such.
    daily: bool,
}

impl PuzzleSession {
    /// A table for a puzzle; nothing if its game cannot be played on.
    fn new(puzzle: &Puzzle, puzzling: Puzzling, daily: bool, name: impl Fn(usize) -> String) -> Option<PuzzleSession> {
        let saved = Saved::from_record(puzzle.record.clone(), name);
        let inner = LocalSession::open(saved).ok()?;
        let mut seats = inner.seats().to_vec();
        for (seat, info) in puzzle.record.setup().seats().zip(&mut seats) {
            info.player = if seat == puzzle.seat() { Player::Person } else { Player::Elsewhere };
        }
        Some(PuzzleSession { inner, seats, puzzling, daily })
    }
}

impl Session for PuzzleSession {
    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn game(&self) -> &AnyGame {
        self.inner.game()
    }

    fn history(&self) -> &[Entry] {
        self.inner.history()
    }

    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.inner.play(action)?;
        // The rest of the turn still belongs to the person; what comes after it to nobody.
        if matches!(action, Action::Place { .. }) && self.inner.game().phase() == rules::Phase::Act {
            return Ok(());
        }
        for info in &mut self.seats {
            info.player = Player::Elsewhere;
        }
        Ok(())
    }

    fn undo_turn(&mut self) -> bool {
        false
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn attempt(&mut self, actions: &[Action]) -> bool {
        let Puzzling { verdict, puzzle, wrong } = self.puzzling;
        let Some((&place, rest)) = actions.split_first() else { return false };
        let turn = Turn { place, then: rest.first().copied() };
        let (solved, loss, name) = puzzle.with_value(|puzzle| {
            let solved = puzzle.is_solved_by(turn);
            (solved, if solved { None } else { puzzle.loss(turn) }, puzzle.name.clone())
        });
        if !solved {
            wrong.update_value(|wrong| *wrong += 1);
            verdict.set(Verdict::Wrong(loss.unwrap_or_default()));
            return false;
        }
        let mut progress = Progress::load();
        progress.note(&name, self.daily, today());
        progress.store();
        verdict.set(Verdict::Solved(wrong.get_value()));
        true
    }

    fn puzzle(&self) -> Option<Puzzling> {
        Some(self.puzzling)
    }
}

/// One puzzle at the table.
#[component]
pub(super) fn PuzzlePage(game: GameId, name: String) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let state: RwSignal<Option<Result<TableState, &'static str>>> = RwSignal::new(None);
    let owner = Owner::current().unwrap_or_default();
    spawn_local(async move {
        let Some(all) = load(game).await else {
            state.try_set(Some(Err(lang.puzzle_absent())));
            return;
        };
        let today = today();
        let daily = game_of(today) == game && all.get(index_of(today, all.len())).is_some_and(|it| it.name == name);
        let found = all.into_iter().find(|puzzle| puzzle.name == name).and_then(|puzzle| {
            // The table belongs to this page and goes with it.
            owner.with(|| {
                let puzzling = Puzzling {
                    verdict: RwSignal::new(Verdict::Fresh),
                    puzzle: StoredValue::new(puzzle.clone()),
                    wrong: StoredValue::new(0),
                };
                let session = PuzzleSession::new(&puzzle, puzzling, daily, |index| lang.player(index + 1))?;
                Some(TableState::new(Box::new(session), false, None))
            })
        });
        state.try_set(Some(found.ok_or(lang.puzzle_unknown())));
    });
    move || match state.get() {
        None => ().into_any(),
        Some(Ok(state)) => part::later(move || table_page(state)),
        Some(Err(text)) => view! {
            <p class="absent" role="alert">{text} " " <a class="button" href="#puzzles">{lang.puzzle_list()}</a></p>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;
    use rules::Actor;

    #[test]
    fn only_the_best_turn_is_played_and_then_nobody_acts() {
        let owner = Owner::new();
        owner.with(|| {
            let puzzle = puzzles::read(puzzles::text(GameId::Base)).expect("puzzles").remove(0);
            let puzzling = Puzzling {
                verdict: RwSignal::new(Verdict::Fresh),
                puzzle: StoredValue::new(puzzle.clone()),
                wrong: StoredValue::new(0),
            };
            let lang = Lang::english();
            let name = |index: usize| lang.player(index + 1);
            let mut session = PuzzleSession::new(&puzzle, puzzling, false, name).expect("a session");
            assert!(session.is_person(puzzle.seat()));
            let actions = |turn: Turn| -> Vec<Action> { std::iter::once(turn.place).chain(turn.then).collect() };
            assert!(!session.attempt(&actions(puzzle.second)));
            let worse = puzzle.loss(puzzle.second).expect("the second move is possible");
            assert_eq!(puzzling.verdict.get_untracked(), Verdict::Wrong(worse));
            assert!(worse >= 4.0, "{worse}");
            for action in actions(puzzle.best) {
                session.play(action).expect("the best move is possible");
            }
            if let Actor::Player(seat) = session.game().to_act() {
                assert!(!session.is_person(seat), "the turn is over");
            }
            assert!(!session.undo_turn());
        });
    }
}
