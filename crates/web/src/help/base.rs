//! The base game, the River, Traders & Builders; Inns & Cathedrals have a file of their own.

use super::example::Example;
use super::inns_cathedrals;
use super::topic::{Section, Topic};
use crate::lang::Lang;
use rules::GameOption;

pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: Lang::game_base,
        topics: &[&TURN, &PLACING, &FOLLOWERS, &ROAD, &CITY, &CLOISTER, &SHARING, &FIELD, &END],
    },
    Section { title: Lang::option_river, topics: &[&RIVER] },
    inns_cathedrals::SECTION,
    Section { title: Lang::option_traders_builders, topics: &[&GOODS, &BUILDER, &PIG, &NEW_TILES] },
];

pub(super) static TURN: Topic = Topic {
    title: Lang::help_base_turn_title,
    text: Lang::help_base_turn,
    example: Some((
        Example { options: &[], moves: "base/M@0,-1r1 f0", ends: false, points: &[] },
        Lang::help_base_turn_example,
    )),
};

pub(super) static PLACING: Topic = Topic {
    title: Lang::help_base_placing_title,
    text: Lang::help_base_placing,
    example: Some((
        Example { options: &[], moves: "base/V@1,0r0 - base/E@0,-1r2 - base/U@-1,0r1 -", ends: false, points: &[] },
        Lang::help_base_placing_example,
    )),
};

pub(super) static FOLLOWERS: Topic = Topic {
    title: Lang::help_base_followers_title,
    text: Lang::help_base_followers,
    example: Some((
        Example {
            options: &[],
            moves: "base/M@0,-1r1 f0 base/V@1,0r0 f0 base/B@0,1r0 f0 base/E@-1,-1r3 f1",
            ends: false,
            points: &[],
        },
        Lang::help_base_followers_example,
    )),
};

pub(super) static ROAD: Topic = Topic {
    title: Lang::help_base_road_title,
    text: Lang::help_base_road,
    example: Some((
        Example {
            options: &[],
            moves: "base/V@1,0r0 f0 base/W@-1,0r0 - base/W@1,1r3 -",
            ends: false,
            points: &[(0, 4)],
        },
        Lang::help_base_road_example,
    )),
};

pub(super) static CITY: Topic = Topic {
    title: Lang::help_base_city_title,
    text: Lang::help_base_city,
    example: Some((
        Example {
            options: &[],
            moves: "base/M@0,-1r1 f0 base/V@1,0r0 - base/E@1,-1r3 -",
            ends: false,
            points: &[(0, 8)],
        },
        Lang::help_base_city_example,
    )),
};

pub(super) static CLOISTER: Topic = Topic {
    title: Lang::help_base_cloister_title,
    text: Lang::help_base_cloister,
    example: Some((
        Example {
            options: &[],
            moves: "base/V@1,0r0 - base/W@-1,0r0 - base/B@0,1r0 f0 base/U@-1,1r0 - base/W@1,1r3 - base/W@-1,2r1 - \
                base/V@0,2r3 - base/V@1,2r1 -",
            ends: false,
            points: &[(0, 9)],
        },
        Lang::help_base_cloister_example,
    )),
};

pub(super) static SHARING: Topic = Topic {
    title: Lang::help_base_sharing_title,
    text: Lang::help_base_sharing,
    example: Some((
        Example {
            options: &[],
            moves: "base/M@0,-1r1 f0 base/D@1,0r0 f0 base/N@1,-1r2 -",
            ends: false,
            points: &[(0, 10), (1, 10)],
        },
        Lang::help_base_sharing_example,
    )),
};

pub(super) static FIELD: Topic = Topic {
    title: Lang::help_base_field_title,
    text: Lang::help_base_field,
    example: Some((
        Example {
            options: &[],
            moves: "base/M@0,-1r1 - base/V@1,0r0 - base/E@1,-1r3 f1 base/E@2,-1r0 - base/E@1,-2r1 - base/N@2,-2r2 \
                -",
            ends: true,
            points: &[(0, 6)],
        },
        Lang::help_base_field_example,
    )),
};

pub(super) static END: Topic = Topic {
    title: Lang::help_base_end_title,
    text: Lang::help_base_end,
    example: Some((
        Example {
            options: &[],
            moves: "base/V@1,0r0 f0 base/B@0,1r0 f0 base/M@0,-1r1 f0",
            ends: true,
            points: &[(0, 3), (0, 2), (1, 3)],
        },
        Lang::help_base_end_example,
    )),
};

pub(super) static RIVER: Topic = Topic {
    title: Lang::help_base_river_title,
    text: Lang::help_base_river,
    example: Some((
        Example {
            options: &[GameOption::River],
            moves: "river/straight@0,1r0 - river/city-city@0,2r1 f0 river/bend@0,3r0 -",
            ends: false,
            points: &[],
        },
        Lang::help_base_river_example,
    )),
};

pub(super) static GOODS: Topic = Topic {
    title: Lang::help_base_goods_title,
    text: Lang::help_base_goods,
    example: Some((
        Example {
            options: &[GameOption::TradersBuilders],
            moves: "traders_builders/bridge-end@1,0r0 - traders_builders/corner-2-roads-chicken@1,-1r3 f0 \
                traders_builders/corner-road-wheat@0,-1r2 -",
            ends: false,
            points: &[(1, 8)],
        },
        Lang::help_base_goods_example,
    )),
};

pub(super) static BUILDER: Topic = Topic {
    title: Lang::help_base_builder_title,
    text: Lang::help_base_builder,
    example: Some((
        Example {
            options: &[GameOption::TradersBuilders],
            moves: "base/V@1,0r0 f0+builder base/E@0,-1r2 - base/U@1,1r0 - base/E@2,0r1 f1",
            ends: false,
            points: &[],
        },
        Lang::help_base_builder_example,
    )),
};

pub(super) static PIG: Topic = Topic {
    title: Lang::help_base_pig_title,
    text: Lang::help_base_pig,
    example: Some((
        Example {
            options: &[GameOption::TradersBuilders],
            moves: "base/F@0,-1r3 f1+pig base/H@0,-2r0 - home",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_base_pig_example,
    )),
};

pub(super) static NEW_TILES: Topic = Topic {
    title: Lang::help_base_new_tiles_title,
    text: Lang::help_base_new_tiles,
    example: Some((
        Example {
            options: &[GameOption::TradersBuilders],
            moves: "traders_builders/bridge-end@0,-1r2 f1 traders_builders/bridge@0,-2r3 - \
                traders_builders/three-road-chicken@0,-3r0 -",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_base_new_tiles_example,
    )),
};
