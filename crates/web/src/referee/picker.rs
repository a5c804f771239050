//! What came? A tile is found by its sides, a token by its animal.

use super::pattern::{Candidate, Sides, Stock, candidates, coming, demanded, terrains};
use super::people::People;
use crate::app::App;
use crate::board::TilePicture;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::livery;
use crate::table::{TableState, feature_name, side_name, symbol_name, symbol_picture, tile_words};
use leptos::prelude::*;
use rules::{
    Action, Animal, AnyGame, Chance, FeatureKind, Game as _, Pos, Rotation, Safari, Seat, Side, Terrain, TileKind,
};
use std::sync::Arc;

/// As long as nothing is known of the sides, not more tiles than this are drawn.
const MOST: usize = 24;

#[component]
pub(super) fn Picker(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (ends, corrects) = (RwSignal::new(false), RwSignal::new(false));
    let chance = Memo::new(move |_| state.read(|session| session.game().chance()));
    let asked = move || {
        let drawer = |game: &AnyGame| game.unit::<Safari>().and_then(Safari::token_drawer);
        let seat = state.read(|session| drawer(session.game()).or(session.game().active()));
        let name = seat.and_then(|seat| state.read(|session| session.seat(seat).map(|info| info.name.clone())));
        let what = match chance.get() {
            Some(Chance::Bonus) => lang.referee_which_bonus(),
            Some(Chance::Token) => lang.referee_which_token(),
            _ => lang.referee_which(),
        };
        lang.told_of(name.unwrap_or_default(), what)
    };
    let colour = move || {
        let seat = state.read(|session| session.game().active());
        seat.map(|seat| livery(state.colour_of(seat)).colour)
    };
    let tokens = move || chance.get() == Some(Chance::Token);
    view! {
        <section class="tray panel picker" data-covers="1" style:--seat=colour>
            <h2 class="question" aria-live="polite">{asked}</h2>
            <Show when=tokens><Tokens state/></Show>
            <Show when=move || !tokens()>
                <Tiles
                    game=Memo::new(move |_| Looked(state.read(|session| Arc::new(session.game().clone()))))
                    stock=coming
                    at=state.told_at
                    on_pick=move |(tile, rotation)| state.tell(Action::Draw { tile }, rotation)
                />
            </Show>
            <div class="keep">
                <button class="people-button" aria-haspopup="dialog" on:click=move |_| corrects.set(true)>
                    {Icon::People.view()} <span>{lang.players()}</span>
                </button>
                <button class="finish" aria-haspopup="dialog" disabled=tokens on:click=move |_| ends.set(true)>
                    {Icon::Flag.view()} <span>{lang.referee_finish()}</span>
                </button>
            </div>
            <Dialog open=ends title=lang.referee_finish()><Finish state open=ends/></Dialog>
            <Dialog open=corrects title=lang.players()><Correct state open=corrects/></Dialog>
        </section>
    }
}

/// A game that is looked at; no two are taken for the same.
#[derive(Clone)]
pub(super) struct Looked(pub(super) Arc<AnyGame>);

impl PartialEq for Looked {
    fn eq(&self, _: &Looked) -> bool {
        false
    }
}

/// The blank tile whose sides are tapped, and the tiles that look like that.
#[component]
pub(super) fn Tiles(
    game: Memo<Looked>,
    /// The tiles among which to look.
    stock: fn(&AnyGame) -> Stock,
    /// The cell on which the tile lies, if that was pointed at.
    at: RwSignal<Option<Pos>>,
    /// This is the tile, and it lies so.
    #[prop(into)]
    on_pick: Callback<(TileKind, Rotation)>,
) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let chosen: RwSignal<Sides> = RwSignal::new([None; 4]);
    let known = Memo::new(move |_| game.with(|game| demanded(&game.0, at.get())));
    let sides = Memo::new(move |_| {
        let (known, chosen) = (known.get(), chosen.get());
        [0, 1, 2, 3].map(|index| known[index].or(chosen[index]))
    });
    let kinds = Memo::new(move |_| game.with(|game| terrains(&stock(&game.0))));
    let found = Memo::new(move |_| game.with(|game| candidates(&game.0, stock(&game.0), sides.get(), at.get())));
    let is_blank = move || sides.get() == [None; 4];
    let most = move || if is_blank() { MOST } else { usize::MAX };
    let side = move |side: Side| {
        let index = side.index();
        let terrain = move || sides.get()[index];
        let turn = move |_| {
            chosen.update(|chosen| {
                chosen[index] = kinds.with_untracked(|kinds| next(kinds, chosen[index]));
            });
        };
        let label = move || {
            let what = terrain().map_or(lang.referee_any(), |terrain| terrain_name(lang, terrain));
            lang.told_of(Lang::capital(side_name(lang, side)), what)
        };
        view! {
            <button
                class=move || format!("side-{} {}", side.letter().to_ascii_lowercase(), terrain().map_or("blank", Terrain::name))
                aria-label=label
                title=label
                disabled=move || known.get()[index].is_some()
                on:click=turn
            ></button>
        }
    };
    let candidate = move |Candidate { kind, left, rotation }: Candidate| {
        let label = format!("{}; {}", tile_words(lang, kind, rotation), lang.tiles_left(left));
        view! {
            <li>
                <button aria-label=label data-tile=kind.name() on:click=move |_| { chosen.set([None; 4]); on_pick.run((kind, rotation)); }>
                    <TilePicture kind rotation=rotation/>
                    <span aria-hidden="true">{format!("×{left}")}</span>
                </button>
            </li>
        }
    };
    let shown = move || found.get().into_iter().take(most()).collect::<Vec<_>>();
    let more = move || found.with(Vec::len).saturating_sub(most()) as u32;
    view! {
        <div class="pattern" role="group" aria-label=lang.referee_sides()>
            {Side::ALL.map(side)}
            <button class="clear" aria-label=lang.referee_clear() title=lang.referee_clear() disabled=is_blank
                on:click=move |_| { chosen.set([None; 4]); at.set(None); }>{Icon::Close.view()}</button>
        </div>
        <div class="found">
            <p class="about">{lang.referee_how()}</p>
            <p class="unseen" role="status">{move || lang.referee_found(found.with(Vec::len) as u32)}</p>
            <Show when=move || found.with(Vec::is_empty)><p class="trouble">{lang.referee_none()}</p></Show>
            <ul class="candidates">
                <For
                    each=shown
                    key=|shown| (shown.kind, shown.rotation, shown.left)
                    let:one
                >
                    {candidate(one)}
                </For>
                <Show when=move || { more() > 0 }><li class="more">{move || lang.referee_more(more())}</li></Show>
            </ul>
        </div>
    }
}

