//! Puzzles in words. Every number is counted on the board or was measured when the puzzle was found.

use crate::lang::Lang;
use crate::session::SeatInfo;
use crate::start::{game_name, level_word, option_name};
use crate::table::{event_text, feature_name};
use puzzles::{HARDEST, Puzzle, Theme};
use rules::{Event, FeatureKind, SeatSet};
use thinker::Level;

pub(super) fn theme_name(lang: Lang, theme: Theme) -> &'static str {
    match theme {
        Theme::Steal => lang.theme_steal(),
        Theme::Block => lang.theme_block(),
        Theme::Field => lang.theme_field(),
        Theme::Last => lang.theme_last(),
        Theme::Close => lang.theme_close(),
        Theme::Wait => lang.theme_wait(),
    }
}

/// The game with its options.
pub(super) fn game_of(lang: Lang, puzzle: &Puzzle) -> String {
    let setup = puzzle.record.setup();
    let options = setup.options().iter().map(|option| option_name(lang, option));
    std::iter::once(game_name(lang, setup.game())).chain(options).collect::<Vec<_>>().join(" + ")
}

/// What else a card of a list says: with what the game is played, or what else the puzzle is about.
pub(super) fn beside_theme(lang: Lang, puzzle: &Puzzle) -> String {
    let options: Vec<_> = puzzle.record.setup().options().iter().map(|option| option_name(lang, option)).collect();
    let themes = puzzle.themes.iter().skip(1).map(|theme| theme_name(lang, *theme));
    if options.is_empty() { themes.collect::<Vec<_>>().join(", ") } else { options.join(" + ") }
}

/// What a puzzle is about, without giving its solution away more than its theme does.
pub(super) fn title(lang: Lang, puzzle: &Puzzle) -> String {
    let theme = puzzle.themes.first().map_or("", |theme| theme_name(lang, *theme));
    format!("{theme} · {}", lang.puzzle_level(puzzle.difficulty(), HARDEST))
}

