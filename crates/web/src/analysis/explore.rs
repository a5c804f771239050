//! What could have been: other moves with their numbers, tiles as one wants them, variations to keep, and questions about the
//! position.

use super::keep::Variation;
use super::onward::Onward;
use super::outlook::HowItEnds;
use super::words;
use super::{Analysis, StudySession, TRIED, Tab};
use crate::app::App;
use crate::board::{TilePicture, cell_at, corner_of, tile_art};
use crate::bots::Inquiry;
use crate::lang::Lang;
use crate::session::SeatInfo;
use crate::table::{Pointed, TableState, place_words};
use leptos::prelude::*;
use rules::{Action, Actor, AnyGame, Dealing, FeatureKind, Game as _, Phase, Pos, Record, Rotation, Seat, TileKind};
use study::{Budget, BudgetText, Closing, Hurt, Line, Place};

/// How many tiles that would hurt are named.
const HURTS: usize = 6;

/// Leaves the game where it is looked at.
pub(super) fn begin(state: TableState, analysis: Analysis) {
    let now = untrack(|| state.moment());
    // A decision is tried again; what was done in it is not.
    let from = analysis.report.with_untracked(|report| Analysis::decision_at(report, now).map(|step| step.at));
    analysis.tab.set(Tab::Explore);
    state.with_study(None, |session| session.branch(from.unwrap_or(now)));
}

/// Goes back to the decision that was looked at.
pub(super) fn go_back(state: TableState, analysis: Analysis) {
    let from = state.read_untracked(|session| session.studied().and_then(StudySession::from)).unwrap_or(0);
    let to = analysis.report.with_untracked(|report| {
        let begins = if report.step_at(from).is_some_and(|step| step.draw().is_some()) { from + 1 } else { from };
        let decided = report.step_at(begins).filter(|step| step.decision().is_some());
        decided.map_or(from, |step| step.at + step.length)
    });
    Analysis::show(state, to);
}

#[component]
pub(super) fn Explore(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let tried = Memo::new(move |_| state.read(|session| session.studied().and_then(StudySession::from)));
    // The text of what is looked at: asked about whenever it changes.
    let record = Memo::new(move |_| {
        tried.get()?;
        let now = state.moment();
        state.read(|session| {
            let actions = session.history().iter().take(now).map(|entry| entry.action);
            let line = Record::new(*session.game().setup(), Dealing::default(), actions);
            line.ok().map(|line| line.to_string())
        })
    });
    Effect::new(move |_| {
        analysis.lines.set(None);
        analysis.hurts.set(None);
        let Some(record) = record.get() else { return };
        let request = Inquiry::Moves(BudgetText(Budget::Playouts(TRIED))).text(&record);
        analysis.aside.with_value(|bots| {
            bots.ask(request, move |text| {
                let lines = text.and_then(|text| serde_json::from_str::<Vec<Line>>(&text).ok());
                analysis.lines.try_set(Some(lines.unwrap_or_default()));
            });
        });
    });
    let keep = move |_| {
        let variation = state.read_untracked(|session| {
            let session = session.studied()?;
            Some(Variation { from: session.from()?, actions: session.tried() })
        });
        if let Some(variation) = variation {
            analysis.variations.update(|known| {
                if !known.contains(&variation) {
                    known.push(variation);
                }
            });
            analysis.keep();
        }
    };
    view! {
        <Show
            when=move || tried.get().is_some()
            fallback=move || view! {
                <p class="size">{lang.study_explore_about()}</p>
                <button class="primary try" on:click=move |_| begin(state, analysis)>{lang.study_try()} <span class="key">"(E)"</span></button>
            }
        >
            <div class="pair">
                <button class="back-to-game" on:click=move |_| go_back(state, analysis)>{lang.study_back()}</button>
                <button class="keep-line" on:click=keep>{lang.study_keep()}</button>
            </div>
            <Drawn state/>
            <Lines state analysis/>
        </Show>
        <Variations state analysis/>
        <Onward state/>
        <HowItEnds state/>
        <Needs state/>
        <Hurts state analysis/>
    }
}

