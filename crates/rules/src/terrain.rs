//! The closed vocabularies of the tile sets: what lies at a side, what a segment is, what is drawn on it.

/// What a tile shows at one of its sides. Only equal terrains may touch (C3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Terrain {
    /// Base game: a city side.
    City,
    /// Base game: a road with field on both sides of it.
    Road,
    /// Base game: field.
    Field,
    /// Base game and Hunters & Gatherers: a river with field or meadow on both sides of it.
    River,
    /// Hunters & Gatherers: meadow.
    Meadow,
    /// Hunters & Gatherers: forest.
    Forest,
    /// New Lands: grassland.
    Grass,
    /// New Lands: mountains.
    Mountain,
    /// New Lands: sea.
    Sea,
    /// Safari: savanna.
    Savanna,
    /// Safari: bush.
    Bush,
    /// Safari: an animal path through savanna.
    Path,
}

impl Terrain {
    /// The name in the tile files.
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::City => "city",
            Terrain::Road => "road",
            Terrain::Field => "field",
            Terrain::River => "river",
            Terrain::Meadow => "meadow",
            Terrain::Forest => "forest",
            Terrain::Grass => "grass",
            Terrain::Mountain => "mountain",
            Terrain::Sea => "sea",
            Terrain::Savanna => "savanna",
            Terrain::Bush => "bush",
            Terrain::Path => "path",
        }
    }

    /// One bit out of four. Terrains that can meet in one game have different bits, so that a whole edge pattern fits
    /// into sixteen.
    pub(crate) const fn edge_bit(self) -> u16 {
        match self {
            Terrain::City | Terrain::Forest | Terrain::Mountain | Terrain::Bush => 1,
            Terrain::Road | Terrain::Sea | Terrain::Path => 2,
            Terrain::Field | Terrain::Meadow | Terrain::Grass | Terrain::Savanna => 4,
            Terrain::River => 8,
        }
    }
}

/// What a segment is part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum FeatureKind {
    /// Base game; knights.
    City,
    /// Base game; thieves.
    Road,
    /// Base game; farmers.
    Field,
    /// Base game; monks.
    Cloister,
    /// Base game: a boundary, never occupied. Hunters & Gatherers; fishers.
    River,
    /// Hunters & Gatherers; gatherers.
    Forest,
    /// Hunters & Gatherers; hunters.
    Meadow,
    /// Hunters & Gatherers; a place for a hut.
    Lake,
    /// Hunters & Gatherers: all water that hangs together (H3); huts. It is not printed as a segment of its own.
    System,
    /// New Lands; explorers.
    Grass,
    /// New Lands; robbers.
    Mountain,
    /// New Lands; navigators.
    Sea,
    /// Safari.
    Path,
    /// Safari.
    Bush,
    /// Safari.
    Baobab,
}

impl FeatureKind {
    /// All kinds.
    pub const ALL: [FeatureKind; 15] = [
        FeatureKind::City,
        FeatureKind::Road,
        FeatureKind::Field,
        FeatureKind::Cloister,
        FeatureKind::River,
        FeatureKind::Forest,
        FeatureKind::Meadow,
        FeatureKind::Lake,
        FeatureKind::System,
        FeatureKind::Grass,
        FeatureKind::Mountain,
        FeatureKind::Sea,
        FeatureKind::Path,
        FeatureKind::Bush,
        FeatureKind::Baobab,
    ];

    /// The name in the tile files, in events and on score sheets.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureKind::City => "city",
            FeatureKind::Road => "road",
            FeatureKind::Field => "field",
            FeatureKind::Cloister => "cloister",
            FeatureKind::River => "river",
            FeatureKind::Forest => "forest",
            FeatureKind::Meadow => "meadow",
            FeatureKind::Lake => "lake",
            FeatureKind::System => "system",
            FeatureKind::Grass => "grass",
            FeatureKind::Mountain => "mountain",
            FeatureKind::Sea => "sea",
            FeatureKind::Path => "path",
            FeatureKind::Bush => "bush",
            FeatureKind::Baobab => "baobab",
        }
    }

    /// The symbols that can lie on it.
    pub const fn symbols(self) -> &'static [Symbol] {
        use Symbol::{
            Aurochs, Bird, Cathedral, Chicken, Cloth, Deer, Elephant, Fire, Fish, Giraffe, Inn, Lion, Mammoth, Monkey,
            Mushroom, Nugget, Port, Shield, Shrine, Tiger, Wheat, Zebra,
        };
        match self {
            FeatureKind::City => &[Shield, Chicken, Wheat, Cloth, Cathedral],
            FeatureKind::Forest => &[Mushroom, Nugget],
            FeatureKind::Meadow => &[Deer, Mammoth, Aurochs, Tiger, Fire, Shrine],
            FeatureKind::Lake | FeatureKind::System => &[Fish],
            FeatureKind::Grass | FeatureKind::Mountain | FeatureKind::Sea => &[Port],
            FeatureKind::Path | FeatureKind::Bush => &[Monkey, Elephant, Giraffe, Lion, Zebra, Bird],
            FeatureKind::Road => &[Inn],
            FeatureKind::Field | FeatureKind::Cloister | FeatureKind::River | FeatureKind::Baobab => &[],
        }
    }

    pub(crate) const fn from_index(index: u8) -> FeatureKind {
        FeatureKind::ALL[index as usize]
    }
}

