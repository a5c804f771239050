//! Who plays, with points and pieces at hand.

use super::state::TableState;
use super::telling;
use crate::aids::{Projected, projection};
use crate::app::App;
use crate::dialog::Dialog;
use crate::face::face;
use crate::lang::Lang;
use crate::livery::{livery, piece_id};
use crate::motion::Motion;
use crate::online::AtSeat;
use crate::session::SeatInfo;
use crate::start::manner_words;
use art::Figurine;
use leptos::prelude::*;
use rules::{Actor, Animal, AnyGame, Game as _, Goods, PieceKind, Safari, Seat, Source, TradersBuilders};

/// Where there is little room only faces, points and the beginnings of names are seen: a touch opens a window with everything.
#[component]
pub(super) fn Seats(state: TableState, motion: Motion, whole: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let players = Memo::new(move |_| state.read(|session| session.seats().to_vec()));
    let projected = projection(state);
    let rows = move || {
        let seats = Seat::ALL.into_iter().zip(players.get());
        seats.map(|(seat, info)| view! { <Row state motion seat info projected/> }).collect_view()
    };
    let count = move || players.with(Vec::len);
    view! {
        <ol class="seats brief panel" data-count=count on:click=move |_| whole.set(true)>{rows}</ol>
        <Dialog open=whole title=lang.players()><ol class="seats" data-count=count>{rows}</ol></Dialog>
    }
}

#[component]
fn Row(state: TableState, motion: Motion, seat: Seat, info: SeatInfo, projected: Memo<Vec<u16>>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let look = livery(info.colour);
    let acts = Memo::new(move |_| {
        let told = state.asks_what_came();
        state.read_game(|game| game.to_act() == Actor::Player(seat) || told && game.active() == Some(seat))
    });
    let points = Memo::new(move |_| state.read_game(|game| game.scores().get(seat.index()).copied().unwrap_or(0)));
    let supply = Memo::new(move |_| state.read_game(|game| Beside::of(game, seat)));
    let colour = info.colour;
    let manner = info.player.manner();
    let about = move || match manner {
        Some(_) if acts.get() && state.thinking.get() => lang.is_thinking().to_owned(),
        Some(manner) => manner_words(lang, manner),
        None if acts.get() => lang.acts_now().to_owned(),
        None => String::new(),
    };
    view! {
        <li class="seat" class:acts=acts style:--seat=look.colour>
            {face(&info)}
            <span class="name" title=info.name.clone()><bdi>{info.name.clone()}</bdi></span>
            <span class="does">{about}</span>
            <output class="points" aria-label=move || lang.points(points.get().into())>{move || points.get().saturating_sub(motion.owed(seat))}</output>
            <Projected all=projected seat/>
            {state.room.map(|room| view! { <span class="at-seat"><AtSeat room seat/></span> })}
            <span class="supply" aria-label=move || lang.followers_left(supply.get().followers())>
                {move || supply_view(lang, colour, &supply.get())}
            </span>
        </li>
    }
}

/// A piece by itself.
pub(crate) fn piece_picture(colour: usize, piece: Figurine) -> impl IntoView {
    view! {
        <svg class="piece" viewBox="-10 -11 20 21" aria-hidden="true">
            <use_ href=format!("#{}", piece_id(colour, piece))></use_>
        </svg>
    }
}

/// What a player has beside the board.
#[derive(Clone, PartialEq)]
struct Beside {
    pieces: Vec<(PieceKind, u8)>,
    goods: Option<[u8; 3]>,
    tokens: Option<[u8; 5]>,
}

impl Beside {
    fn of(game: &AnyGame, seat: Seat) -> Beside {
        let supply = game.supply(seat);
        Beside {
            pieces: game.setup().pieces().map(|(kind, _)| (kind, supply.count(kind))).collect(),
            goods: game.unit::<TradersBuilders>().map(|traders| traders.goods(seat)),
            tokens: game.unit::<Safari>().map(|safari| safari.tokens(seat)),
        }
    }

    fn followers(&self) -> u32 {
        self.pieces.iter().filter(|(kind, _)| kind.is_follower()).map(|(_, count)| u32::from(*count)).sum()
    }
}

fn supply_view(lang: Lang, colour: usize, supply: &Beside) -> impl IntoView + use<> {
    // How many ordinary followers are left is told also when there is none.
    let shown = |(kind, count): &&(PieceKind, u8)| *count > 0 || *kind == PieceKind::Follower;
    let piece = |&(kind, count): &(PieceKind, u8)| {
        let title = Lang::capital(telling::piece_name(lang, kind));
        let wide = matches!(kind, PieceKind::LargeFollower | PieceKind::Pig);
        view! { <span class="count" class:wide=wide title=title>{piece_picture(colour, Figurine::upright(kind))} {count}</span> }
    };
    let pieces = supply.pieces.iter().filter(shown).map(piece).collect_view();
    let goods = supply.goods.map(|goods| {
        let one = |(kind, count): (Goods, u8)| {
            let title = Lang::capital(telling::source(lang, Source::Goods(kind)));
            view! { <span class="count" title=title>{symbol_picture(kind.name())} {count}</span> }
        };
        Goods::ALL.into_iter().zip(goods).filter(|(_, count)| *count > 0).map(one).collect_view()
    });
    let tokens = supply.tokens.map(|tokens| {
        let one = |(animal, count): (Animal, u8)| {
            let title = Lang::capital(telling::animal_name(lang, animal));
            view! { <span class="count" title=title>{symbol_picture(animal.name())} {count}</span> }
        };
        Animal::ALL.into_iter().zip(tokens).filter(|(_, count)| *count > 0).map(one).collect_view()
    });
    view! {
        {pieces}
        {goods}
        {tokens}
    }
}

/// A symbol of the tiles by itself.
pub(crate) fn symbol_picture(name: &str) -> impl IntoView + use<> {
    view! {
        <svg class="piece" viewBox="-12 -12 24 24" aria-hidden="true">
            <use_ href=format!("#art-{name}")></use_>
        </svg>
    }
}
