//! Inns & Cathedrals.

use super::example::Example;
use super::topic::{Section, Topic};
use crate::lang::Lang;
use rules::GameOption;

pub(super) const SECTION: Section = Section {
    title: Lang::option_inns_cathedrals,
    topics: &[&LARGE_FOLLOWER, &INNS, &CATHEDRALS, &END, &TILES, &WITH_TRADERS],
};

pub(super) static LARGE_FOLLOWER: Topic = Topic {
    title: Lang::help_inns_cathedrals_large_title,
    text: Lang::help_inns_cathedrals_large,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals],
            moves: "base/M@0,-1r1 F0 base/D@1,0r0 f0 base/N@1,-1r2 -",
            ends: false,
            points: &[(0, 10)],
        },
        Lang::help_inns_cathedrals_large_example,
    )),
};

pub(super) static INNS: Topic = Topic {
    title: Lang::help_inns_cathedrals_inns_title,
    text: Lang::help_inns_cathedrals_inns,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals],
            moves: "inns_cathedrals/bend-inn@1,0r0 f0 base/W@-1,0r0 - base/W@1,1r3 -",
            ends: false,
            points: &[(0, 8)],
        },
        Lang::help_inns_cathedrals_inns_example,
    )),
};

pub(super) static CATHEDRALS: Topic = Topic {
    title: Lang::help_inns_cathedrals_cathedrals_title,
    text: Lang::help_inns_cathedrals_cathedrals,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals],
            moves: "inns_cathedrals/cathedral@0,-1r0 f0 base/E@-1,-1r1 f1 base/E@1,-1r3 - base/E@0,-2r2 -",
            ends: true,
            points: &[(0, 15), (1, 3)],
        },
        Lang::help_inns_cathedrals_cathedrals_example,
    )),
};

pub(super) static END: Topic = Topic {
    title: Lang::help_inns_cathedrals_end_title,
    text: Lang::help_inns_cathedrals_end,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals],
            moves: "inns_cathedrals/bend-inn@1,0r0 f0 base/M@0,-1r1 f0",
            ends: true,
            points: &[(1, 3)],
        },
        Lang::help_inns_cathedrals_end_example,
    )),
};

pub(super) static TILES: Topic = Topic {
    title: Lang::help_inns_cathedrals_tiles_title,
    text: Lang::help_inns_cathedrals_tiles,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals],
            moves: "inns_cathedrals/4-caps@0,-1r0 f4 base/E@-1,-1r1 - base/E@1,-1r3 - base/E@0,-2r2 f0",
            ends: true,
            points: &[(1, 4), (0, 12)],
        },
        Lang::help_inns_cathedrals_tiles_example,
    )),
};

pub(super) static WITH_TRADERS: Topic = Topic {
    title: Lang::help_inns_cathedrals_traders_title,
    text: Lang::help_inns_cathedrals_traders,
    example: Some((
        Example {
            options: &[GameOption::InnsCathedrals, GameOption::TradersBuilders],
            moves: "base/F@0,-1r3 F1+pig base/H@0,-2r0 - home",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_inns_cathedrals_traders_example,
    )),
};
