//! What counts in the rules and is drawn once or twice on a tile: animals, goods, shields, buildings. Each is defined once
//! and used by its name. The origin is its middle.

use crate::theme::{Landscape, Theme};
use rules::Symbol;
use std::fmt::Write;

/// A shape of an icon: what it is filled with, what it is outlined with, its path data. `@` stands for the ink.
struct Shape(&'static str, &'static str, &'static str);

/// An icon: its silhouette gets a halo, so that it stands out from any ground.
struct Icon {
    name: &'static str,
    silhouette: &'static str,
    shapes: &'static [Shape],
}

const INK: &str = "@";
const NONE: &str = "none";

const TOWN_ICONS: &[Icon] = &[
    Icon {
        name: "shield",
        silhouette: "M-6-7.5h12v6.6c0 4.2-2.6 7-6 8.6c-3.4-1.6-6-4.4-6-8.6z",
        shapes: &[
            Shape("#2f5f9e", INK, "M-6-7.5h12v6.6c0 4.2-2.6 7-6 8.6c-3.4-1.6-6-4.4-6-8.6z"),
            Shape("#f6f1e2", NONE, "M0-6.9h5.4v6h-5.4zM0-.9v8c-3-1.5-5.3-4-5.4-8z"),
        ],
    },
    Icon {
        name: "chicken",
        silhouette: "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
        shapes: &[
            Shape("#fbefcf", INK, "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"),
            Shape("#d9862c", NONE, "M-.9 3.2h.8v2.6h1v.7h-2.8v-.7h1zM1.6 3.2h.8v2.6h1v.7h-2.8v-.7h1z"),
            Shape(
                "#fff",
                INK,
                "M-5.6-2.6c1.4.6 2.2 1.2 3 1.2c1.6 0 2.6-1 3-2.6c.3-1.5 1.2-2.2 2.2-2c1.2.2 1.7 1.2 1.6 2.2c-.2 1.2 0 2.3-.2 3.6c-.4 2.4-2.2 3.7-4.4 3.7c-3 0-5.2-2.2-5.2-6.1z",
            ),
            Shape("#cf3b2c", NONE, "M1.8-5.8c-.2-1.2.9-1.3 1.1-.7c.4-.8 1.4-.4 1.2.7zM4.1-2.6c.8.3.9 1.4.1 1.7z"),
            Shape("#e7a52c", NONE, "M4.2-4.6l1.9.7l-2 .8z"),
            Shape(INK, NONE, "M2.6-4.6a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z"),
        ],
    },
    Icon {
        name: "wheat",
        silhouette: "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
        shapes: &[
            Shape("#fbefcf", INK, "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"),
            Shape(NONE, "#b57a1c", "M0 6v-8M0 6c-1-3-2-5-3.4-6.6M0 6c1-3 2-5 3.4-6.6"),
            Shape(
                "#edbb3c",
                "#8f5f14",
                "M0-6.4c1.5 1.7 1.5 4.2 0 5.9c-1.5-1.7-1.5-4.2 0-5.9zM-4.6-5c2 .9 2.8 3.1 2.1 5.4c-2-1-2.8-3.2-2.1-5.4zM4.6-5c-2 .9-2.8 3.1-2.1 5.4c2-1 2.8-3.2 2.1-5.4z",
            ),
            Shape("#c8553b", NONE, "M-1.9 1.9h3.8v1.5h-3.8z"),
        ],
    },
    Icon {
        name: "cloth",
        silhouette: "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
        shapes: &[
            Shape("#fbefcf", INK, "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z"),
            Shape("#7d4aa0", INK, "M-5-3.4h7.6c1.6 0 2.6 1.4 2.6 3.2s-1 3.2-2.6 3.2h-7.6z"),
            Shape("#b184cf", INK, "M-5-3.4c1.4 0 2.2 1.4 2.2 3.2s-.8 3.2-2.2 3.2s-2-1.4-2-3.2s.8-3.2 2-3.2z"),
            Shape("#7d4aa0", INK, "M1-3.4h2.6v8.6l-1.3-1l-1.3 1z"),
        ],
    },
    Icon {
        name: "inn",
        silhouette: "M-11 6v-8.2h-2l4.4-9h3.8v-3h2.6v3h5.8l4.4 9h5.6v7.4h-7.6v.8z",
        shapes: &[
            Shape(
                "#79b7cc",
                "#7d8a4c",
                "M-12.4 9.6c-.8-3.8 5.4-6.2 13-6c7.8.2 13.8 2 14 6.2c.2 3.8-6.2 5.8-13.6 5.7c-6.8-.1-12.6-1.9-13.4-5.9z",
            ),
            Shape(NONE, "#c4e4ec", "M-6.4 9.6h5M3.4 8.6h6.6M-1 12.4h5.8"),
            Shape("#a8483c", INK, "M-4.8-9.4v-4.6h2.6v4.6z"),
            Shape("#fbf0d8", INK, "M-11 6v-9h17v9z"),
            Shape(NONE, "#8a6238", "M-11 .9h17M-7.2-2.8v3.5M2.2-2.8v3.5"),
            Shape("#e2ad3e", INK, "M-13-2.2l4.4-9h12.2l4.4 9z"),
            Shape(NONE, "#b8832a", "M-8.4-8.4l-2.2 4.6M-4.2-9l-1.4 5.4M0-9l.6 5.4M3.6-8.4l2.2 4.6"),
            Shape(
                "#4d3a28",
                NONE,
                "M-4.6 6v-3.4a1.9 1.9 0 0 1 3.8 0v3.4zM-9.4 4.8v-2.4h2.6v2.4zM1.4 4.8v-2.4h2.6v2.4z",
            ),
            Shape(NONE, INK, "M6-1.4h4.4v1.6"),
            Shape("#c8553b", INK, "M7.6 2.6a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0z"),
            Shape("#fff6dc", NONE, "M9.2 1.3h2v2.8h-2zM11.2 1.8h.9v1.8h-.9z"),
        ],
    },
    Icon {
        name: "cathedral",
        silhouette: "M-22 22v-14l4.4-4.6v-11.4l6.1-20l6.1 20l5.4-7.6l5.4 7.6l6.1-20l6.1 20v11.4l4.4 4.6v14z",
        shapes: &[
            Shape("#e9dfc8", INK, "M-21.5 22v-12.6h43v12.6z"),
            Shape("#4f7d8c", INK, "M-23 9.8l5.6-7h34.8l5.6 7z"),
            Shape("#f7f0de", INK, "M-7.4 22v-25.4l7.4-10.2l7.4 10.2v25.4z"),
            Shape("#4f7d8c", INK, "M-9-2.4l9-12.6l9 12.6l-2 1.2l-7-9.6l-7 9.6z"),
            Shape("#f2e9d3", INK, "M-17 22v-31.4h10.4v31.4zM6.6 22v-31.4h10.4v31.4z"),
            Shape("#3f6878", INK, "M-18.4-8.8l6.6-19.4l6.6 19.4zM5.2-8.8l6.6-19.4l6.6 19.4z"),
            Shape(
                NONE,
                INK,
                "M-11.8-28v-5M-13.8-31.2h4M11.8-28v-5M9.8-31.2h4M-17 3.4h10.4M6.6 3.4h10.4M-17-5.4h10.4M6.6-5.4h10.4",
            ),
            Shape("#2f5f9e", INK, "M-4.6 1.4a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z"),
            Shape("#f3c64f", NONE, "M-.6-2.4h1.2v3.2h3.2v1.2h-3.2v3.2h-1.2v-3.2h-3.2v-1.2h3.2z"),
            Shape(
                "#4d3a28",
                NONE,
                "M-3.6 22v-7.4q0-3.6 3.6-5.6q3.6 2 3.6 5.6v7.4zM-13.6 22v-5.4q0-2.4 1.8-3.4q1.8 1 1.8 3.4v5.4zM10 22v-5.4q0-2.4 1.8-3.4q1.8 1 1.8 3.4v5.4z",
            ),
            Shape(
                "#2f5f9e",
                NONE,
                "M-14.4 1.2v-4.4a1 1 0 0 1 2 0v4.4zM-11.2 1.2v-4.4a1 1 0 0 1 2 0v4.4zM9.2 1.2v-4.4a1 1 0 0 1 2 0v4.4zM12.4 1.2v-4.4a1 1 0 0 1 2 0v4.4zM-20.2 18v-3.6a.9.9 0 0 1 1.8 0v3.6zM18.4 18v-3.6a.9.9 0 0 1 1.8 0v3.6zM-13.6 10v-3.4a1 1 0 0 1 3.6 0v3.4zM10 10v-3.4a1 1 0 0 1 3.6 0v3.4z",
            ),
        ],
    },
    Icon {
        name: "cloister",
        silhouette: "M-14 11v-9l5-5h3v-8l4-7l4 7v8h7l5 5v9z",
        shapes: &[
            Shape("#d8c9a4", INK, "M-15 12.5v-7.5h30v7.5z"),
            Shape("#fbf0d8", INK, "M-9.5 11v-9h19v9z"),
            Shape("#c8553b", INK, "M-11.5 2.6l3.4-7h17l3.1 7z"),
            Shape("#fbf0d8", INK, "M-6 11v-20h8v20z"),
            Shape("#a8483c", INK, "M-7.4-8.4l5.4-9l5.4 9z"),
            Shape(NONE, INK, "M-2-17.4v-4.4M-3.7-20.2h3.4"),
            Shape(
                "#4d3a28",
                NONE,
                "M-3.8 11v-4.4a1.8 1.8 0 0 1 3.6 0v4.4zM-3.2-5.6a1.2 1.2 0 0 1 2.4 0v2.8h-2.4zM4.4 8.4v-2.6a.9.9 0 0 1 1.8 0v2.6zM7.2 8.4v-2.6a.9.9 0 0 1 1.8 0v2.6z",
            ),
            Shape("#7ba048", INK, "M-14.6 12.6a3 3 0 0 1 5.6 0zM9.6 12.6a2.6 2.6 0 0 1 5 0z"),
        ],
    },
];

const WILD_ICONS: &[Icon] = &[
    Icon {
        name: "deer",
        silhouette: "M-6.5 8l.4-7.2c-.8-2.6.6-4.2 2.7-4.2h4.6l1.9-3.9c.3-1 .9-1.5 1.7-1.4l2.9 1.7c.7.6.2 1.5-.5 1.5h-1.9l-1.1 4.3c-.2 1.5-.9 2.3-1.4 2.7l.2 6.5h-1.5l-.8-5.4h-4.6l-1.2 5.4z",
        shapes: &[
            Shape(
                NONE,
                INK,
                "M4-8.4c-1.2-1.3-1.5-2.8-1.2-4.4M3-10.2l-2.3-1.2M5.2-8.6c.5-1.3 1.6-2.1 1.7-4.1M6.4-10.6l2-.8",
            ),
            Shape(
                "#b0703a",
                INK,
                "M-6.5 8l.4-7.2c-.8-2.6.6-4.2 2.7-4.2h4.6l1.9-3.9c.3-1 .9-1.5 1.7-1.4l2.9 1.7c.7.6.2 1.5-.5 1.5h-1.9l-1.1 4.3c-.2 1.5-.9 2.3-1.4 2.7l.2 6.5h-1.5l-.8-5.4h-4.6l-1.2 5.4z",
            ),
            Shape("#f4e3c1", NONE, "M-6.6-1.8c-1.3-.5-1-2.1.3-2.1c.7.6.6 1.4-.3 2.1zM-3.6 1.5h4.2c-1 1-3.2 1-4.2 0z"),
            Shape(INK, NONE, "M5.2-6.7a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z"),
        ],
    },
    Icon {
        name: "mammoth",
        silhouette: "M-9 7.5v-6c-1-5 2-7.7 6-7.9c1.4-2.6 5-4.2 8-2.2c3 1.8 3.6 5 3.4 8.4c-.1 3 .3 5-.5 6.4c-.8 1.2-2 .6-2-.4l.4-5c-.4.8-1 1.2-1.8 1.4v5.3h-3.3v-3.4h-6.9v3.4z",
        shapes: &[
            Shape(
                "#6b4526",
                INK,
                "M-9 7.5v-6c-1-5 2-7.7 6-7.9c1.4-2.6 5-4.2 8-2.2c3 1.8 3.6 5 3.4 8.4c-.1 3 .3 5-.5 6.4c-.8 1.2-2 .6-2-.4l.4-5c-.4.8-1 1.2-1.8 1.4v5.3h-3.3v-3.4h-6.9v3.4z",
            ),
            Shape(
                "#8d6238",
                NONE,
                "M-7.4-2.6c1.4-2.6 4-3.4 6-2.4c-2.6.6-4.4 1.8-6 2.4zM-5.4 3.4l.9-3 .9 3 .9-3 .9 3 .9-3 .9 3z",
            ),
            Shape("#54351c", NONE, "M1.4-4.6c-1.5 1.5-1.5 4.2.4 4.8c1.4-1 1.6-3.7-.4-4.8z"),
            Shape("#fff6e0", INK, "M5.4-.6c.6 3.2 3 4.6 5.2 2.6c-.2 2.8-3.6 3.9-5.6 1.7c-1-1.2-1-3-.9-4.1z"),
            Shape("#fff6e0", NONE, "M4.4-4.8a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0z"),
        ],
    },
    Icon {
        name: "aurochs",
        silhouette: "M-9 7l.3-6c-.9-3.6 1-5.4 4-5.4c3.6-2 6.6-1.8 8.2-.2c2.4-.2 4.4 1 5.2 3c.7 1.8.2 3.2-1 3.6c-1.2.3-2.3-.3-3-1l-.9 1.6l.3 4.4h-2.4l-.8-3.8h-5.6l-1.2 3.8z",
        shapes: &[
            Shape(
                "#f3e4c0",
                INK,
                "M4.4-4.2c-1.5-1.8-1.2-4.4.6-5.6c-.4 2 .4 3.4 1.8 4.2zM6.6-4.6c1.9-.4 2.8-2 2.4-3.9c1.8 1.3 1.6 4-.4 5.4z",
            ),
            Shape(
                "#3f2b20",
                INK,
                "M-9 7l.3-6c-.9-3.6 1-5.4 4-5.4c3.6-2 6.6-1.8 8.2-.2c2.4-.2 4.4 1 5.2 3c.7 1.8.2 3.2-1 3.6c-1.2.3-2.3-.3-3-1l-.9 1.6l.3 4.4h-2.4l-.8-3.8h-5.6l-1.2 3.8z",
            ),
            Shape("#d9c3a0", NONE, "M6.4.2c.6-1 1.7-1.2 2.3-.6c.4.8-.1 1.9-.9 2.1c-.9.1-1.5-.6-1.4-1.5z"),
            Shape("#fff6e0", NONE, "M4.6-2.4a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0z"),
            Shape("#7c5b40", NONE, "M-7-2.4c2-1.6 5-1.8 7-1c-2.4.2-5 .8-7 1z"),
        ],
    },
    Icon {
        name: "tiger",
        silhouette: "M-9 6.5l1.2-4.6c-1-3 .8-4.9 3.4-4.9h5.4c.7-2.4 2.4-3.4 4-3l.8-1.5l1 1.7c1.9.6 2.9 2 2.9 3.5c0 1.6-1.2 2.4-2.7 2.3c-.7 1.4-1.6 2.2-2.5 2.4l1 4.1h-2.5l-1.3-3.4h-5l-1.9 3.4z",
        shapes: &[
            Shape(NONE, "#c9712a", "M-7.6-1.4c-2.6-.6-3.2-3.6-1.6-5.4"),
            Shape(
                "#ea9436",
                INK,
                "M-9 6.5l1.2-4.6c-1-3 .8-4.9 3.4-4.9h5.4c.7-2.4 2.4-3.4 4-3l.8-1.5l1 1.7c1.9.6 2.9 2 2.9 3.5c0 1.6-1.2 2.4-2.7 2.3c-.7 1.4-1.6 2.2-2.5 2.4l1 4.1h-2.5l-1.3-3.4h-5l-1.9 3.4z",
            ),
            Shape(
                "#3b2412",
                NONE,
                "M-5.8-2.8l1 .1l.1 3.6zM-3.4-3h1l-.3 4zM-1-3h1l-.6 3.8zM1.4-3.4l.9-1l.2 4.2zM-8 2.4l2.4-.4l-2.6 1.4zM-7.6 4l2.2-.3l-2.5 1.3z",
            ),
            Shape("#fff6e0", "#3b2412", "M6.2-.6h.8l-.3 3.4zM8-.6h.8l-.5 3z"),
            Shape("#3b2412", NONE, "M5.4-3.4a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0zM8.6-3l1-.2v1z"),
        ],
    },
    Icon {
        name: "fish",
        silhouette: "M-6.4 0c2.2-3.7 6.4-3.8 9-.7l3.6-2.7c-.8 2-.8 4.8 0 6.8l-3.6-2.7c-2.6 3.1-6.8 3-9-.7z",
        shapes: &[
            Shape(
                "#f6a94a",
                INK,
                "M-6.4 0c2.2-3.7 6.4-3.8 9-.7l3.6-2.7c-.8 2-.8 4.8 0 6.8l-3.6-2.7c-2.6 3.1-6.8 3-9-.7z",
            ),
            Shape("#fff3d8", NONE, "M-5.2.7c2 1.7 4.4 1.8 6.6.2c-2.2.5-4.6.4-6.6-.2z"),
            Shape(INK, NONE, "M-4.5-.6a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0z"),
        ],
    },
    Icon {
        name: "nugget",
        silhouette: "M-7 4.5l1-5l4-4l4.4.4l4 4.2l.6 4l-3.6 2.6h-7.4z",
        shapes: &[
            Shape("#e9b022", INK, "M-6.6 4.4l.6-4.6l3.6-3l3.4 2l1 5.6l-3 1.8h-4z"),
            Shape("#f7d04d", INK, "M-2.6-.8l2.2-4.4l4.2.2l2.6 4.2l-.4 4.6l-3.4 2.2l-4.2-1.8z"),
            Shape("#fff1b0", NONE, "M-.4-4.2l1.6 2.4l-2 2.2l-1-1zM3-4l2 3.2l-2.6-.8zM-5.4.2l2.2-1.8l.2 2.4z"),
        ],
    },
    Icon {
        name: "mushroom",
        silhouette: "M-7 6.5v-6c-1.4-5 3-8.6 7-6.6c4-.6 7.6 2.6 6.6 7v5.6z",
        shapes: &[
            Shape(
                "#fbf0d8",
                INK,
                "M-3.4-.6c-.2 3 0 5-.8 6.8h4.6c-.6-1.8-.6-4-.6-6.8zM2.6 2c0 2 .1 3-.5 4.4h3.8c-.6-1.4-.5-2.6-.5-4.4z",
            ),
            Shape(
                "#d23c2a",
                INK,
                "M-7.4 0c0-4.4 2.6-7 5.6-7s5.6 2.6 5.6 7c-2.8 1-8.4 1-11.2 0zM.4 2.4c.2-2.8 1.8-4.2 3.6-4.2s3.6 1.6 3.6 4.2c-1.8.7-5.4.7-7.2 0z",
            ),
            Shape(
                "#fff",
                NONE,
                "M-5.4-2.2a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM-2.4-4.6a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM-.6-1.8a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0zM3.4.4a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0z",
            ),
        ],
    },
    Icon {
        name: "fire",
        silhouette: "M-8.6 7.4c-2-9 4-11 5-18c4 2 5 5 5 7c2-1 2-3 2-4c4 4 8 9 5 15z",
        shapes: &[
            Shape(
                "#8a8278",
                INK,
                "M-10 7.6a2.4 2.4 0 0 1 4.6-1a2.4 2.4 0 0 1 4.4.4a2.4 2.4 0 0 1 4.2-.3a2.4 2.4 0 0 1 4.6.9c-1 3-16.8 3-17.8 0z",
            ),
            Shape(
                "#e2571e",
                INK,
                "M-6.2 6.6c-3-7 3-9.6 3-17c4 2.4 5.4 5.4 5 8.8c1.8-.8 2.2-2.6 2-4.4c3.6 4 4.6 9 1.6 12.6z",
            ),
            Shape(
                "#f9b233",
                NONE,
                "M-3.6 6.6c-1.6-4.2 1.6-5.8 2-9.8c2.8 2 3 4.8 2.6 6.4c1 0 1.6-.8 1.8-1.6c1.4 2 1.2 3.6.2 5z",
            ),
            Shape("#6d4526", INK, "M-8.4 8.4l15-3.2l.6 1.8l-15 3.2zM8.4 8.4l-15-3.2l-.6 1.8l15 3.2z"),
        ],
    },
    Icon {
        name: "shrine",
        silhouette: "M-10 8v-9l-2-4l3-5h18l3 4l-2 5v9z",
        shapes: &[
            Shape("#9c9184", INK, "M-8.6 8.2l.6-11h4.4l.8 11zM3.2 8.2l.4-11h4.6l.6 11z"),
            Shape("#b8ad9f", INK, "M-11.4-3.4l1-4.2c6-2 14-2.2 20.4-.6l1.4 4.2c-7 1.4-15.8 1.6-22.8.6z"),
            Shape("#c4452f", NONE, "M0-1a4 4 0 0 1 0 8a4 4 0 0 1 0-8zM0 .8a2.2 2.2 0 0 0 0 4.4a2.2 2.2 0 0 0 0-4.4z"),
            Shape("#d8cfc2", NONE, "M-9-6.6c5-1.4 10-1.6 15-1c-5 .4-10 .8-15 1z"),
        ],
    },
];

const COAST_ICONS: &[Icon] = &[Icon {
    name: "port",
    silhouette: "M-11 7v-9l4-5l3 1v-8h6v6l4 0l5 5v10z",
    shapes: &[
        Shape("#8d6a43", INK, "M-12 5.4h24v3.2h-24zM-9.6 8.6v2.6h1.4v-2.6zM-1 8.6v2.6h1.4v-2.6zM8 8.6v2.6h1.4v-2.6z"),
        Shape("#fbf0d8", INK, "M-10.4 5.4v-7h7v7zM3.2 5.4v-6.6h7.4v6.6z"),
        Shape("#c8553b", INK, "M-11.6-1l4.7-5.2l4.7 5.2zM2-.6l4.9-5.2l4.9 5.2z"),
        Shape("#fff", INK, "M-3 5.4l.6-14h4.6l.6 14z"),
        Shape("#c8553b", INK, "M-3.2-8.2l3.1-4.6l3.1 4.6zM-2.7-.6h5.3l.1 2.6h-5.5z"),
        Shape("#f2b632", INK, "M-.2-12.6v-5.6l5.2 1.8l-5.2 1.8z"),
        Shape("#4d3a28", NONE, "M-7.9 5.4v-3.4h2v3.4zM5.9 5.4v-3.2h2v3.2zM-.9-6.4h1.8v2.6h-1.8z"),
    ],
}];

const SAVANNA_ICONS: &[Icon] = &[
    Icon {
        name: "elephant",
        silhouette: "M-9 7.5v-6c-1.2-4.6 1.4-7.8 5.6-8c2-.2 3.8.1 4.8.6c1.4-1.6 3.4-2 5.2-1c2.2 1.2 2.8 3 2.8 5.4c0 2.6-.3 4.4.4 5.4c.4.5 1 .2 1-.5l1.1.1c.1 1.9-1.3 2.6-2.4 1.9c-1.6-1-1.2-3.8-1.5-5.6c-.6.6-1.3.9-2 .9v6.8h-3.2v-4.8h-5.4v4.8z",
        shapes: &[
            Shape(
                "#8e9296",
                INK,
                "M-9 7.5v-6c-1.2-4.6 1.4-7.8 5.6-8c2-.2 3.8.1 4.8.6c1.4-1.6 3.4-2 5.2-1c2.2 1.2 2.8 3 2.8 5.4c0 2.6-.3 4.4.4 5.4c.4.5 1 .2 1-.5l1.1.1c.1 1.9-1.3 2.6-2.4 1.9c-1.6-1-1.2-3.8-1.5-5.6c-.6.6-1.3.9-2 .9v6.8h-3.2v-4.8h-5.4v4.8z",
            ),
            Shape("#73777c", INK, "M2-5.6c-2.2 1.6-2.2 5.4.2 6.4c2-1 2.6-4.8-.2-6.4z"),
            Shape("#fff6e0", INK, "M6.2.4c.2 1.8 1 2.6 2.4 2.4c-.8 1-3 .8-3.6-1.4z"),
            Shape(INK, NONE, "M5.2-3.6a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0z"),
        ],
    },
    Icon {
        name: "giraffe",
        silhouette: "M-6.6 9v-8c0-2.6 1.4-3.9 3.6-4.1l3-.4l2.8-8.5c-.2-1 .2-1.7 1-1.9l.2-1.3h.9v1.2l3.5 1.6c.7.6.4 1.6-.4 1.7l-3 .1l-2.2 8.6c-.2 1.9-.8 3-1.5 3.7v7.3h-1.9v-6.5h-4.1v6.5z",
        shapes: &[
            Shape(
                "#f0bd4a",
                INK,
                "M-6.6 9v-8c0-2.6 1.4-3.9 3.6-4.1l3-.4l2.8-8.5c-.2-1 .2-1.7 1-1.9l.2-1.3h.9v1.2l3.5 1.6c.7.6.4 1.6-.4 1.7l-3 .1l-2.2 8.6c-.2 1.9-.8 3-1.5 3.7v7.3h-1.9v-6.5h-4.1v6.5z",
            ),
            Shape(
                "#a1622a",
                NONE,
                "M-5.4-1h2v2h-2zM-2.6-2.4h2v1.8h-2zM-2.4.4h1.8v1.4h-1.8zM.2-1.8h1.6v2.2h-1.6zM1-4.8l1.6.4l-.4 1.6l-1.6-.4zM2-7.6l1.5.4l-.4 1.5l-1.5-.4zM3-10.2l1.3.4l-.3 1.4l-1.4-.4zM-5.8 2.2h1.4v2h-1.4z",
            ),
            Shape(INK, NONE, "M4.6-11.8a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z"),
        ],
    },
    Icon {
        name: "lion",
        silhouette: "M-9 7.5l.4-6c-.8-3.4 1-5.1 3.8-5.1h3c0-4 3-6 6-6c3.6 0 6 2.6 6 6c0 3-2 5.3-5 5.9l.4 5.2h-2.6l-.8-4.4h-6l-1.4 4.4z",
        shapes: &[
            Shape(NONE, "#c98a34", "M-8.2-1c-2.6 0-3-3-1.8-5"),
            Shape("#e2a94d", INK, "M-9 7.5l.4-6c-.8-3.4 1-5.1 3.8-5.1h7.6v11.1h-2.6l-.8-4.4h-6l-1.4 4.4z"),
            Shape(
                "#9c5a22",
                INK,
                "M-1.4-3.8l1.2-2.2l.4-2l2-.6l1.6-1.4l2 .8l2.2 0l.8 1.8l1.8 1.2l-.4 2.2l.6 2.2l-1.8 1.2l-1 1.8l-2.2 0l-1.8 1l-1.8-1.2l-2.2-.4l-.6-2z",
            ),
            Shape("#f0c46d", NONE, "M1.6-3.2a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"),
            Shape(
                INK,
                NONE,
                "M2.8-3.8a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0zM5.2-3.8a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0zM3.8-2.2h1.6l-.8 1z",
            ),
            Shape("#9c5a22", NONE, "M-11-5.2a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0z"),
        ],
    },
    Icon {
        name: "zebra",
        silhouette: "M-8 8l.5-7c-.8-3 .7-5 3.2-5.2h4.8c1.5-.3 2.5-1.8 3.4-3.6l.8-1.7l1.3 1.2c2 1.1 3.3 2.5 3.7 4.1c0 1.2-1.2 1.6-2.1 1.1l-1.9-.9c-.9 2.2-1.5 3.8-2 5l.2 7h-1.9l-.7-5.6h-5.4l-1 5.6z",
        shapes: &[
            Shape(
                "#fdfaf2",
                INK,
                "M-8 8l.5-7c-.8-3 .7-5 3.2-5.2h4.8c1.5-.3 2.5-1.8 3.4-3.6l.8-1.7l1.3 1.2c2 1.1 3.3 2.5 3.7 4.1c0 1.2-1.2 1.6-2.1 1.1l-1.9-.9c-.9 2.2-1.5 3.8-2 5l.2 7h-1.9l-.7-5.6h-5.4l-1 5.6z",
            ),
            Shape(
                "#211c1c",
                NONE,
                "M-6.4-3.2l1.2-.8l.8 4.8h-1zM-3.6-4.2h1.2l.2 5h-1.2zM-1-4.2h1.2l-.2 5.4h-1.1zM1.6-4.6l1.1-.7l.1 6h-1zM3.2-6.4l.7-1.2l2 4-.8 1.2zM-7.6 2.6l2.4-.2v1l-2.5.3zM-7.7 4.8l2-.2v1l-2.1.2zM1.8 3l1.9-.2v1l-1.8.2zM2 5.2l1.8-.2v1l-1.7.2z",
            ),
            Shape(
                "#211c1c",
                NONE,
                "M1.4-5.2c1.5-.9 2.3-2.6 3.2-4.3l-.6-.6c-1 1.8-2 3.5-3.6 4.6zM8-3.6l1.6.6c.2.9-.7 1.2-1.5.9z",
            ),
            Shape(INK, NONE, "M5.8-5.6a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z"),
        ],
    },
    Icon {
        name: "monkey",
        silhouette: "M-6.4 8c-1-3 0-6 1.6-7.6c-3-.6-3.6-5.4-.4-6.4c1-4.6 9.4-4.6 10.4 0c3.2 1 2.6 5.8-.4 6.4c1.6 1.6 2.6 4.6 1.6 7.6z",
        shapes: &[
            Shape(NONE, "#7a4a26", "M4 7c5 .6 6.6-3 5-5.4c-1.2-1.6-3.2-.6-2.6 1"),
            Shape("#7a4a26", INK, "M-5.6 8c-.8-5 1.6-8.6 5.6-8.6s6.4 3.6 5.6 8.6z"),
            Shape("#c99863", NONE, "M-2.6 8c-.4-3 .8-5.4 2.6-5.4s3 2.4 2.6 5.4z"),
            Shape(
                "#c99863",
                INK,
                "M-7.4-4a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0zM2.6-4a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z",
            ),
            Shape("#7a4a26", INK, "M-5-4.4a5 5 0 1 1 10 0a5 4.8 0 1 1-10 0z"),
            Shape(
                "#ecc695",
                NONE,
                "M-3.6-4.6c0-1.8 2.6-2.4 3.6-.8c1-1.6 3.6-1 3.6.8c.6 3.2-1.4 4.4-3.6 4.4s-4.2-1.2-3.6-4.4z",
            ),
            Shape(
                INK,
                NONE,
                "M-2.4-4.4a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0zM1-4.4a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0zM-1.6-1.8h3.2c-.6 1-2.6 1-3.2 0z",
            ),
        ],
    },
    Icon {
        name: "bird",
        silhouette: "M-7.5 4.5c1-5 3-8 6.5-8.3c.4-2 3-3 4.8-1.4l3.4 1.2l-2.8 1.2c.3 4.2-2.6 7-6.4 6.8z",
        shapes: &[
            Shape(NONE, INK, "M-1.6 3.6v3.6M.8 3.6v3.6"),
            Shape(
                "#e2557a",
                INK,
                "M-7.5 5c1-5.5 3-8.5 6.5-8.8c.4-2 3-3 4.4-1.2c.8 1.4.6 2.4.4 3.2c.3 4.2-2.6 6-5.8 5.8z",
            ),
            Shape("#f9a8bb", INK, "M-4.8 2.6c.4-2.8 2-4.2 4.6-4c.2 2.8-1.6 4.6-4.6 4z"),
            Shape("#f2b632", INK, "M3.6-4.6l4 1.2l-3.8 1.2z"),
            Shape(INK, NONE, "M1.2-3.9a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0z"),
        ],
    },
    Icon {
        name: "baobab",
        silhouette: "M-5 12l1-12c-4-2-9-2-11-6c2-6 8-8 15-8s13 2 15 8c-2 4-7 4-11 6l1 12z",
        shapes: &[
            Shape(
                "#b98f68",
                INK,
                "M-6.4 12.4c2-3 2-7 1.6-10.4c-1.6-2-4.6-3-7-4.4l.8-1.4c2.6 1.4 5.2 2.2 6.8 3c-.4-2.4-1.6-4.4-2.8-6.4l1.4-.8c1.6 2.4 3 5 3.4 7.6h1.2c.2-3 1.4-5.6 2.8-8.2l1.4.7c-1.2 2.4-1.8 4.8-1.8 7c1.8-1.2 4.2-1.8 6.8-3.4l.8 1.4c-2.6 1.6-5.4 2.4-6.6 4.3c-.4 4 .2 7.6 2.4 11z",
            ),
            Shape(
                "#7f9440",
                INK,
                "M-16-2.6c-1.6-3 1.4-5 3.6-4.2c2-1.2 4.4 0 4.6 2c-.6 3-5.6 4.2-8.2 2.2zM7.2-3c-.6-2.4 2-4.2 4-3.2c2.2-1.2 4.8.6 4.2 3c-1.8 2.4-6.6 2.4-8.2.2zM-10-8.6c-.6-3 2.6-4.4 4.4-3.2c1-3 6-3.6 7.2-.8c2-1.8 5.2-.8 5.6 1.2c2.4-.4 3.8 1.8 2.6 3.6c-2.6 2.2-6.4 1.6-7.6.4c-2 1.2-5 1.2-6.4-.2c-2 1.4-5 .9-5.8-1z",
            ),
            Shape(
                "#9db054",
                NONE,
                "M-8.4-9.4c0-1.6 1.8-2.2 3-1.4c-1 .2-2.2.6-3 1.4zM-1.4-10.6c.6-1.8 2.6-2.2 3.6-1c-1.2 0-2.6.4-3.6 1zM-15-4.4c.2-1.4 1.4-1.8 2.4-1.4c-.8.2-1.8.8-2.4 1.4zM8.4-4.4c.2-1 1.4-1.4 2.2-.8c-.6 0-1.6.4-2.2.8z",
            ),
            Shape(
                "#8f6a48",
                NONE,
                "M-2.6 11.4c.8-3.4.8-6.6.4-9.4l.8 0c.6 3 .6 6-.2 9.4zM1.6 11.4c-.4-3.4-.6-6.4 0-9.4l.8.2c-.2 3 0 6 .4 9.2z",
            ),
        ],
    },
];

fn icons(landscape: Landscape) -> &'static [Icon] {
    match landscape {
        Landscape::Towns => TOWN_ICONS,
        Landscape::Wilds => WILD_ICONS,
        Landscape::Coasts => COAST_ICONS,
        Landscape::Savanna => SAVANNA_ICONS,
    }
}

