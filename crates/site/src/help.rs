//! The rules of each game as pages: the client's own topics, texts and played examples, so that nothing is told twice.

#[path = "../../web/src/help/base.rs"]
mod base;
#[path = "../../web/src/help/played.rs"]
mod example;
#[path = "../../web/src/help/hunters_gatherers.rs"]
mod hunters_gatherers;
#[path = "../../web/src/help/inns_cathedrals.rs"]
mod inns_cathedrals;
#[path = "../../web/src/help/new_lands.rs"]
mod new_lands;
#[path = "../../web/src/help/safari.rs"]
mod safari;
#[allow(dead_code, reason = "the client asks for more")]
#[path = "../../web/src/help/topic.rs"]
mod topic;

use crate::lang::Lang;
use art::{Highlight, Landscape, PlacedPiece};
use example::Scene;
use rules::{Event, GameId, PieceKind, Source};
use std::fmt::Write as _;

/// The side of a tile in the pictures, in pixels.
const TILE: f32 = 80.0;

/// A page with its pictures.
pub(crate) struct Page {
    pub(crate) markdown: String,
    /// The names of the pictures and what is in them.
    pub(crate) pictures: Vec<(String, String)>,
}

/// The name of a game as people know it.
pub(crate) fn title(game: GameId) -> &'static str {
    match game {
        GameId::Base => Lang.game_base(),
        GameId::HuntersGatherers => Lang.game_hunters_gatherers(),
        GameId::NewLands => Lang.game_new_lands(),
        GameId::Safari => Lang.game_safari(),
    }
}

/// All rules of a game and its options.
pub(crate) fn page(game: GameId) -> Result<Page, String> {
    let mut page = Page { markdown: format!("# {}\n", title(game)), pictures: Vec::new() };
    for (number, section) in topic::sections(game).iter().enumerate() {
        let name = (section.title)(Lang);
        // The first section is the game itself, which the page is called after.
        if number > 0 {
            let _ = write!(page.markdown, "\n## {name}\n");
        }
        for topic in section.topics {
            let heading = (topic.title)(Lang);
            let level = if number > 0 { "###" } else { "##" };
            let _ = write!(page.markdown, "\n{level} {heading}\n\n{}", paragraphs((topic.text)(Lang)));
            let Some((example, caption)) = &topic.example else { continue };
            let scene = example.play(game).map_err(|error| format!("{name}, {heading}: {error}"))?;
            let picture = format!("{}-{}.svg", game.name(), page.pictures.len() + 1);
            let caption = caption(Lang);
            let _ = write!(page.markdown, "\n![{heading}](pictures/{picture})\n\n*{}*\n", escaped(caption));
            page.pictures.push((picture, draw(game, &scene)));
        }
    }
    Ok(page)
}

/// Texts of the client have a paragraph a line; a line that begins with `- ` is a point of a list.
fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    let mut in_list = false;
    for line in text.trim().lines() {
        let point = line.starts_with("- ");
        let goes_on = point && in_list;
        if !out.is_empty() && !goes_on {
            out.push('\n');
        }
        in_list = point;
        let text = line.strip_prefix("- ").unwrap_or(line);
        let _ = writeln!(out, "{}{}", if point { "- " } else { "" }, escaped(text));
    }
    out
}

/// What Markdown would take for more than text.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '<' | '>' | '`' | '[' | ']' | '|' | '#') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The board after the example, with the pieces that have just been scored still on it, and what was scored pointed out.
fn draw(game: GameId, scene: &Scene) -> String {
    let mut drawn = art::Scene::of_game(&scene.game, Landscape::of_game(game).theme());
    let mut pieces = scene.game.pieces();
    for event in scene.events() {
        match event {
            Event::Returned { piece, .. } if !pieces.contains(piece) => pieces.push(*piece),
            Event::Scored(score) => {
                let board = scene.game.board();
                let place = score.at.filter(|_| matches!(score.source, Source::Feature(_)));
                let feature = place.and_then(|(pos, segment)| board.feature_at(pos, segment));
                let segments = feature.map(|feature| board.segments_of(feature)).unwrap_or_default();
                let point_out = |(pos, segment)| Highlight { pos, segment, seat: Some(score.seat) };
                drawn.highlights.extend(segments.into_iter().map(point_out));
            }
            _ => {}
        }
    }
    pieces.sort_by_key(|piece| (piece.pos, piece.segment, piece.kind != PieceKind::Follower));
    drawn.pieces = pieces.iter().map(PlacedPiece::from).collect();
    drawn.svg(TILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_page_with_pictures() {
        for game in GameId::ALL {
            let page = page(game).expect("a page");
            assert!(page.markdown.starts_with(&format!("# {}\n\n## ", title(game))), "{}", game.name());
            assert!(page.pictures.len() >= 5, "{}: {} pictures", game.name(), page.pictures.len());
            for (name, svg) in &page.pictures {
                assert!(page.markdown.contains(&format!("](pictures/{name})")));
                assert!(svg.starts_with("<svg"), "{name}");
            }
        }
    }

    #[test]
    fn texts_become_paragraphs_and_lists() {
        assert_eq!(paragraphs("One.\n- a\n- b*\nTwo."), "One.\n\n- a\n- b\\*\n\nTwo.\n");
    }
}