/// Something drawn on a segment that counts in a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// City: a shield (B3).
    Shield,
    /// City: goods (T1).
    Chicken,
    /// City: goods (T1).
    Wheat,
    /// City: goods (T1).
    Cloth,
    /// Road: an inn beside it (I6).
    Inn,
    /// City: a cathedral (I10).
    Cathedral,
    /// Lake and river system: a fish (H5, H14).
    Fish,
    /// Forest: a gold nugget (H9).
    Nugget,
    /// Forest: mushrooms (H6).
    Mushroom,
    /// Meadow: a deer (H15).
    Deer,
    /// Meadow: a mammoth (H15).
    Mammoth,
    /// Meadow: an aurochs (H15).
    Aurochs,
    /// Meadow: a tiger (H15).
    Tiger,
    /// Meadow: the fire (H16).
    Fire,
    /// Meadow: the shrine (H17).
    Shrine,
    /// Grassland, mountains and sea: a port city (N4, N6).
    Port,
    /// Path and bush: a monkey (S4).
    Monkey,
    /// Path and bush: an elephant (S4).
    Elephant,
    /// Path and bush: a giraffe (S4).
    Giraffe,
    /// Path and bush: a lion (S4).
    Lion,
    /// Path and bush: a zebra (S4).
    Zebra,
    /// Bush: a bird (S4).
    Bird,
}

impl Symbol {
    /// The name in the tile files (`cities` for [`Symbol::Port`]) and in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Symbol::Shield => "shield",
            Symbol::Chicken => "chicken",
            Symbol::Wheat => "wheat",
            Symbol::Cloth => "cloth",
            Symbol::Inn => "inn",
            Symbol::Cathedral => "cathedral",
            Symbol::Fish => "fish",
            Symbol::Nugget => "nugget",
            Symbol::Mushroom => "mushroom",
            Symbol::Deer => "deer",
            Symbol::Mammoth => "mammoth",
            Symbol::Aurochs => "aurochs",
            Symbol::Tiger => "tiger",
            Symbol::Fire => "fire",
            Symbol::Shrine => "shrine",
            Symbol::Port => "port",
            Symbol::Monkey => "monkey",
            Symbol::Elephant => "elephant",
            Symbol::Giraffe => "giraffe",
            Symbol::Lion => "lion",
            Symbol::Zebra => "zebra",
            Symbol::Bird => "bird",
        }
    }

    /// The byte of a [`Tally`] that counts this symbol. Symbols that lie on one kind of feature have different lanes.
    const fn lane(self) -> u32 {
        match self {
            Symbol::Shield
            | Symbol::Inn
            | Symbol::Fish
            | Symbol::Nugget
            | Symbol::Deer
            | Symbol::Port
            | Symbol::Monkey => 0,
            Symbol::Chicken | Symbol::Mushroom | Symbol::Mammoth | Symbol::Elephant => 1,
            Symbol::Wheat | Symbol::Aurochs | Symbol::Giraffe => 2,
            Symbol::Cloth | Symbol::Tiger | Symbol::Lion => 3,
            Symbol::Cathedral | Symbol::Fire | Symbol::Zebra => 4,
            Symbol::Shrine | Symbol::Bird => 5,
        }
    }
}

/// How many segments a feature has and how often each symbol lies on it: a sum over its segments, kept in one word so
/// that joining two features is one addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally(u64);

impl Tally {
    const SEGMENTS: u32 = 48;

    /// The tally of one segment with these symbols.
    pub(crate) const fn of(symbols: &[(Symbol, u8)]) -> Tally {
        let mut sum = 1 << Tally::SEGMENTS;
        let mut index = 0;
        while index < symbols.len() {
            let (symbol, count) = symbols[index];
            sum += (count as u64) << (8 * symbol.lane());
            index += 1;
        }
        Tally(sum)
    }

    pub(crate) const fn plus(self, other: Tally) -> Tally {
        Tally(self.0 + other.0)
    }

    /// The number of segments (C5).
    pub const fn segments(self) -> u16 {
        (self.0 >> Tally::SEGMENTS) as u16
    }

    /// How many of the symbol. Ask only for symbols that the feature's kind can hold: lanes are shared between kinds.
    pub const fn count(self, symbol: Symbol) -> u8 {
        (self.0 >> (8 * symbol.lane())) as u8
    }
}