/// Why the best move is best, in sentences.
pub(super) fn reasons(lang: Lang, puzzle: &Puzzle, seats: &[SeatInfo]) -> Vec<String> {
    let mut all = Vec::new();
    let Some(insight) = puzzle.insight() else { return all };
    let feature = |kind: FeatureKind| Lang::capital(feature_name(lang, kind));
    let points = |points: u16| lang.points(u32::from(points));
    let owner = |owners: SeatSet| {
        let names = owners.iter().filter_map(|seat| seats.get(seat.index())).map(|info| info.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    for score in &insight.points {
        all.extend(event_text(lang, seats, &Event::Scored(*score)));
    }
    for taken in &insight.taken {
        let (kind, from, was) = (feature(taken.kind), owner(taken.from), points(taken.was_worth));
        let text = if taken.shared { lang.puzzle_shared(kind, from, was) } else { lang.puzzle_taken(kind, from, was) };
        all.push(match taken.scored {
            true => text,
            false => format!("{text} {}", lang.puzzle_brings(points(taken.now_worth))),
        });
    }
    for blocked in &insight.blocked {
        let (kind, of, worth) = (feature(blocked.kind), owner(blocked.of), points(blocked.worth));
        all.push(match blocked.fit_now {
            0 => lang.puzzle_dead(kind, of, worth),
            now => lang.puzzle_hard(kind, of, worth, now, blocked.fit_before),
        });
    }
    if let Some(near) = insight.approach.filter(|near| near.joining > 0) {
        all.push(lang.puzzle_near(feature(near.kind), owner(near.of), points(near.worth), near.joining));
    }
    if let Some(placed) = insight.placed.filter(|placed| placed.worth > 0) {
        all.push(lang.puzzle_placed(feature(placed.on), points(placed.worth)));
    }
    if insight.followers_before > 0 && insight.followers_after == 0 {
        all.push(lang.puzzle_last().to_owned());
    }
    if insight.home > 0 {
        all.push(lang.puzzle_home(insight.home));
    }
    if insight.waits {
        all.push(lang.puzzle_waits(insight.followers_after));
    }
    let [best, second] = puzzle.expected.map(|margin| lang.signed(margin));
    all.push(lang.puzzle_expected(best, second));
    let missed = puzzle.missed.iter().filter_map(|name| Level::from_name(name)).map(|level| level_word(lang, level));
    let missed = missed.collect::<Vec<_>>().join(", ");
    all.push(if missed.is_empty() { lang.puzzle_missed_none().to_owned() } else { lang.puzzle_missed(missed) });
    all.push(lang.puzzle_measured(puzzle.playouts[1]));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Player;
    use rules::{Bag, Game, GameId, HuntersGatherers};

    /// The numbers in a text, decimal signs as points.
    fn numbers(text: &str) -> Vec<String> {
        let part = |letter: char| letter.is_ascii_digit();
        let mut found = Vec::new();
        let mut now = String::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let decimal =
                matches!(letter, '.' | ',') && !now.is_empty() && letters.peek().is_some_and(|next| part(*next));
            if part(letter) {
                now.push(letter);
            } else if decimal {
                now.push('.');
            } else if !now.is_empty() {
                found.push(std::mem::take(&mut now));
            }
        }
        found.extend((!now.is_empty()).then_some(now));
        found
    }

    #[test]
    fn sentences_claim_only_what_the_position_holds() {
        for game in GameId::ALL {
            for puzzle in puzzles::read(puzzles::text(game)).expect("puzzles") {
                let before = puzzle.game();
                let mut after = before.clone();
                let mut events: Vec<Event> = Vec::new();
                for action in std::iter::once(puzzle.best.place).chain(puzzle.best.then) {
                    after.play_logged(action, &mut events).expect("possible");
                }
                // Everything that can be counted on the board before and after the move.
                let mut known: Vec<String> = puzzle.expected.map(|margin| format!("{:.1}", margin.abs())).to_vec();
                known.push(puzzle.playouts[1].to_string());
                let mut count = |number: u32| known.push(number.to_string());
                for side in [&before, &after] {
                    for id in side.board().feature_ids() {
                        if let Some(worth) = side.worth(id) {
                            count(worth.at_end.into());
                            count(worth.complete.unwrap_or(0).into());
                        }
                    }
                    let supply = side.supply(puzzle.seat());
                    count(supply.followers().map(|kind| u32::from(supply.count(kind))).sum());
                    for pos in side.board().open_positions() {
                        let fits =
                            |tile| rules::Rotation::ALL.iter().any(|turned| side.board().accepts(tile, pos, *turned));
                        let bonus = side.unit::<HuntersGatherers>().map(HuntersGatherers::bonus);
                        let to_come = side.bag().iter().chain(bonus.into_iter().flat_map(Bag::iter));
                        count(to_come.filter(|(tile, _)| fits(*tile)).map(|(_, n)| u32::from(n)).sum());
                    }
                }
                for event in &events {
                    if let Event::Scored(score) = event {
                        count(score.points.into());
                        score.facts.iter().for_each(|(_, facts)| count(facts.into()));
                    }
                }
                let home = events.iter().filter(|event| matches!(event, Event::Returned { .. }));
                let home = home.count() as u32;
                (0..=home).for_each(&mut count);
                let insight = puzzle.insight().expect("possible");
                let joining = insight.approach.map(|near| near.joining.to_string());
                for lang in Lang::all() {
                    let seats: Vec<SeatInfo> = ["A", "B", "C", "D", "E", "F"]
                        .map(|name| SeatInfo { name: name.to_owned(), colour: 0, player: Player::Person })
                        .to_vec();
                    let sentences = reasons(lang, &puzzle, &seats);
                    assert!(sentences.len() >= 4, "{}: {sentences:?}", puzzle.name);
                    for number in sentences.iter().flat_map(|text| numbers(text)) {
                        let is_known = known.contains(&number) || joining.as_ref() == Some(&number);
                        assert!(is_known, "{} ({}): {number} in {sentences:?}", puzzle.name, lang.code());
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_are_found_in_sentences() {
        assert_eq!(numbers("a 12, b (3.5) −4,5."), ["12", "3.5", "4.5"]);
    }
}
