//! The looks: colours, widths and density, one theme for each landscape and one with high contrast.

use rules::{GameId, TileSet};

/// The four characters of landscape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landscape {
    /// Walled towns and roads: the base game and its expansions.
    Towns,
    /// Stone-age meadows, forests and water: Hunters & Gatherers.
    Wilds,
    /// Coasts, steppes and mountains with ports: New Lands.
    Coasts,
    /// Savanna, bush and paths: Safari.
    Savanna,
}

impl Landscape {
    /// All landscapes.
    pub const ALL: [Landscape; 4] = [Landscape::Towns, Landscape::Wilds, Landscape::Coasts, Landscape::Savanna];

    /// The landscape of a tile set.
    pub const fn of(set: TileSet) -> Landscape {
        match set {
            TileSet::Base | TileSet::River | TileSet::TradersBuilders | TileSet::InnsCathedrals => Landscape::Towns,
            TileSet::HuntersGatherers | TileSet::HuntersGatherersBonus => Landscape::Wilds,
            TileSet::NewLands => Landscape::Coasts,
            TileSet::Safari => Landscape::Savanna,
        }
    }

    /// The landscape of a game's board.
    pub fn of_game(game: GameId) -> Landscape {
        // Every game brings tiles; one without would have nothing to show.
        game.unit().tiles.map_or(Landscape::Towns, Landscape::of)
    }

    /// Its theme.
    pub const fn theme(self) -> &'static Theme {
        match self {
            Landscape::Towns => &Theme::TOWNS,
            Landscape::Wilds => &Theme::WILDS,
            Landscape::Coasts => &Theme::COASTS,
            Landscape::Savanna => &Theme::SAVANNA,
        }
    }
}

/// A colour as SVG writes it.
pub type Colour = &'static str;

/// The colours of a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surface {
    /// What it is filled with.
    pub base: Colour,
    /// Lighter patches and highlights.
    pub light: Colour,
    /// Texture and shadows.
    pub dark: Colour,
}

/// The look of something long: a road, a river, a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// Its rim.
    pub edge: Colour,
    /// Its surface.
    pub fill: Colour,
    /// Ruts, ripples, footprints.
    pub mark: Colour,
    /// The width with the rim.
    pub outer: f32,
    /// The width without.
    pub inner: f32,
}

/// How a landscape looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Theme {
    /// The colour of outlines.
    pub ink: Colour,
    /// The width of outlines.
    pub line: f32,
    /// The halo around symbols.
    pub halo: Colour,
    /// Fields, meadows, savanna.
    pub ground: Surface,
    /// Flowers or stones strewn over the ground.
    pub strewn: [Colour; 2],
    /// Roads.
    pub road: Band,
    /// Rivers and lakes.
    pub river: Band,
    /// Animal paths.
    pub path: Band,
    /// The ground of cities.
    pub city: Surface,
    /// City walls and bridges.
    pub wall: Surface,
    /// Roofs, the first one also on towers and cloisters.
    pub roofs: [Colour; 3],
    /// House walls.
    pub plaster: Colour,
    /// The floor of forests and bushland.
    pub forest: Surface,
    /// Crowns of trees.
    pub leaves: [Surface; 3],
    /// Trunks.
    pub wood: Colour,
    /// Steppe.
    pub steppe: Surface,
    /// Mountains.
    pub rock: Surface,
    /// Snow on them.
    pub snow: Colour,
    /// Sea.
    pub sea: Surface,
    /// Beaches.
    pub sand: Colour,
    /// How many details, 1 being many.
    pub density: f32,
    /// What lies under the tiles.
    pub table: Colour,
}

impl Theme {
    /// Walled towns and roads.
    pub const TOWNS: Theme = Theme {
        ink: "#4d3a28",
        line: 0.7,
        halo: "#fff6dc",
        ground: Surface { base: "#b4ca73", light: "#c3d586", dark: "#8fae55" },
        strewn: ["#fdf6d8", "#f0c65a"],
        road: Band { edge: "#a88d5e", fill: "#f4e7c4", mark: "#d8c397", outer: 9.4, inner: 7.4 },
        river: Band { edge: "#8c9a5a", fill: "#79b7cc", mark: "#b8dde6", outer: 13.4, inner: 10.8 },
        path: Band { edge: "#a88d5e", fill: "#f4e7c4", mark: "#d8c397", outer: 9.4, inner: 7.4 },
        city: Surface { base: "#e3bf8d", light: "#efd3a6", dark: "#c99f6b" },
        wall: Surface { base: "#cfc3ae", light: "#e8dfcf", dark: "#8f8371" },
        roofs: ["#c8553b", "#dd7f45", "#a8483c"],
        plaster: "#fbf0d8",
        forest: Surface { base: "#7fa453", light: "#93b565", dark: "#5f8540" },
        leaves: [
            Surface { base: "#7ba048", light: "#9dbf63", dark: "#4e7233" },
            Surface { base: "#678f45", light: "#87ac5c", dark: "#47692f" },
            Surface { base: "#94ad4e", light: "#b4c96c", dark: "#657f36" },
        ],
        wood: "#6d4c30",
        steppe: Surface { base: "#dcc57a", light: "#e8d592", dark: "#b99f56" },
        rock: Surface { base: "#b3a08a", light: "#cbbba5", dark: "#7d6c5a" },
        snow: "#fbf8f0",
        sea: Surface { base: "#5f9fbe", light: "#86bdd3", dark: "#4a86a6" },
        sand: "#ecdcae",
        density: 1.0,
        table: "#efe4cb",
    };

