//! The shapes of small things, as path data around their foot.

pub(crate) const SHADOW: &str = "m-4 0a4.6 2 0 0 0 9.4 0z";
pub(crate) const CROWN: &str = "m-4-2.4a3 3 0 0 1 .4-4.9 3.6 3.6 0 0 1 7-.2 3 3 0 0 1 .8 5.1q-4 2-8.2 0z";
pub(crate) const CROWN_LIGHT: &str = "m-2.2-5.4a3 3 0 0 1 3-2.6";
pub(crate) const PINE: &str = "m0-12l2.7 4.6-1.1.1 2.8 5.1q-4.4 1.6-8.8 0l2.8-5.1-1.1-.1z";
pub(crate) const PINE_LIGHT: &str = "m-.4-9.4l-1 2m.2 1.2l-1.4 3";
pub(crate) const TRUNK: &str = "m-.8 .2v-3h1.6v3z";
pub(crate) const SHRUB: &str = "m-3.6 .2a2.4 2.4 0 0 1 1-4.1 2.6 2.6 0 0 1 4.7 0 2.4 2.4 0 0 1 1.5 4.1q-3.6 1-7.2 0z";
pub(crate) const SHRUB_LIGHT: &str = "m-1.9-2.6a2 2 0 0 1 2.2-1.4";
pub(crate) const ACACIA_TRUNK: &str = "m-.5 .3l-.3-5-2.6-2.6.7-.5 2.7 2.2 2.7-2.3.6.6-2.3 2.7-.3 5z";
pub(crate) const ACACIA: &str = "m-6.2-6.4c-.4-2.8 2.8-4.6 6.3-4.6s6.6 1.8 6.1 4.6q-6.2 1.6-12.4 0z";
pub(crate) const ACACIA_LIGHT: &str = "m-3.8-8.4q2-1.5 5-1.3";
pub(crate) const TUFT: &str = "m-1-1.5l1 1.5 1-1.5m-1 1.5v-2";
pub(crate) const WAVE: &str = "m-3.2 0q1.6-1.9 3.2 0 1.6-1.9 3.2 0";
pub(crate) const STONE: &str = "m-1.5 .4c-.4-1.6 1-2.1 1.7-1.9c1.1 0 1.7.9 1.3 1.9z";
/// A building: how far it reaches to either side and up, and its walls, roof and openings.
pub(crate) struct Building {
    pub(crate) half: f32,
    pub(crate) tall: f32,
    pub(crate) shape: [&'static str; 3],
}

pub(crate) const HOUSES: [Building; 3] = [
    Building {
        half: 4.4,
        tall: 8.0,
        shape: ["m-3.6 0v-4h7.2v4z", "m-4.5-3.7l1.7-3.7h5.6l1.7 3.7z", "m-.8 0v-2.3h1.6v2.3z"],
    },
    Building {
        half: 3.8,
        tall: 8.6,
        shape: [
            "m-2.8 0v-4.3l2.8-3.3 2.8 3.3v4.3z",
            "m-3.8-3.9l3.8-4.7 3.8 4.7-1.1.6-2.7-3.3-2.7 3.3z",
            "m-.8 0v-2.4h1.6v2.4z",
        ],
    },
    Building {
        half: 3.7,
        tall: 9.5,
        shape: ["m-2.9 0v-6h5.8v6z", "m-3.7-5.7l3.7-3.8 3.7 3.8z", "m-1.6-2.9v-1.5h1.1v1.5zm2.2 0v-1.5h1.1v1.5z"],
    },
];
pub(crate) const TOWER: Building = Building {
    half: 3.2,
    tall: 11.0,
    shape: [
        "m-2.9 1.4v-7.4h5.8v7.4c-1.6.9-4.2.9-5.8 0z",
        "m-3.9-5.4l3.9-6.2 3.9 6.2c-2 1-5.8 1-7.8 0z",
        "m-.6-1.6v-2.2h1.2v2.2z",
    ],
};
pub(crate) const GATE: Building = Building {
    half: 6.5,
    tall: 10.0,
    shape: [
        "m-6.2 2.4v-8.4h3.6v1.7h5.2v-1.7h3.6v8.4z",
        "m-7-5.6l2.6-4.2 2.6 4.2zm8.8 0l2.6-4.2 2.6 4.2z",
        "m-2.4 2.4v-3.4a2.4 2.4 0 0 1 4.8 0v3.4z",
    ],
};
pub(crate) const PEAK: [&str; 3] = [
    "m-8.6 .6l4.8-9.4 2.8-4.6 2.8 4.2 1.6-.3 5.4 10.1q-8.7 1.9-17.4 0z",
    "m-1-13.4l2.8 4.2 1.6-.3 5.4 10.1q-4 .9-8 1l-1.2-4.4z",
    "m-3.4-9l2.4-4.4 2.8 4.2-1.7-.9-1.3 1.5-1-1z",
];
