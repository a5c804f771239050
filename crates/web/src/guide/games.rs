//! The guided first games.

use super::script::{Guide, step};
use crate::lang::Lang;
use rules::{Animal, GameId, GameOption};

/// The base game.
pub(super) static BASE: Guide = Guide {
    game: GameId::Base,
    options: &[],
    name: Lang::guide,
    before: "",
    tokens: &[],
    steps: &[
        step(Lang::guide_1_title, Lang::guide_1, "base/M@0,-1r1 f0 base/V@1,0r0 f0"),
        step(Lang::guide_2_title, Lang::guide_2, "base/E@1,-1r3 - base/W@-1,0r0 -"),
        step(Lang::guide_3_title, Lang::guide_3, "base/U@-1,1r0 f0 base/E@2,-1r0 f0"),
        step(Lang::guide_4_title, Lang::guide_4, "base/B@0,1r0 f0 base/W@1,1r3 -"),
        step(Lang::guide_5_title, Lang::guide_5, "base/W@-1,2r1 - base/V@0,2r3 -"),
        step(Lang::guide_6_title, Lang::guide_6, "base/E@1,-2r1 f0 base/U@-2,0r1 f0"),
        step(Lang::guide_7_title, Lang::guide_7, "base/N@2,-2r2 - base/U@-3,0r1 -"),
        step(Lang::guide_8_title, Lang::guide_8, "base/V@1,2r1 - base/U@-2,2r1 -"),
        step(Lang::guide_9_title, Lang::guide_9, "base/E@2,0r1 f1"),
    ],
    end: (Lang::guide_end_title, Lang::guide_end),
    leads: false,
    short: false,
    points: ([26, 10], [32, 13]),
};

/// Traders & Builders, for those who know the base game.
pub(super) static TRADERS: Guide = Guide {
    game: GameId::Base,
    options: &[GameOption::TradersBuilders],
    name: Lang::option_traders_builders,
    before: "",
    tokens: &[],
    steps: &[
        step(
            Lang::learn_tb_1_head,
            Lang::learn_tb_1,
            "traders_builders/corner-2-roads-chicken@0,-1r3 f0+builder base/W@1,0r1 f2",
        ),
        step(Lang::learn_tb_2_head, Lang::learn_tb_2, "traders_builders/corner-road-cloth@-1,-1r0 -"),
        step(
            Lang::learn_tb_3_head,
            Lang::learn_tb_3,
            "traders_builders/band-cap-chicken@-1,-2r0 - traders_builders/bridge-end@0,-2r3 f0",
        ),
        step(
            Lang::learn_tb_4_head,
            Lang::learn_tb_4,
            "traders_builders/corner-2-caps-cloth@-2,-2r3 - base/Q@-2,-3r3 -",
        ),
        step(Lang::learn_tb_5_head, Lang::learn_tb_5, "base/A@1,-2r1 f2+pig base/K@-1,0r2 -"),
        step(
            Lang::learn_tb_6_head,
            Lang::learn_tb_6,
            "traders_builders/corner-cap-road-cloth@-2,-4r1 f1 base/V@2,0r3 -",
        ),
        step(Lang::learn_tb_7_head, Lang::learn_tb_7, "traders_builders/band-cap-cloth@-3,-3r1 -"),
        step(Lang::learn_tb_8_head, Lang::learn_tb_8, "-"),
    ],
    end: (Lang::learn_tb_end_head, Lang::learn_tb_end),
    leads: true,
    short: false,
    points: ([24, 6], [50, 7]),
};

/// Hunters & Gatherers.
pub(super) static HUNTERS: Guide = Guide {
    game: GameId::HuntersGatherers,
    options: &[],
    name: Lang::guide,
    before: "",
    tokens: &[],
    steps: &[
        step(Lang::learn_hg_1_head, Lang::learn_hg_1, "hunters_gatherers/26@0,1r1 f4 hunters_gatherers/60@-1,1r2 f0"),
        step(Lang::learn_hg_2_head, Lang::learn_hg_2, "hunters_gatherers/14@1,0r1 -"),
        step(
            Lang::learn_hg_3_head,
            Lang::learn_hg_3,
            "hunters_gatherers_bonus/B08@0,-1r1 f2 hunters_gatherers/72@1,1r3 f1",
        ),
        step(Lang::learn_hg_4_head, Lang::learn_hg_4, "hunters_gatherers/50@-1,0r3 f1 hunters_gatherers/31@1,2r0 -"),
        step(Lang::learn_hg_5_head, Lang::learn_hg_5, "hunters_gatherers/71@-2,0r1 - hunters_gatherers/32@-2,-1r2 f0"),
        step(Lang::learn_hg_6_head, Lang::learn_hg_6, "hunters_gatherers/24@1,-1r0 h5 hunters_gatherers/78@-2,1r0 -"),
        step(Lang::learn_hg_7_head, Lang::learn_hg_7, "hunters_gatherers/17@-1,2r2 - hunters_gatherers/09@-2,2r1 -"),
        step(Lang::learn_hg_8_head, Lang::learn_hg_8, "hunters_gatherers/59@0,-2r0 f3"),
    ],
    end: (Lang::learn_hg_end_head, Lang::learn_hg_end),
    leads: true,
    short: false,
    points: ([14, 0], [22, 0]),
};