/// The next kind of side; after the last, anything.
fn next(kinds: &[Terrain], now: Option<Terrain>) -> Option<Terrain> {
    let index = now.and_then(|now| kinds.iter().position(|kind| *kind == now));
    kinds.get(index.map_or(0, |index| index + 1)).copied()
}

/// The animals that may have been drawn.
#[component]
fn Tokens(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let left = Memo::new(move |_| {
        state.read(|session| Animal::ALL.map(|animal| session.game().weight(Action::DrawToken { animal })))
    });
    let animal = move |animal: Animal| {
        let left = move || left.get()[animal.index()];
        view! {
            <button class="chip" disabled=move || left() == 0 on:click=move |_| state.tell(Action::DrawToken { animal }, Rotation::NONE)>
                {symbol_picture(animal.name())} <span>{symbol_name(lang, animal.symbol())}</span> <small>{move || format!("×{}", left())}</small>
            </button>
        }
    };
    view! { <div class="animals">{Animal::ALL.map(animal)}</div> }
}

/// Asks before the final count, although it can be taken back.
#[component]
fn Finish(state: TableState, open: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let refused = RwSignal::new(false);
    let left = state.read_untracked(|session| u32::from(session.game().bag().total()));
    let finish = move |_| {
        if state.change_told(|session| session.end_told()) { open.set(false) } else { refused.set(true) }
    };
    view! {
        <p>{lang.referee_finish_about(left)}</p>
        <Show when=move || refused.get()><p class="trouble" role="alert">{lang.referee_nothing()}</p></Show>
        <div class="pair">
            <button on:click=move |_| open.set(false)>{lang.no()}</button>
            <button class="primary" on:click=finish>{lang.referee_count()}</button>
        </div>
    }
}

/// Names, colours and who began can be put right at any time.
#[component]
fn Correct(state: TableState, open: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let people = RwSignal::new(state.read_untracked(|session| session.seats().to_vec()));
    let first = RwSignal::new(state.read_untracked(|session| session.game().setup().first().index()));
    let refused = RwSignal::new(false);
    let done = move |_| {
        let (seats, first) = (people.get_untracked(), Seat::ALL[first.get_untracked().min(Seat::ALL.len() - 1)]);
        if state.change_told(|session| session.reseat(seats, first)) { open.set(false) } else { refused.set(true) }
    };
    view! {
        <p>{lang.referee_correct_about()}</p>
        <People people first most=Signal::stored(None)/>
        <Show when=move || refused.get()><p class="trouble" role="alert">{lang.referee_misfit()}</p></Show>
        <button class="primary" on:click=done>{lang.done()}</button>
    }
}

fn terrain_name(lang: Lang, terrain: Terrain) -> &'static str {
    let kind = match terrain {
        Terrain::City => FeatureKind::City,
        Terrain::Road => FeatureKind::Road,
        Terrain::Field => FeatureKind::Field,
        Terrain::River => FeatureKind::River,
        Terrain::Meadow => FeatureKind::Meadow,
        Terrain::Forest => FeatureKind::Forest,
        Terrain::Grass => FeatureKind::Grass,
        Terrain::Mountain => FeatureKind::Mountain,
        Terrain::Sea => FeatureKind::Sea,
        Terrain::Bush => FeatureKind::Bush,
        Terrain::Path => FeatureKind::Path,
        Terrain::Savanna => return lang.referee_savanna(),
    };
    feature_name(lang, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapping_a_side_goes_through_everything_and_back_to_nothing() {
        let kinds = [Terrain::City, Terrain::Road];
        assert_eq!(next(&kinds, None), Some(Terrain::City));
        assert_eq!(next(&kinds, Some(Terrain::City)), Some(Terrain::Road));
        assert_eq!(next(&kinds, Some(Terrain::Road)), None);
        assert_eq!(next(&kinds, Some(Terrain::Sea)), Some(Terrain::City));
    }
}