/// The tile in hand, and the others that could be.
#[component]
fn Drawn(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let tiles = Memo::new(move |_| {
        state.read(|session| {
            let game = session.game();
            let fresh = matches!(session.history().last().map(|entry| entry.action), Some(Action::Draw { .. }));
            let now = game.tile().filter(|_| game.phase() == Phase::Place && fresh)?;
            let mut kinds: Vec<(TileKind, u8)> = game.bag().iter().collect();
            kinds.retain(|(kind, _)| *kind != now);
            Some((now, kinds))
        })
    });
    let choose = move |event| {
        if let Ok(kind) = event_target_value(&event).parse::<TileKind>() {
            state.with_study(None, |session| session.redraw(kind));
        }
    };
    move || {
        let (now, others) = tiles.get()?;
        let option = |(kind, count): (TileKind, u8)| {
            let about = crate::table::tile_words(lang, kind, Rotation::NONE);
            view! { <option value=kind.to_string()>{format!("{about} ×{count}")}</option> }
        };
        Some(view! {
            <label class="drawn">
                <span class="thumb" aria-hidden="true"><TilePicture kind=now rotation=Rotation::NONE/></span>
                <span>{lang.study_other_tile()}</span>
                <select on:change=choose>
                    <option value=now.to_string() selected=true>{crate::table::tile_words(lang, now, Rotation::NONE)}</option>
                    {others.into_iter().map(option).collect_view()}
                </select>
            </label>
        })
    }
}

/// The moves of the position with their numbers; a touch plays one.
#[component]
fn Lines(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let item = move |line: Line, game: &AnyGame| {
        let Actor::Player(seat) = game.to_act() else { return ().into_any() };
        let text = words::line(lang, game, &line);
        let (first, then) = (line.first, line.then);
        let laid = super::laid(first);
        let (cell, tile) = (laid.map(|laid| laid.pos), laid.map(|laid| (laid.kind, laid.rotation)));
        let play = move |_| {
            let actions: Vec<Action> = [Some(first), then].into_iter().flatten().collect();
            if let Some(count) = state.past.get_untracked() {
                state.with_study(None, |session| session.rewind(count));
            }
            state.play(&actions);
        };
        let point = move |on: bool| state.pointed.set(cell.filter(|_| on).map(Pointed::Cell));
        view! {
            <li>
                <button
                    class="line"
                    on:click=play
                    on:pointerenter=move |_| point(true)
                    on:pointerleave=move |_| point(false)
                    on:focus=move |_| point(true)
                    on:blur=move |_| point(false)
                >
                    {tile.map(|(kind, rotation)| view! { <span class="thumb" aria-hidden="true"><TilePicture kind rotation=rotation/></span> })}
                    <span class="text">{text}</span>
                    <b>{words::points(lang, line.value.lead(seat.number()))}</b>
                    <span class="chance">{words::percent(line.value.chance(seat.number()))}</span>
                </button>
            </li>
        }
        .into_any()
    };
    let list = move || match analysis.lines.get() {
        None => view! { <p class="size" aria-busy="true">{lang.study_thinking()}</p> }.into_any(),
        Some(lines) if lines.is_empty() => {
            let over = untrack(|| state.read_game(|game| game.phase() == Phase::Over));
            over.then(|| view! { <p class="size">{lang.study_line_over()}</p> }).into_any()
        }
        Some(lines) => {
            let items =
                untrack(|| state.read_game(|game| lines.into_iter().map(|line| item(line, game)).collect_view()));
            view! { <ol class="lines" aria-label=lang.study_lines()>{items}</ol> }.into_any()
        }
    };
    view! { <div aria-live="polite">{list}</div> }
}

/// What was kept.
#[component]
fn Variations(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let item = move |variation: Variation| {
        let (from, actions) = (variation.from, variation.actions.clone());
        let text = analysis.study.with_value(|study| branch_text(lang, &study.position(from), &actions));
        let turn = analysis.study.with_value(|study| study.position(from).turn());
        let forget = move |_| {
            analysis.variations.update(|known| known.retain(|other| *other != variation));
            analysis.keep();
        };
        let open = move |_| {
            analysis.tab.set(Tab::Explore);
            state.with_study(None, |session| session.take_up(from, &actions));
        };
        view! {
            <li>
                <button class="variation" on:click=open><b>{lang.study_turn(turn)}</b> " " {text}</button>
                <button class="forget" title=lang.study_forget() aria-label=lang.study_forget() on:click=forget>"×"</button>
            </li>
        }
    };
    view! {
        <Show when=move || !analysis.variations.with(Vec::is_empty)>
            <h3>{lang.study_variations()}</h3>
            <ul class="variations">
                {move || analysis.variations.get().into_iter().map(item).collect_view()}
            </ul>
        </Show>
    }
}

