//! Only the final board: tiles in any order, followers of anybody, and the count.

use super::cells::Cells;
use super::count::Count;
use super::pattern::left;
use super::picker::{Looked, Tiles};
use super::sheet::{Entry, STORED, Sheet};
use crate::app::App;
use crate::board::{Board, BoardView, Overlay, Picture, Spot, SpotShape, Tap, place_on};
use crate::browser;
use crate::face::face;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::livery;
use crate::table::{Anchor, feature_name, first_set, surface};
use crate::tool::ToolButton;
use art::{Figurine, Landscape, Point};
use leptos::prelude::*;
use rules::{Action, AnyGame, Game as _, LaidTile, PieceKind, Pos, Rotation, Seat, Segment, TileKind};
use std::sync::Arc;

/// A board that is being entered; a handle that can be copied.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) sheet: RwSignal<Sheet>,
    before: RwSignal<Vec<Sheet>>,
    pub(super) game: Memo<Looked>,
    /// The tile that is to be laid.
    picked: RwSignal<Option<(TileKind, Rotation)>>,
    /// The empty cell for the next tile.
    at: RwSignal<Option<Pos>>,
    /// The tile on which somebody is put.
    open: RwSignal<Option<Pos>>,
    seat: RwSignal<Seat>,
    /// Where those are who go over the board with keys.
    pub(super) cursor: RwSignal<Option<Pos>>,
}

impl Desk {
    /// Changes the board if that can be, so that it can be taken back.
    pub(super) fn change(self, change: impl FnOnce(&mut Sheet)) -> bool {
        let Some(sheet) = self.sheet.with_untracked(|sheet| sheet.changed(change)) else { return false };
        self.before.update(|before| before.push(self.sheet.get_untracked()));
        browser::store(STORED, &sheet.text());
        self.sheet.set(sheet);
        true
    }

    /// The cells that can be touched now, without the tiles.
    pub(super) fn cells(self) -> Vec<Pos> {
        self.game.with(|game| {
            let board = game.0.board();
            let mut cells = board.open_positions();
            if let Some((kind, _)) = self.picked.get() {
                cells.retain(|pos| Rotation::ALL.into_iter().any(|turn| board.accepts(kind, *pos, turn)));
            }
            cells
        })
    }

    fn undo(self) {
        if let Some(sheet) = self.before.try_update(Vec::pop).flatten() {
            browser::store(STORED, &sheet.text());
            self.sheet.set(sheet);
            self.open.set(None);
            self.picked.set(None);
            self.at.set(None);
        }
    }

    fn lay(self, kind: TileKind, rotation: Rotation, pos: Pos) {
        let mut turns = (0..4).map(|quarter| Rotation::ALL[(rotation.index() + quarter) % 4]);
        let fits = self.game.with_untracked(|game| turns.find(|turn| game.0.board().accepts(kind, pos, *turn)));
        let Some(rotation) = fits else { return };
        let laid = LaidTile { kind, pos, rotation };
        if self.change(|sheet| sheet.entries.push(Entry { laid, pieces: Vec::new() })) {
            self.picked.set(None);
            self.at.set(None);
            self.open.set(Some(pos));
        }
    }

    pub(super) fn tap(self, tap: Tap) {
        match tap {
            Tap::Spot(Anchor::Segment(pos, segment)) => self.put(pos, segment),
            Tap::Spot(_) => {}
            Tap::Cell(pos) => match self.picked.get_untracked() {
                Some((kind, rotation)) => self.lay(kind, rotation, pos),
                None if self.sheet.with_untracked(|sheet| sheet.entry(pos).is_some()) => {
                    self.open.update(|open| *open = Some(pos).filter(|pos| *open != Some(*pos)));
                }
                None => {
                    let free = self.game.with_untracked(|game| game.0.board().is_open(pos));
                    self.open.set(None);
                    self.at.update(|at| *at = Some(pos).filter(|pos| free && *at != Some(*pos)));
                }
            },
        }
    }

    /// Goes through what the chosen player may put on a place: nothing, a follower, a large one, a hut.
    fn put(self, pos: Pos, segment: Segment) {
        let seat = self.seat.get_untracked();
        let now = self.sheet.with_untracked(|sheet| {
            let pieces = &sheet.entry(pos)?.pieces;
            pieces.iter().find(|(owner, action)| *owner == seat && segment_of(*action) == Some(segment)).copied()
        });
        let all = pieces(segment);
        let next = now.and_then(|(_, action)| all.iter().position(|other| *other == action)).map_or(0, |at| at + 1);
        let without = |sheet: &mut Sheet| {
            if let Some(entry) = sheet.entry_mut(pos) {
                entry.pieces.retain(|piece| Some(*piece) != now);
            }
        };
        for action in &all[next..] {
            let with = |sheet: &mut Sheet| {
                without(sheet);
                sheet.entry_mut(pos).into_iter().for_each(|entry| entry.pieces.push((seat, *action)));
            };
            if self.change(with) {
                return;
            }
        }
        if now.is_some() {
            self.change(without);
        }
    }

