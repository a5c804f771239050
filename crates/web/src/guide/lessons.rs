//! Short lessons on what people misread.

use super::script::{Guide, step};
use crate::lang::Lang;
use rules::{Animal, GameId};

/// What a field is, and what its farmer brings.
pub(super) static FIELDS: Guide = Guide {
    game: GameId::Base,
    options: &[],
    name: Lang::lesson_fields,
    before: "base/M@0,-1r1 - base/V@1,0r0 -",
    tokens: &[],
    steps: &[
        step(Lang::lesson_fields_1_head, Lang::lesson_fields_1, "base/E@1,-1r3 f1 base/E@2,-1r0 -"),
        step(Lang::lesson_fields_2_head, Lang::lesson_fields_2, "base/E@1,-2r1 - base/N@2,-2r2 -"),
    ],
    end: (Lang::lesson_fields_end_head, Lang::lesson_fields_end),
    leads: true,
    short: true,
    points: ([0, 0], [6, 0]),
};

/// How one gets into an occupied town.
pub(super) static JOINING: Guide = Guide {
    game: GameId::Base,
    options: &[],
    name: Lang::lesson_joining,
    before: "base/M@0,-1r1 f0 base/D@1,0r0 f0 base/J@2,0r1 - base/G@3,0r2 -",
    tokens: &[],
    steps: &[
        step(Lang::lesson_joining_1_head, Lang::lesson_joining_1, "base/E@2,-1r3 f0 base/B@3,1r0 -"),
        step(Lang::lesson_joining_2_head, Lang::lesson_joining_2, "base/R@1,-1r2 -"),
    ],
    end: (Lang::lesson_joining_end_head, Lang::lesson_joining_end),
    leads: true,
    short: true,
    points: ([12, 0], [12, 0]),
};

/// Where a river ends, and what the lakes bring.
pub(super) static RIVERS: Guide = Guide {
    game: GameId::HuntersGatherers,
    options: &[],
    name: Lang::lesson_rivers,
    before: "",
    tokens: &[],
    steps: &[
        step(
            Lang::lesson_rivers_1_head,
            Lang::lesson_rivers_1,
            "hunters_gatherers/54@-1,0r3 f2 hunters_gatherers/20@0,-1r3 -",
        ),
        step(
            Lang::lesson_rivers_2_head,
            Lang::lesson_rivers_2,
            "hunters_gatherers/26@-1,-1r1 - hunters_gatherers/70@0,1r2 f3",
        ),
        step(Lang::lesson_rivers_3_head, Lang::lesson_rivers_3, "hunters_gatherers/71@0,2r2 f5"),
    ],
    end: (Lang::lesson_rivers_end_head, Lang::lesson_rivers_end),
    leads: true,
    short: true,
    points: ([11, 0], [11, 0]),
};

/// What a hut has to do with fishers, and how far its water goes.
pub(super) static HUTS: Guide = Guide {
    game: GameId::HuntersGatherers,
    options: &[],
    name: Lang::lesson_huts,
    before: "",
    tokens: &[],
    steps: &[
        step(
            Lang::lesson_huts_1_head,
            Lang::lesson_huts_1,
            "hunters_gatherers/17@-1,0r3 h3 hunters_gatherers/69@-2,0r0 -",
        ),
        step(
            Lang::lesson_huts_2_head,
            Lang::lesson_huts_2,
            "hunters_gatherers/12@-1,1r0 f1 hunters_gatherers/70@-2,-1r3 -",
        ),
        step(Lang::lesson_huts_3_head, Lang::lesson_huts_3, "hunters_gatherers/13@-2,1r3 -"),
    ],
    end: (Lang::lesson_huts_end_head, Lang::lesson_huts_end),
    leads: true,
    short: true,
    points: ([5, 0], [9, 0]),
};

/// When to call somebody home.
pub(super) static HOME: Guide = Guide {
    game: GameId::NewLands,
    options: &[],
    name: Lang::lesson_home,
    before: "",
    tokens: &[],
    steps: &[
        step(Lang::lesson_home_1_head, Lang::lesson_home_1, "new_lands/44@0,1r3 f1 new_lands/07@-1,0r0 f1"),
        step(Lang::lesson_home_2_head, Lang::lesson_home_2, "new_lands/13@1,1r0 x0,1:1 new_lands/35@1,2r0 -"),
        step(Lang::lesson_home_3_head, Lang::lesson_home_3, "new_lands/19@1,0r0 f3 new_lands/14@-1,1r2 -"),
        step(Lang::lesson_home_4_head, Lang::lesson_home_4, "new_lands/84@-1,-1r2 - new_lands/10@-1,2r1 -"),
        step(Lang::lesson_home_5_head, Lang::lesson_home_5, "new_lands/43@2,2r1 x1,0:3"),
    ],
    end: (Lang::lesson_home_end_head, Lang::lesson_home_end),
    leads: true,
    short: true,
    points: ([8, 0], [8, 1]),
};

/// What animal tokens are for.
pub(super) static TOKENS: Guide = Guide {
    game: GameId::Safari,
    options: &[],
    name: Lang::lesson_tokens,
    before: "",
    tokens: &[Animal::Monkey, Animal::Zebra, Animal::Zebra, Animal::Giraffe, Animal::Elephant, Animal::Lion],
    steps: &[
        step(Lang::lesson_tokens_1_head, Lang::lesson_tokens_1, "safari/03c@1,1r0 f0 safari/14b@-1,-1r2 -"),
        step(Lang::lesson_tokens_2_head, Lang::lesson_tokens_2, "safari/07a@0,1r3 -"),
        step(Lang::lesson_tokens_3_head, Lang::lesson_tokens_3, "t:monkey safari/06a@0,-1r2 -"),
        step(Lang::lesson_tokens_4_head, Lang::lesson_tokens_4, "safari/25b@1,-1r1 f2"),
    ],
    end: (Lang::lesson_tokens_end_head, Lang::lesson_tokens_end),
    leads: true,
    short: true,
    points: ([10, 0], [13, 2]),
};

/// How a waterhole grows, and who gets what.
pub(super) static WATERHOLES: Guide = Guide {
    game: GameId::Safari,
    options: &[],
    name: Lang::lesson_waterholes,
    before: "",
    tokens: &[Animal::Monkey, Animal::Zebra, Animal::Lion, Animal::Giraffe],
    steps: &[
        step(
            Lang::lesson_waterholes_1_head,
            Lang::lesson_waterholes_1,
            "safari/17@1,1r0 w1,1SW:monkey safari/09@1,2r0 w1,2NW:lion",
        ),
        step(
            Lang::lesson_waterholes_2_head,
            Lang::lesson_waterholes_2,
            "safari/10b@0,2r2 w0,2NE:zebra safari/16@0,1r2 w0,1SE:giraffe",
        ),
    ],
    end: (Lang::lesson_waterholes_end_head, Lang::lesson_waterholes_end),
    leads: true,
    short: true,
    points: ([11, 10], [11, 10]),
};
