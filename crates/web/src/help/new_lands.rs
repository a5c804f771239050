//! New Lands with its two variants.

use super::example::Example;
use super::topic::{Section, Topic};
use crate::lang::Lang;

pub(super) const SECTIONS: &[Section] = &[
    Section { title: Lang::game_new_lands, topics: &[&TURN, &FOLLOWERS, &GRASS, &MOUNTAIN, &SEA, &END] },
    Section { title: Lang::help_variants, topics: &[&HAND, &EQUAL_TURNS] },
];

pub(super) static TURN: Topic = Topic {
    title: Lang::help_new_lands_turn_title,
    text: Lang::help_new_lands_turn,
    example: Some((
        Example { options: &[], moves: "new_lands/44@0,1r1 f1", ends: false, points: &[] },
        Lang::help_new_lands_turn_example,
    )),
};

pub(super) static FOLLOWERS: Topic = Topic {
    title: Lang::help_new_lands_followers_title,
    text: Lang::help_new_lands_followers,
    example: Some((
        Example {
            options: &[],
            moves: "new_lands/44@0,1r1 f1 new_lands/11@1,0r3 - new_lands/12@0,-1r0 x0,1:1",
            ends: false,
            points: &[(0, 2)],
        },
        Lang::help_new_lands_followers_example,
    )),
};

pub(super) static GRASS: Topic = Topic {
    title: Lang::help_new_lands_grass_title,
    text: Lang::help_new_lands_grass,
    example: Some((
        Example {
            options: &[],
            moves: "new_lands/44@0,1r1 f1 new_lands/14@0,2r0 - new_lands/12@0,-1r0 x0,1:1",
            ends: false,
            points: &[(0, 6)],
        },
        Lang::help_new_lands_grass_example,
    )),
};

pub(super) static MOUNTAIN: Topic = Topic {
    title: Lang::help_new_lands_mountain_title,
    text: Lang::help_new_lands_mountain,
    example: Some((
        Example {
            options: &[],
            moves: "new_lands/88@-1,0r1 f0 new_lands/10@1,0r3 - new_lands/20@2,0r2 x-1,0:0",
            ends: false,
            points: &[(0, 6)],
        },
        Lang::help_new_lands_mountain_example,
    )),
};

pub(super) static SEA: Topic = Topic {
    title: Lang::help_new_lands_sea_title,
    text: Lang::help_new_lands_sea,
    example: Some((
        Example {
            options: &[],
            moves: "new_lands/06@0,-1r3 f1 new_lands/72@1,-1r2 - new_lands/05@1,0r3 x0,-1:1",
            ends: false,
            points: &[(0, 5)],
        },
        Lang::help_new_lands_sea_example,
    )),
};

pub(super) static END: Topic = Topic {
    title: Lang::help_new_lands_end_title,
    text: Lang::help_new_lands_end,
    example: Some((
        Example {
            options: &[],
            moves: "new_lands/44@0,1r1 f1 new_lands/06@0,-1r3 f1 new_lands/11@0,-2r2 f0",
            ends: true,
            points: &[(0, 2), (1, 2), (0, 2)],
        },
        Lang::help_new_lands_end_example,
    )),
};

pub(super) static HAND: Topic =
    Topic { title: Lang::help_new_lands_hand_title, text: Lang::help_new_lands_hand, example: None };

pub(super) static EQUAL_TURNS: Topic =
    Topic { title: Lang::help_new_lands_equal_turns_title, text: Lang::help_new_lands_equal_turns, example: None };