/// A variation as people would tell it: the places of its tiles and what is done there.
fn branch_text(lang: Lang, from: &AnyGame, actions: &[Action]) -> String {
    let mut game = from.clone();
    let mut parts = Vec::new();
    let mut rest = actions.iter().copied().peekable();
    while let Some(action) = rest.next() {
        let player = matches!(game.to_act(), Actor::Player(_));
        let before = game.clone();
        if game.play(action).is_err() {
            break;
        }
        let then = rest.peek().copied().filter(|_| game.phase() == Phase::Act);
        if player && matches!(action, Action::Place { .. }) {
            parts.push(words::moved(lang, &before, action, then));
        }
    }
    parts.join(" → ")
}

/// The features with pieces in the position that is looked at.
fn occupied(game: &AnyGame) -> Vec<(Place, FeatureKind)> {
    let board = game.board();
    let mut seen = Vec::new();
    let mut places = Vec::new();
    for piece in game.pieces() {
        let Some(id) = board.feature_at(piece.pos, piece.segment) else { continue };
        // What is worth nothing to anybody has no answers.
        if !seen.contains(&id) && game.worth(id).is_some() {
            seen.push(id);
            places.push((Place::new(piece.pos, piece.segment), board.feature_info(id).kind));
        }
    }
    places
}

/// What closing a feature needs, and how likely that is: the one that is pointed at, or one that is chosen.
#[component]
fn Needs(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let chosen: RwSignal<Option<Place>> = RwSignal::new(None);
    let places = Memo::new(move |_| state.read_game(occupied));
    // A touch on the board chooses as well.
    Effect::new(move |_| {
        let Some(point) = state.hover.get() else { return };
        let place = untrack(|| {
            state.read_game(|game| {
                let laid = game.board().laid_at(cell_at(point))?;
                let segment = tile_art(laid.kind).segment_at(point - corner_of(laid.pos), laid.rotation)?;
                let id = game.board().feature_at(laid.pos, segment)?;
                game.worth(id).map(|_| Place::new(laid.pos, segment))
            })
        });
        if place.is_some() && place != chosen.get_untracked() {
            chosen.set(place);
        }
    });
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let place = index.and_then(|index| places.with_untracked(|places| places.get(index).copied()));
        chosen.set(place.map(|(place, _)| place));
        state.pointed.set(place.map(|(place, _)| Pointed::Feature(place.pos(), place.segment())));
    };
    let answer = move || {
        let place = chosen.get()?;
        let seats = state.read_untracked(|session| session.seats().to_vec());
        state.read_game(|game| {
            let seat = game.active().unwrap_or_default();
            let closing = study::closing(game, place, seat)?;
            let mut lines = owners_text(lang, game, place, &closing, &seats);
            lines.extend(needs_text(lang, &closing, &words::named(&seats, &[seat.number()])));
            Some(lines)
        })
    };
    let option = move |(index, (place, kind)): (usize, (Place, FeatureKind))| {
        let text = format!("{}, {}", words::feature(lang, kind), place_words(lang, place.pos()));
        view! { <option value=index>{text}</option> }
    };
    view! {
        <section class="question needs">
            <h3>{lang.study_needs()}</h3>
            <select aria-label=lang.study_needs() on:change=choose>
                <option value="">{lang.study_choose_feature()}</option>
                {move || places.get().into_iter().enumerate().map(option).collect_view()}
            </select>
            <div aria-live="polite">{move || answer().map(|lines| lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view())}</div>
        </section>
    }
}

/// Who owns a feature, by how many followers if several players stand there, and what it would bring now.
fn owners_text(lang: Lang, game: &AnyGame, place: Place, closing: &Closing, seats: &[SeatInfo]) -> Vec<String> {
    let what = Lang::capital(words::kind(lang, &closing.kind));
    let owners = words::named(seats, &closing.owners);
    let here = game.board().feature_at(place.pos(), place.segment());
    let strength = |seat: Seat| here.map_or(0, |id| game.board().feature(id).strength(seat));
    let standing: Vec<String> = Seat::ALL
        .into_iter()
        .zip(seats)
        .filter(|(seat, _)| strength(*seat) > 0)
        .map(|(seat, info)| format!("{} ×{}", info.name, strength(seat)))
        .collect();
    let mut text = match owners.is_empty() {
        true => format!("{what}: {}", lang.card_nobody()),
        false => lang.study_owned(what, owners),
    };
    if standing.len() > 1 {
        text = format!("{text} ({})", standing.join(", "));
    }
    let worth = here.and_then(|id| game.worth(id)).filter(|_| !standing.is_empty());
    let now = worth.map(|worth| format!("{}: {}", lang.card_now(), lang.points(worth.at_end.into())));
    std::iter::once(text).chain(now).collect()
}