    /// Stone-age meadows, forests and water.
    pub const WILDS: Theme = Theme {
        ink: "#43331f",
        ground: Surface { base: "#cfc877", light: "#dcd68c", dark: "#a9a353" },
        strewn: ["#fbf4d2", "#d98a5a"],
        river: Band { edge: "#9c8f5e", fill: "#5ea6bd", mark: "#a9d6de", outer: 13.6, inner: 10.8 },
        forest: Surface { base: "#56793f", light: "#6c9150", dark: "#3f5f31" },
        leaves: [
            Surface { base: "#4f7d41", light: "#74a05a", dark: "#33562d" },
            Surface { base: "#3f6b43", light: "#5f8d5c", dark: "#294a30" },
            Surface { base: "#6c8c3f", light: "#8fad59", dark: "#486029" },
        ],
        wood: "#5e4029",
        rock: Surface { base: "#a99c8c", light: "#c7bcac", dark: "#76695b" },
        table: "#ece0c2",
        ..Theme::TOWNS
    };

    /// Coasts, steppes and mountains with ports.
    pub const COASTS: Theme = Theme {
        ink: "#473726",
        strewn: ["#f6ecc4", "#c0864f"],
        leaves: [
            Surface { base: "#6f9448", light: "#8fb160", dark: "#486a30" },
            Surface { base: "#567f4d", light: "#759d66", dark: "#3a5b37" },
            Surface { base: "#8ba04a", light: "#aabd66", dark: "#5f7533" },
        ],
        steppe: Surface { base: "#d5c878", light: "#e3d891", dark: "#aca04f" },
        rock: Surface { base: "#b19c86", light: "#cdbba6", dark: "#7a6756" },
        sea: Surface { base: "#5c9dbd", light: "#82bcd2", dark: "#4785a7" },
        table: "#efe4cb",
        ..Theme::TOWNS
    };

    /// Savanna, bush and paths.
    pub const SAVANNA: Theme = Theme {
        ink: "#4b321d",
        ground: Surface { base: "#ecd08a", light: "#f4dea3", dark: "#c9a458" },
        strewn: ["#fbf0cf", "#b98a4c"],
        path: Band { edge: "#b1743f", fill: "#dc9f66", mark: "#c17f49", outer: 9.6, inner: 7.4 },
        forest: Surface { base: "#9aa64e", light: "#b0b964", dark: "#77873a" },
        leaves: [
            Surface { base: "#86993f", light: "#a9b85c", dark: "#56672a" },
            Surface { base: "#6f8b41", light: "#90a95a", dark: "#48602b" },
            Surface { base: "#a3a343", light: "#c1bf60", dark: "#6f7030" },
        ],
        wood: "#7a5434",
        table: "#f3e6c8",
        ..Theme::TOWNS
    };

    /// High contrast: light ground, dark outlines, few details.
    pub const CONTRAST: Theme = Theme {
        ink: "#000000",
        line: 1.1,
        halo: "#ffffff",
        ground: Surface { base: "#e8f5c8", light: "#f1fadb", dark: "#9fc46b" },
        strewn: ["#ffffff", "#c58a00"],
        road: Band { edge: "#000000", fill: "#ffffff", mark: "#999999", outer: 10.0, inner: 7.4 },
        river: Band { edge: "#00324d", fill: "#2d8fd6", mark: "#d6efff", outer: 13.0, inner: 10.6 },
        path: Band { edge: "#3a1600", fill: "#d06a1e", mark: "#7a3300", outer: 10.0, inner: 7.4 },
        city: Surface { base: "#c8743a", light: "#da8f58", dark: "#8d4a1d" },
        wall: Surface { base: "#f2f2f2", light: "#ffffff", dark: "#404040" },
        roofs: ["#7d1d0c", "#a33a10", "#5c1409"],
        plaster: "#ffffff",
        forest: Surface { base: "#2f6b2c", light: "#46853f", dark: "#184a1c" },
        leaves: [
            Surface { base: "#2f7a35", light: "#5aa855", dark: "#0f4018" },
            Surface { base: "#1f6531", light: "#48914f", dark: "#0c3517" },
            Surface { base: "#3f7a2a", light: "#6aa84b", dark: "#1c4610" },
        ],
        wood: "#3d2410",
        steppe: Surface { base: "#fbe9a0", light: "#fff3c0", dark: "#c7a63c" },
        rock: Surface { base: "#8d8178", light: "#b5aaa1", dark: "#4a4039" },
        snow: "#ffffff",
        sea: Surface { base: "#1f78be", light: "#5aaae0", dark: "#0f558d" },
        sand: "#fff3c4",
        density: 0.55,
        table: "#ffffff",
    };
}
