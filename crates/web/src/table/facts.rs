//! What was counted for points, one fact after the other: "4 tiles, 2 shields".

use super::telling;
use crate::lang::Lang;
use rules::{Counted, FeatureKind, Score, Source, Symbol};

/// A number of something, in words.
fn fact(lang: Lang, what: Counted, n: u32) -> String {
    match what {
        Counted::Tiles | Counted::Surroundings => lang.counted_tiles(n),
        Counted::Parts => lang.counted_parts(n),
        Counted::Cities => lang.counted_cities(n),
        Counted::Kinds => lang.counted_kinds(n),
        Counted::Symbol(Symbol::Shield) => lang.counted_shields(n),
        Counted::Symbol(Symbol::Mushroom) => lang.counted_mushrooms(n),
        Counted::Symbol(Symbol::Fish) => lang.counted_fish(n),
        Counted::Symbol(Symbol::Bird) => lang.counted_birds(n),
        Counted::Symbol(Symbol::Port) => lang.counted_ports(n),
        // One is as good as two (I7, I11).
        Counted::Symbol(symbol @ (Symbol::Inn | Symbol::Cathedral)) => telling::symbol(lang, symbol).to_owned(),
        Counted::Symbol(symbol) => format!("{n} × {}", telling::symbol(lang, symbol)),
        _ => format!("{n} × {}", lang.tokens()),
    }
}

/// What was counted, in words; nothing where there is nothing to count.
pub(crate) fn counted(lang: Lang, score: &Score) -> String {
    // Cities of New Lands are ports, those at a field complete ones.
    let ports = matches!(score.source, Source::Feature(FeatureKind::Mountain | FeatureKind::Sea));
    let texts = score.facts.iter().filter(|(what, _)| is_told(score.source, *what)).map(|(what, count)| match what {
        Counted::Cities if ports => lang.counted_ports(count.into()),
        what => fact(lang, what, count.into()),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Whether the fact says more than the name of what was scored.
fn is_told(source: Source, what: Counted) -> bool {
    match source {
        Source::Feature(_) | Source::Pig => true,
        Source::Goods(_) | Source::Ranger | Source::Waterhole | Source::Tokens => what == Counted::Cities,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{Event, GameId, Options, Seat, Setup};

    #[test]
    fn every_feature_that_scores_says_what_was_counted() {
        let lang = Lang::english();
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let games: Vec<_> = (0..6).map(|seed| played(&setup, seed, usize::MAX)).collect();
            let mut told = 0;
            for event in games.iter().flat_map(table::Table::history).flat_map(|entry| &entry.events) {
                let Event::Scored(score) = event else { continue };
                if matches!(score.source, Source::Feature(_)) && score.points > 0 {
                    let text = counted(lang, score);
                    assert!(text.contains(|letter: char| letter.is_ascii_digit()), "{id:?} {score:?}: {text:?}");
                    told += 1;
                }
            }
            assert!(told > 3, "{id:?}");
        }
    }
}