fn needs_text(lang: Lang, closing: &Closing, asks: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let Some(points) = closing.points else {
        lines.push(lang.study_never_closed().to_owned());
        return lines;
    };
    if closing.holes.is_empty() {
        lines.push(format!("{}: {}", lang.card_is_complete(), lang.points(points.into())));
        return lines;
    }
    lines.push(format!("{}: {}", lang.card_complete(), lang.points(points.into())));
    for hole in &closing.holes {
        lines.push(lang.study_hole(place_words(lang, Pos::new(hole.x, hole.y)), hole.fits, closing.left));
    }
    if let Some(count) = closing.closers {
        lines.push(lang.study_closers(count, closing.left));
    }
    let chance = words::percent(closing.chance);
    lines.push(match closing.holes.len() {
        1 => lang.study_chance(asks, chance, closing.own),
        _ => lang.study_chance_about(asks, chance, closing.own),
    });
    lines
}

/// Which tiles would hurt a player.
#[component]
fn Hurts(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let asked = RwSignal::new(false);
    let ask = move |seat: Seat| {
        asked.set(true);
        analysis.hurts.set(None);
        let now = untrack(|| state.moment());
        let record = state.read_untracked(|session| {
            let actions = session.history().iter().take(now).map(|entry| entry.action);
            Record::new(*session.game().setup(), Dealing::default(), actions).ok()
        });
        let Some(record) = record else { return };
        analysis.aside.with_value(|bots| {
            bots.ask(Inquiry::Hurts(seat).text(&record.to_string()), move |text| {
                let hurts = text.and_then(|text| serde_json::from_str::<Vec<Hurt>>(&text).ok());
                analysis.hurts.try_set(Some(hurts.unwrap_or_default()));
                asked.try_set(false);
            });
        });
    };
    let buttons = Seat::ALL.into_iter().zip(seats).map(|(seat, info)| {
        view! { <button on:click=move |_| ask(seat)><bdi>{info.name}</bdi></button> }
    });
    let buttons = buttons.collect_view();
    let list = move || {
        let hurts = analysis.hurts.get()?;
        let item = |hurt: &Hurt| {
            let kind = hurt.tile.parse::<TileKind>().ok()?;
            let about = crate::table::tile_words(lang, kind, Rotation::NONE);
            Some(view! {
                <li>
                    <span class="thumb" aria-hidden="true"><TilePicture kind rotation=Rotation::NONE/></span>
                    <span class="unseen">{about}</span>
                    <span>"×" {hurt.count}</span>
                    <b>{words::points(lang, -hurt.cost)}</b>
                </li>
            })
        };
        let worst: Vec<_> = hurts.iter().filter(|hurt| hurt.cost > 0).take(HURTS).filter_map(item).collect();
        Some(if worst.is_empty() {
            view! { <p class="size">{lang.study_no_hurt()}</p> }.into_any()
        } else {
            view! { <ul class="hurts">{worst}</ul> }.into_any()
        })
    };
    view! {
        <section class="question">
            <h3>{lang.study_hurts()}</h3>
            <div class="pair">{buttons}</div>
            <div aria-live="polite" aria-busy=move || asked.get().to_string()>{list}</div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::Hole;

    #[test]
    fn what_closing_needs_is_said_with_each_number_in_its_place() {
        let hole = |x: i16| Hole { x, y: 0, fits: 4, chance: 470 };
        let closing = |holes: Vec<Hole>| Closing {
            kind: "city".to_owned(),
            owners: vec![0],
            points: Some(22),
            holes,
            closers: None,
            left: 15,
            own: 7,
            chance: 470,
        };
        for lang in Lang::all() {
            for holes in [vec![hole(3)], vec![hole(3), hole(5)]] {
                let lines = needs_text(lang, &closing(holes.clone()), "Anna");
                let [complete, rest @ ..] = &lines[..] else { panic!("{lines:?}") };
                assert!(complete.contains("22"), "{complete}");
                let (last, cells) = rest.split_last().expect("a chance");
                assert_eq!(cells.len(), holes.len());
                assert!(cells.iter().all(|cell| cell.find('4') < cell.find("15")), "{cells:?}");
                assert!(last.contains("47\u{a0}%") && last.contains('7') && last.contains("Anna"), "{last}");
                // Seven draws, not seven per cent.
                assert!(last.replace("47\u{a0}%", "").contains('7'), "{last}");
            }
        }
    }
}
