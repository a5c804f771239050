//! The topics of the rules, by game.

use super::example::Example;
use super::{base, hunters_gatherers, new_lands, safari};
use crate::lang::Lang;
use rules::GameId;

/// A text in the language asked for.
pub(super) type Text = fn(Lang) -> &'static str;

/// One thing that can be read about.
pub(crate) struct Topic {
    pub(super) title: Text,
    /// Paragraphs, one a line; a line that begins with `- ` is a point of a list.
    pub(super) text: Text,
    pub(super) example: Option<(Example, Text)>,
}

/// Every topic exists once: two are the same when they lie at the same place.
impl PartialEq for Topic {
    fn eq(&self, other: &Topic) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Topics that belong together: the game itself, or one of its options.
pub(super) struct Section {
    pub(super) title: Text,
    pub(super) topics: &'static [&'static Topic],
}

/// All that is to be said about a game and its options.
pub(super) const fn sections(game: GameId) -> &'static [Section] {
    match game {
        GameId::Base => base::SECTIONS,
        GameId::HuntersGatherers => hunters_gatherers::SECTIONS,
        GameId::NewLands => new_lands::SECTIONS,
        GameId::Safari => safari::SECTIONS,
    }
}

/// All topics of a game in the order in which they are read.
pub(super) fn topics(game: GameId) -> impl Iterator<Item = &'static Topic> {
    sections(game).iter().flat_map(|section| section.topics.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Event;

    fn examples() -> impl Iterator<Item = (GameId, &'static Topic, &'static Example, Text)> {
        let of_game = |game| topics(game).map(move |topic| (game, topic));
        let all = GameId::ALL.into_iter().flat_map(of_game);
        all.filter_map(|(game, topic)| topic.example.as_ref().map(|(example, text)| (game, topic, example, *text)))
    }

    /// The numbers written in digits.
    fn numbers(text: &str) -> Vec<u16> {
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn every_example_can_happen_and_pays_what_is_said() {
        for (game, topic, example, _) in examples() {
            let title = (topic.title)(Lang::english());
            let scene = example.play(game).unwrap_or_else(|error| panic!("{title}: {error}"));
            let points = scene.last.iter().flat_map(|entry| &entry.events).filter_map(|event| match event {
                Event::Scored(score) => Some((score.seat.number(), score.points)),
                _ => None,
            });
            assert_eq!(points.collect::<Vec<_>>(), example.points, "{title}");
        }
    }

    #[test]
    fn every_language_names_the_points_of_the_example() {
        for lang in Lang::all() {
            for (_, topic, example, caption) in examples() {
                let said = numbers(caption(lang));
                for (_, points) in example.points {
                    assert!(
                        said.contains(points),
                        "{} {}: {points} in {}",
                        lang.code(),
                        (topic.title)(lang),
                        caption(lang)
                    );
                }
            }
        }
    }

    #[test]
    fn every_language_gives_the_same_numbers() {
        for topic in GameId::ALL.into_iter().flat_map(topics) {
            let said = |lang: Lang| {
                let mut said = numbers((topic.text)(lang));
                said.sort_unstable();
                said
            };
            for lang in Lang::all() {
                assert_eq!(said(lang), said(Lang::english()), "{}: {}", lang.code(), (topic.title)(lang));
            }
        }
    }
}
