//! Safari with its variant.

use super::example::Example;
use super::topic::{Section, Topic};
use crate::lang::Lang;
use rules::GameOption;

pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: Lang::game_safari,
        topics: &[
            &TURN, &PATH, &BUSH, &TOKENS, &SHARING, &BAOBAB, &RANGER, &WATERHOLE, &EXTENDING, &ORDER, &END, &TILES,
        ],
    },
    Section { title: Lang::help_variants, topics: &[&WIDE_CORNERS] },
];

pub(super) static TURN: Topic = Topic {
    title: Lang::help_safari_turn_title,
    text: Lang::help_safari_turn,
    example: Some((
        Example { options: &[], moves: "+monkey +lion +monkey +giraffe safari/11b@0,1r0 f0", ends: false, points: &[] },
        Lang::help_safari_turn_example,
    )),
};

pub(super) static PATH: Topic = Topic {
    title: Lang::help_safari_path_title,
    text: Lang::help_safari_path,
    example: Some((
        Example {
            options: &[],
            moves: "+monkey +lion +monkey +giraffe safari/11b@0,1r0 f0 safari/08@0,2r2 - -",
            ends: false,
            points: &[(0, 6)],
        },
        Lang::help_safari_path_example,
    )),
};

pub(super) static BUSH: Topic = Topic {
    title: Lang::help_safari_bush_title,
    text: Lang::help_safari_bush,
    example: Some((
        Example {
            options: &[],
            moves: "+zebra +giraffe +zebra +giraffe safari/28b@-1,1r3 f0 safari/16@-2,1r0 - -",
            ends: false,
            points: &[(0, 6)],
        },
        Lang::help_safari_bush_example,
    )),
};

pub(super) static TOKENS: Topic = Topic {
    title: Lang::help_safari_tokens_title,
    text: Lang::help_safari_tokens,
    example: Some((
        Example {
            options: &[],
            moves: "+monkey +lion +monkey +giraffe safari/11b@0,1r0 f0 safari/08@0,2r2 - t:lion",
            ends: false,
            points: &[(0, 10)],
        },
        Lang::help_safari_tokens_example,
    )),
};

pub(super) static SHARING: Topic =
    Topic { title: Lang::help_safari_sharing_title, text: Lang::help_safari_sharing, example: None };

pub(super) static BAOBAB: Topic = Topic {
    title: Lang::help_safari_baobab_title,
    text: Lang::help_safari_baobab,
    example: Some((
        Example {
            options: &[],
            moves: "+monkey +monkey +elephant +giraffe safari/04c@0,-1r0 f1 +elephant +zebra",
            ends: false,
            points: &[],
        },
        Lang::help_safari_baobab_example,
    )),
};

pub(super) static RANGER: Topic = Topic {
    title: Lang::help_safari_ranger_title,
    text: Lang::help_safari_ranger,
    example: Some((
        Example {
            options: &[],
            moves: "+elephant +monkey +lion +giraffe safari/13a@-2,0r2 - c>1,1",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_safari_ranger_example,
    )),
};

pub(super) static WATERHOLE: Topic = Topic {
    title: Lang::help_safari_waterhole_title,
    text: Lang::help_safari_waterhole,
    example: Some((
        Example {
            options: &[],
            moves: "+elephant +zebra +monkey +elephant safari/04c@1,1r2 w1,1NW:zebra",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_safari_waterhole_example,
    )),
};

pub(super) static EXTENDING: Topic = Topic {
    title: Lang::help_safari_extending_title,
    text: Lang::help_safari_extending,
    example: Some((
        Example {
            options: &[],
            moves: "+lion +giraffe +monkey +elephant safari/31@-1,1r1 w1,0SW:lion safari/20d@1,1r1 \
                w1,1NW:elephant safari/04c@-1,-1r2 w0,0SE:giraffe",
            ends: false,
            points: &[(0, 5)],
        },
        Lang::help_safari_extending_example,
    )),
};

static ORDER: Topic = Topic { title: Lang::help_safari_order_title, text: Lang::help_safari_order, example: None };

pub(super) static END: Topic = Topic {
    title: Lang::help_safari_end_title,
    text: Lang::help_safari_end,
    example: Some((
        Example {
            options: &[],
            moves: "+elephant +elephant +zebra +zebra safari/04a@0,1r1 f0 safari/26e@1,-1r2 f1",
            ends: true,
            points: &[(1, 4), (0, 2), (0, 2), (1, 2)],
        },
        Lang::help_safari_end_example,
    )),
};

pub(super) static TILES: Topic =
    Topic { title: Lang::help_safari_tiles_title, text: Lang::help_safari_tiles, example: None };

pub(super) static WIDE_CORNERS: Topic = Topic {
    title: Lang::help_safari_wide_corners_title,
    text: Lang::help_safari_wide_corners,
    example: Some((
        Example {
            options: &[GameOption::WideCorners],
            moves: "+elephant +zebra +monkey +elephant safari/20a@-1,-1r0 w-1,-1SE:zebra",
            ends: false,
            points: &[(0, 3)],
        },
        Lang::help_safari_wide_corners_example,
    )),
};

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, TileSet};

    #[test]
    fn the_number_of_inferred_tiles_is_the_true_one() {
        let inferred = TileSet::Safari.kinds().filter(|kind| kind.def().is_inferred()).count();
        let text = (TILES.text)(Lang::english());
        assert!(text.contains(&format!(" {inferred} kinds")), "{inferred}: {text}");
    }

    #[test]
    fn the_example_of_wide_corners_needs_the_option() {
        let (wide, _) = WIDE_CORNERS.example.as_ref().expect("an example");
        let narrow = Example { options: &[], ..*wide };
        assert!(wide.play(GameId::Safari).is_ok());
        assert!(narrow.play(GameId::Safari).is_err());
    }
}