    /// Turns the tile whose places are shown, if it fits another way; whoever stood on it goes.
    fn turn(self) {
        let Some(pos) = self.open.get_untracked() else { return };
        for quarter in 1..4 {
            let turned = |sheet: &mut Sheet| {
                if let Some(entry) = sheet.entry_mut(pos) {
                    entry.laid.rotation = Rotation::ALL[(entry.laid.rotation.index() + quarter) % 4];
                    entry.pieces.clear();
                }
            };
            if self.change(turned) {
                return;
            }
        }
    }
}

const fn segment_of(action: Action) -> Option<Segment> {
    match action {
        Action::Follower { segment, .. } | Action::Hut { segment } => Some(segment),
        _ => None,
    }
}

/// What somebody may put on a segment, in the order in which touching it goes.
fn pieces(segment: Segment) -> [Action; 3] {
    let large = Action::Follower { segment, with: None, piece: PieceKind::LargeFollower };
    [Action::follower(segment), large, Action::Hut { segment }]
}

/// The places of a tile on which somebody can be put.
fn places(game: &AnyGame, pos: Pos, seat: Seat) -> Vec<Segment> {
    let Some(laid) = game.board().laid_at(pos) else { return Vec::new() };
    let can = |segment: &Segment| {
        pieces(*segment).into_iter().any(|action| game.clone().stand_freely(seat, pos, action).is_ok())
    };
    laid.kind.def().printed_segments().map(|(segment, _)| segment).filter(can).collect()
}

#[component]
pub(super) fn FinalBoard(sheet: Sheet, leave: Callback<()>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let landscape = Landscape::of(first_set(sheet.game));
    browser::store(STORED, &sheet.text());
    let sheet = RwSignal::new(sheet);
    let game = Memo::new(move |before: Option<&Looked>| {
        // What is in the sheet can always be laid; what could not would leave the board as it was.
        let board = sheet.with(Sheet::board).map(|game| Looked(Arc::new(game)));
        board.or_else(|| before.cloned()).unwrap_or_else(|| Looked(Arc::new(empty())))
    });
    let desk = Desk {
        sheet,
        before: RwSignal::new(Vec::new()),
        game,
        picked: RwSignal::new(None),
        at: RwSignal::new(None),
        open: RwSignal::new(None),
        seat: RwSignal::new(Seat::ALL[0]),
        cursor: RwSignal::new(None),
    };
    let view = BoardView::new();
    let picture = Memo::new(move |_| {
        let mut picture = game.with(|game| sheet.with(|sheet| Picture::of(&game.0, &sheet.seats)));
        picture.rangers.clear();
        picture
    });
    let overlay = Memo::new(move |_| overlay(desk));
    Effect::new(move |_| picture.with(|picture| view.follow(picture, desk.open.get_untracked())));
    view.on_resize(move || picture.with_untracked(|picture| view.follow(picture, None)));
    let counted = RwSignal::new(false);
    // Nothing follows the pointer here.
    let unseen = |_: Option<Point>| ();
    let pick = move |(kind, rotation)| match desk.at.get_untracked() {
        Some(pos) => desk.lay(kind, rotation, pos),
        None => desk.picked.set(Some((kind, rotation))),
    };
    view! {
        <main class="table final-board" data-surface=surface(landscape)>
            <Board view landscape picture overlay label=lang.board() on_tap=move |tap| desk.tap(tap) on_hover=unseen on_turn=move |()| desk.turn()/>
            <Cells desk/>
            <nav class="tools panel" data-covers="1">
                <ToolButton label=lang.to_start() icon=Icon::Door on_press=move |()| leave.run(())/>
                <ToolButton label=lang.fit() icon=Icon::Fit on_press=move |()| picture.with_untracked(|picture| view.fit(picture))/>
                <ToolButton label=lang.undo() icon=Icon::Undo class="undo" disabled=Signal::derive(move || desk.before.with(Vec::is_empty)) on_press=move |()| desk.undo()/>
            </nav>
            <section class="tray panel picker" data-covers="1">
                <Show when=move || counted.get()><Count desk counted/></Show>
                <Show when=move || !counted.get() && desk.open.get().is_some()><Standing desk/></Show>
                <Show when=move || !counted.get() && desk.open.get().is_none()>
                    <h2 class="question" aria-live="polite">{move || if desk.picked.get().is_some() { lang.referee_where() } else { lang.referee_next() }}</h2>
                    <Tiles game stock=left at=desk.at on_pick=pick/>
                    <div class="keep">
                        <button class="finish" on:click=move |_| counted.set(true)>{Icon::Flag.view()} <span>{lang.referee_finish()}</span></button>
                    </div>
                </Show>
            </section>
        </main>
    }
}

/// A board without anything, which nobody sees.
fn empty() -> AnyGame {
    let setup = rules::Setup::new(rules::GameId::Base, rules::Options::NONE, 2, Seat::ALL[0]);
    AnyGame::new(&setup.expect("two can play the base game"))
}

