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
        Counted::Symbol(Symbol::Monkey) => lang.counted_monkeys(n),
        Counted::Symbol(Symbol::Elephant) => lang.counted_elephants(n),
        Counted::Symbol(Symbol::Giraffe) => lang.counted_giraffes(n),
        Counted::Symbol(Symbol::Lion) => lang.counted_lions(n),
        Counted::Symbol(Symbol::Zebra) => lang.counted_zebras(n),
        Counted::Symbol(Symbol::Deer) => lang.counted_deer(n),
        Counted::Symbol(Symbol::Mammoth) => lang.counted_mammoths(n),
        Counted::Symbol(Symbol::Aurochs) => lang.counted_aurochs(n),
        // What tigers are counted for is the deer that are gone (H15).
        Counted::Symbol(Symbol::Tiger) => lang.counted_eaten(n),
        Counted::Symbol(symbol) => format!("{n} × {}", telling::symbol(lang, symbol)),
        _ => lang.counted_tokens(n),
    }
}

/// What was counted, in words; nothing where there is nothing to count.
pub(crate) fn counted(lang: Lang, score: &Score) -> String {
    // Cities of New Lands are ports, those at a field complete ones.
    let ports = matches!(score.source, Source::Feature(FeatureKind::Mountain | FeatureKind::Sea));
    let texts = score.facts.iter().filter(|_| is_told(score.source)).map(|(what, count)| match what {
        Counted::Cities if ports => lang.counted_ports(count.into()),
        what => fact(lang, what, count.into()),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Whether the fact says more than the name of what was scored.
fn is_told(source: Source) -> bool {
    match source {
        Source::Feature(_) | Source::Pig => true,
        Source::Goods(_) | Source::Waterhole | Source::Tokens => true,
        Source::Ranger => false,
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
                    assert!(!text.contains('×'), "numbers and words agree: {text:?}");
                    told += 1;
                }
            }
            assert!(told > 3, "{id:?}");
        }
    }
}
