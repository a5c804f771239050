//! Hunters & Gatherers.

use super::example::Example;
use super::topic::{Section, Topic};
use crate::lang::Lang;

pub(super) const SECTIONS: &[Section] = &[Section {
    title: Lang::game_hunters_gatherers,
    topics: &[&TURN, &FOLLOWERS, &FOREST, &BONUS, &RIVER, &HUT, &MEADOW, &SHRINE, &SHARING, &END],
}];

pub(super) static TURN: Topic = Topic {
    title: Lang::help_hunters_gatherers_turn_title,
    text: Lang::help_hunters_gatherers_turn,
    example: Some((
        Example { options: &[], moves: "hunters_gatherers/52@-1,0r0 f0", ends: false, points: &[] },
        Lang::help_hunters_gatherers_turn_example,
    )),
};

pub(super) static FOLLOWERS: Topic = Topic {
    title: Lang::help_hunters_gatherers_followers_title,
    text: Lang::help_hunters_gatherers_followers,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/21@-1,0r3 f1 hunters_gatherers/70@1,0r0 f2 hunters_gatherers/19@2,0r2 h1 \
                hunters_gatherers/01@3,0r1 f3",
            ends: false,
            points: &[],
        },
        Lang::help_hunters_gatherers_followers_example,
    )),
};

pub(super) static FOREST: Topic = Topic {
    title: Lang::help_hunters_gatherers_forest_title,
    text: Lang::help_hunters_gatherers_forest,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/73@0,1r3 f4 hunters_gatherers/72@0,2r1 -",
            ends: false,
            points: &[(0, 4)],
        },
        Lang::help_hunters_gatherers_forest_example,
    )),
};

pub(super) static BONUS: Topic = Topic {
    title: Lang::help_hunters_gatherers_bonus_title,
    text: Lang::help_hunters_gatherers_bonus,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/25@0,1r2 - hunters_gatherers/77@1,1r0 - hunters_gatherers/35@1,0r2 f1 \
                hunters_gatherers_bonus/B06@0,2r0 -",
            ends: false,
            points: &[(0, 6)],
        },
        Lang::help_hunters_gatherers_bonus_example,
    )),
};

pub(super) static RIVER: Topic = Topic {
    title: Lang::help_hunters_gatherers_river_title,
    text: Lang::help_hunters_gatherers_river,
    example: Some((
        Example { options: &[], moves: "hunters_gatherers/07@-1,0r3 f5", ends: false, points: &[(0, 4)] },
        Lang::help_hunters_gatherers_river_example,
    )),
};

pub(super) static HUT: Topic = Topic {
    title: Lang::help_hunters_gatherers_hut_title,
    text: Lang::help_hunters_gatherers_hut,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/07@-1,0r3 h3 hunters_gatherers/01@-2,0r1 -",
            ends: true,
            points: &[(0, 4)],
        },
        Lang::help_hunters_gatherers_hut_example,
    )),
};

pub(super) static MEADOW: Topic = Topic {
    title: Lang::help_hunters_gatherers_meadow_title,
    text: Lang::help_hunters_gatherers_meadow,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/48@-1,0r2 f2 hunters_gatherers/52@-2,0r0 - hunters_gatherers/16@-3,0r3 -",
            ends: true,
            points: &[(0, 4)],
        },
        Lang::help_hunters_gatherers_meadow_example,
    )),
};

pub(super) static SHRINE: Topic = Topic {
    title: Lang::help_hunters_gatherers_shrine_title,
    text: Lang::help_hunters_gatherers_shrine,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/35@0,1r3 - hunters_gatherers/55@1,0r1 - hunters_gatherers_bonus/B01@1,1r3 \
                f0",
            ends: true,
            points: &[(1, 2)],
        },
        Lang::help_hunters_gatherers_shrine_example,
    )),
};

pub(super) static SHARING: Topic = Topic {
    title: Lang::help_hunters_gatherers_sharing_title,
    text: Lang::help_hunters_gatherers_sharing,
    example: Some((
        Example {
            options: &[],
            moves: "hunters_gatherers/26@1,0r0 - hunters_gatherers/72@-1,0r3 f4 hunters_gatherers/14@0,1r2 f3 \
                hunters_gatherers_bonus/B01@-1,1r3 -",
            ends: false,
            points: &[(0, 6), (1, 6)],
        },
        Lang::help_hunters_gatherers_sharing_example,
    )),
};

pub(super) static END: Topic =
    Topic { title: Lang::help_hunters_gatherers_end_title, text: Lang::help_hunters_gatherers_end, example: None };