/// New Lands.
pub(super) static LANDS: Guide = Guide {
    game: GameId::NewLands,
    options: &[],
    name: Lang::guide,
    before: "",
    tokens: &[],
    steps: &[
        step(Lang::learn_nl_1_head, Lang::learn_nl_1, "new_lands/45@0,1r3 f1 new_lands/43@-1,0r2 f0"),
        step(Lang::learn_nl_2_head, Lang::learn_nl_2, "new_lands/40@0,2r2 - new_lands/76@-1,2r2 f1"),
        step(Lang::learn_nl_3_head, Lang::learn_nl_3, "new_lands/15@1,0r1 x0,1:1 new_lands/06@1,2r0 -"),
        step(Lang::learn_nl_4_head, Lang::learn_nl_4, "new_lands/85@1,1r1 f1 new_lands/04@-1,1r1 -"),
        step(Lang::learn_nl_5_head, Lang::learn_nl_5, "new_lands/96@2,2r0 - new_lands/24@-1,-1r2 -"),
        step(Lang::learn_nl_6_head, Lang::learn_nl_6, "new_lands/78@1,-1r0 x1,1:1 new_lands/03@2,-1r1 -"),
        step(Lang::learn_nl_7_head, Lang::learn_nl_7, "new_lands/21@2,0r3 f3 new_lands/08@0,-1r3 -"),
        step(Lang::learn_nl_8_head, Lang::learn_nl_8, "new_lands/31@2,1r1 - new_lands/83@2,-2r0 -"),
        step(Lang::learn_nl_9_head, Lang::learn_nl_9, "new_lands/24@-2,1r0 x2,0:3 new_lands/44@0,-2r3 -"),
        step(Lang::learn_nl_10_head, Lang::learn_nl_10, "new_lands/10@3,-1r1 f1"),
    ],
    end: (Lang::learn_nl_end_head, Lang::learn_nl_end),
    leads: true,
    short: false,
    points: ([16, 0], [21, 6]),
};

/// Safari.
pub(super) static SAFARI: Guide = Guide {
    game: GameId::Safari,
    options: &[],
    name: Lang::guide,
    before: "",
    tokens: &[Animal::Lion, Animal::Zebra, Animal::Monkey, Animal::Giraffe, Animal::Elephant, Animal::Monkey],
    steps: &[
        step(Lang::learn_sf_1_head, Lang::learn_sf_1, "safari/19@1,-1r1 f1 safari/33b@-1,1r2 f0"),
        step(Lang::learn_sf_2_head, Lang::learn_sf_2, "safari/02@0,-1r2 -"),
        step(Lang::learn_sf_3_head, Lang::learn_sf_3, "t:lion safari/21c@-1,-1r3 -"),
        step(Lang::learn_sf_4_head, Lang::learn_sf_4, "safari/14b@1,1r0 f2 safari/13a@2,-1r1 -"),
        step(Lang::learn_sf_5_head, Lang::learn_sf_5, "safari/26d@2,0r0 -"),
        step(Lang::learn_sf_6_head, Lang::learn_sf_6, "c>3,-1 safari/26a@-2,-1r3 -"),
        step(
            Lang::learn_sf_7_head,
            Lang::learn_sf_7,
            "safari/05@1,-2r3 w1,-2SE:zebra safari/04c@1,2r0 w1,-1NE:giraffe",
        ),
        step(Lang::learn_sf_8_head, Lang::learn_sf_8, "safari/11a@2,2r0 w2,-1NW:elephant safari/30a@-2,1r2 -"),
        step(Lang::learn_sf_9_head, Lang::learn_sf_9, "safari/20d@-2,-2r1 f0 safari/16@-2,2r0 -"),
        step(Lang::learn_sf_10_head, Lang::learn_sf_10, "safari/21d@-3,-1r0 -"),
        step(Lang::learn_sf_11_head, Lang::learn_sf_11, "t:monkey"),
    ],
    end: (Lang::learn_sf_end_head, Lang::learn_sf_end),
    leads: true,
    short: false,
    points: ([26, 4], [26, 11]),
};