fn overlay(desk: Desk) -> Overlay {
    let lit = desk.cursor.get().or(desk.open.get()).or(desk.at.get());
    let mut overlay = Overlay { lit, ..Overlay::default() };
    let seat = desk.seat.get();
    overlay.colour = desk.sheet.with(|sheet| sheet.seats.get(seat.index()).map_or(0, |info| info.colour));
    desk.game.with(|game| {
        let board = game.0.board();
        match (desk.picked.get(), desk.open.get()) {
            (Some(_), _) | (None, None) => overlay.cells = desk.cells(),
            (None, Some(pos)) => {
                let Some(laid) = board.laid_at(pos) else { return };
                for segment in places(&game.0, pos, seat) {
                    let (Some(at), Some(def)) = (place_on(&laid, segment), laid.kind.def().segment(segment)) else {
                        continue;
                    };
                    let shape = SpotShape::Piece(Figurine::on(PieceKind::Follower, def.kind), None);
                    overlay.spots.push(Spot {
                        anchor: Anchor::Segment(pos, segment),
                        at,
                        shape,
                        selected: false,
                        gain: 0,
                    });
                }
            }
        }
    });
    overlay
}

/// Who stands on the tile that was touched.
#[component]
fn Standing(desk: Desk) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = desk.sheet.with_untracked(|sheet| sheet.seats.clone());
    let who = Seat::ALL.into_iter().zip(seats).map(|(seat, info)| {
        view! {
            <button class="chip" style:--seat=livery(info.colour).colour aria-pressed=move || (desk.seat.get() == seat).to_string() on:click=move |_| desk.seat.set(seat)>
                {face(&info)} <span>{info.name.clone()}</span>
            </button>
        }
    });
    let place = move |segment: Segment| {
        let names: Vec<String> =
            desk.sheet.with_untracked(|sheet| sheet.seats.iter().map(|info| info.name.clone()).collect());
        let pos = desk.open.get_untracked()?;
        let laid = desk.game.with_untracked(|game| game.0.board().laid_at(pos))?;
        let kind = feature_name(lang, laid.kind.def().segment(segment)?.kind);
        let pieces = desk.sheet.with_untracked(|sheet| sheet.entry(pos).map(|entry| entry.pieces.clone()))?;
        let there = pieces.iter().filter(|(_, action)| segment_of(*action) == Some(segment));
        let there: Vec<String> = there.map(|(seat, action)| standing(lang, &names[seat.index()], *action)).collect();
        let text =
            if there.is_empty() { Lang::capital(kind) } else { lang.told_of(Lang::capital(kind), there.join(", ")) };
        Some(view! { <button class="chip" on:click=move |_| desk.put(pos, segment)>{text}</button> })
    };
    let all = move || {
        desk.sheet.track();
        let pos = desk.open.get()?;
        let segments = desk.game.with(|game| {
            let laid = game.0.board().laid_at(pos)?;
            let seat = desk.seat.get();
            let taken = |segment: &Segment| {
                desk.sheet.with(|sheet| {
                    let mut pieces = sheet.entry(pos).into_iter().flat_map(|entry| &entry.pieces);
                    pieces.any(|(_, action)| segment_of(*action) == Some(*segment))
                })
            };
            let free = places(&game.0, pos, seat);
            let printed = laid.kind.def().printed_segments().map(|(segment, _)| segment);
            Some(printed.filter(|segment| free.contains(segment) || taken(segment)).collect::<Vec<_>>())
        })?;
        Some(segments.into_iter().filter_map(place).collect_view())
    };
    let remove = move |_| {
        let Some(pos) = desk.open.get_untracked() else { return };
        if desk.change(|sheet| sheet.entries.retain(|entry| entry.laid.pos != pos)) {
            desk.open.set(None);
        }
    };
    view! {
        <h2 class="question" aria-live="polite">{lang.referee_who()}</h2>
        <div class="standing">
            <div class="row" role="group" aria-label=lang.players()>{who.collect_view()}</div>
            <div class="row places-here" role="group" aria-label=lang.referee_who()>{all}</div>
        </div>
        <div class="keep">
            <button class="primary" on:click=move |_| desk.open.set(None)>{lang.referee_on()}</button>
            <div class="pair">
                <button on:click=move |_| desk.turn()>{Icon::Turn.view()} <span>{lang.turn_tile()}</span></button>
                <button on:click=remove aria-label=lang.take_up() title=lang.take_up()>{Icon::Bin.view()}</button>
            </div>
        </div>
    }
}

fn standing(lang: Lang, name: &str, action: Action) -> String {
    match action {
        Action::Hut { .. } => format!("{name} ({})", lang.hut()),
        Action::Follower { piece: PieceKind::LargeFollower, .. } => format!("{name} ({})", lang.large_follower()),
        _ => name.to_owned(),
    }
}