/// The definitions of a landscape's icons.
pub(crate) fn definitions(landscape: Landscape, theme: &Theme) -> String {
    let mut out = String::new();
    for icon in icons(landscape) {
        write_icon(&mut out, icon, theme);
    }
    out
}

fn write_icon(out: &mut String, icon: &Icon, theme: &Theme) {
    let _ = write!(
        out,
        "<g id=\"art-{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path fill=\"{halo}\" stroke=\"{halo}\" \
         stroke-width=\"3\" stroke-opacity=\".8\" d=\"{}\"/>",
        icon.name,
        icon.silhouette,
        halo = theme.halo,
    );
    for Shape(fill, stroke, data) in icon.shapes {
        let colour = |colour: &'static str| if colour == INK { theme.ink } else { colour };
        let _ = write!(out, "<path fill=\"{}\"", colour(fill));
        if *stroke != NONE {
            let width = if *fill == NONE { 1.1 } else { 0.7 };
            let _ = write!(out, " stroke=\"{}\" stroke-width=\"{width}\"", colour(stroke));
        }
        let _ = write!(out, " d=\"{data}\"/>");
    }
    out.push_str("</g>");
}

/// The name of a symbol's definition, and how much larger than defined it is drawn on a tile.
pub(crate) fn icon(symbol: Symbol) -> (&'static str, f32) {
    let size = match symbol {
        Symbol::Fish | Symbol::Port | Symbol::Inn | Symbol::Cathedral => 1.0,
        Symbol::Shield | Symbol::Nugget | Symbol::Bird => 1.1,
        _ => 1.2,
    };
    (symbol.name(), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page that shows several landscapes defines the icons of all of them together.
    #[test]
    fn no_two_icons_have_the_same_name() {
        let landscapes = [Landscape::Towns, Landscape::Wilds, Landscape::Coasts, Landscape::Savanna];
        let mut names: Vec<&str> = landscapes.iter().flat_map(|it| icons(*it)).map(|icon| icon.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
