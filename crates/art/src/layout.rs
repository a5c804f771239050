//! Where everything on a tile lies: curves for its areas, lines and waters, found from its ports alone.
//!
//! The tile data say which half sides belong to one field and which do not, but not what keeps them apart. So a layout is
//! searched: each area can bulge more or less, each line that ends can end in several ways, and the first combination in
//! which exactly the fields of the data are connected is taken.

use crate::construct::{Builder, Choice};
use crate::grid::{BUILT, CELLS, GROUND, Grid, index_of};
use crate::path::Path;
use crate::point::{Point, TILE};
use rules::{FeatureKind, Lane, Rotation, Segment, Side, TileDef, TileKind};

/// How a segment takes its room on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// It fills whole sides.
    Area,
    /// It comes in at the middle of a side.
    Line,
    /// What the others leave over.
    Ground,
    /// It stands somewhere inside.
    Spot,
}

/// How segments of this kind take their room.
pub(crate) const fn form(kind: FeatureKind) -> Form {
    match kind {
        FeatureKind::City
        | FeatureKind::Forest
        | FeatureKind::Bush
        | FeatureKind::Grass
        | FeatureKind::Mountain
        | FeatureKind::Sea => Form::Area,
        FeatureKind::Road | FeatureKind::River | FeatureKind::Path => Form::Line,
        FeatureKind::Field | FeatureKind::Meadow => Form::Ground,
        FeatureKind::Cloister | FeatureKind::Lake | FeatureKind::System | FeatureKind::Baobab => Form::Spot,
    }
}

/// An area that fills sides.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    pub(crate) segment: Segment,
    pub(crate) kind: FeatureKind,
    /// All of it, reaching a little over the tile's sides.
    pub(crate) outline: Path,
    /// The parts of its outline inside the tile, from corner to corner.
    pub(crate) edges: Vec<Path>,
}

/// How a line that touches only one side ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It does not: it runs from side to side.
    None,
    /// At the village or cloister in the middle, or in a lake.
    Centre,
    /// In an area.
    Area(Segment),
    /// Under another line.
    Under,
    /// By itself.
    Free,
}

/// A road, river or path.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) segment: Segment,
    pub(crate) kind: FeatureKind,
    /// From the side where it comes in, to where it ends or leaves.
    pub(crate) path: Path,
    pub(crate) end: End,
    /// Whether the end is a spring (H3, or the first tile of the River).
    pub(crate) spring: bool,
}

/// Something round that stands inside the tile.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) segment: Segment,
    pub(crate) kind: FeatureKind,
    pub(crate) centre: Point,
    pub(crate) radius: f32,
    pub(crate) outline: Path,
}

/// A line that crosses another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bridge {
    /// The line above, by its place in [`Layout::lines`].
    pub(crate) over: usize,
    pub(crate) at: Point,
    /// The direction of the line above.
    pub(crate) along: Point,
}

/// Where everything on a tile lies.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) kind: TileKind,
    /// The segment that is everywhere where nothing else is (New Lands).
    pub(crate) body: Option<(Segment, FeatureKind)>,
    pub(crate) areas: Vec<Area>,
    pub(crate) lines: Vec<Line>,
    pub(crate) spots: Vec<Spot>,
    /// Where three or more roads meet and end.
    pub(crate) village: Option<Point>,
    /// What keeps fields apart between the village and the cities around it, and is no road.
    pub(crate) hedges: Vec<Path>,
    pub(crate) bridges: Vec<Bridge>,
    pub(crate) grid: Grid,
    /// In how many ways the picture disagrees with the data: none, as far as the tests of this crate know.
    pub(crate) faults: u32,
}

/// Half of a line's width, as far as the rules are concerned.
pub(crate) const fn half_width(kind: FeatureKind) -> f32 {
    match kind {
        FeatureKind::River => 5.5,
        _ => 4.5,
    }
}

impl Layout {
    /// The layout of the printed tile.
    pub(crate) fn of(kind: TileKind) -> Layout {
        let builder = Builder::new(kind);
        let mut best: Option<Layout> = None;
        for choice in builder.choices() {
            let layout = Layout::with(&builder, &choice);
            if layout.faults == 0 {
                return layout;
            }
            if best.as_ref().is_none_or(|best| layout.faults < best.faults) {
                best = Some(layout);
            }
        }
        best.unwrap_or_else(|| Layout::with(&builder, &Choice::default()))
    }

    fn with(builder: &Builder, choice: &Choice) -> Layout {
        let mut layout = builder.build(choice);
        layout.label();
        layout.faults += layout.own_ground();
        layout.faults += layout.wrong_borders();
        layout
    }

    /// The layout of the tile when it is turned.
    pub(crate) fn turned(&self, rotation: Rotation) -> Layout {
        let turn = |path: &Path| path.turned(rotation);
        let mut layout = self.clone();
        for area in &mut layout.areas {
            area.outline = turn(&area.outline);
            area.edges = area.edges.iter().map(turn).collect();
        }
        for line in &mut layout.lines {
            line.path = turn(&line.path);
        }
        for hedge in &mut layout.hedges {
            *hedge = turn(hedge);
        }
        for spot in &mut layout.spots {
            spot.outline = turn(&spot.outline);
            spot.centre = spot.centre.turned(rotation);
        }
        for bridge in &mut layout.bridges {
            bridge.at = bridge.at.turned(rotation);
            bridge.along = (bridge.along + Point::CENTRE).turned(rotation) - Point::CENTRE;
        }
        layout.village = layout.village.map(|village| village.turned(rotation));
        layout.grid = self.grid.turned(rotation);
        layout
    }

    pub(crate) fn def(&self) -> &'static TileDef {
        self.kind.def()
    }

    /// Paints the segments into the grid, in the order in which they cover each other.
    fn label(&mut self) {
        let mut grid = Grid::new(self.body.map_or(GROUND, |(segment, _)| segment.0));
        let low = |kind| kind != FeatureKind::City;
        for area in self.areas.iter().filter(|area| low(area.kind)) {
            grid.fill(&area.outline, area.segment.0);
        }
        for water in [true, false] {
            for line in self.lines.iter().filter(|line| (line.kind == FeatureKind::River) == water) {
                grid.stroke(&line.path.flatten(), half_width(line.kind), line.segment.0);
            }
            for spot in self.spots.iter().filter(|spot| (spot.kind == FeatureKind::Lake) == water) {
                grid.fill(&spot.outline, spot.segment.0);
            }
        }
        // A crossing belongs to the line above.
        for bridge in &self.bridges {
            let line = &self.lines[bridge.over];
            grid.stroke(&line.path.flatten(), half_width(line.kind), line.segment.0);
        }
        for hedge in &self.hedges {
            grid.stroke(&hedge.flatten(), 2.5, BUILT);
        }
        for area in self.areas.iter().filter(|area| !low(area.kind)) {
            grid.fill(&area.outline, area.segment.0);
        }
        if let Some(village) = self.village {
            grid.stroke(&[village, village], 8.0, BUILT);
        }
        self.grid = grid;
    }

    /// Gives the connected pieces of ground to the segments whose half sides they reach; returns how often the picture
    /// contradicts the data.
    fn own_ground(&mut self) -> u32 {
        let def = self.def();
        let grounds: Vec<_> =
            def.printed_segments().filter(|(_, segment)| form(segment.kind) == Form::Ground).collect();
        let mut faults = 0;
        for (segment, piece) in def.printed_segments() {
            if form(piece.kind) == Form::Area {
                let parts = self.grid.parts(segment.0);
                faults += u32::from(parts.first().is_none_or(|part| part.len() < 150));
                faults += parts.iter().skip(1).filter(|part| part.len() > 12).count() as u32;
            }
        }
        if grounds.is_empty() {
            return faults;
        }
        let parts = self.grid.parts(GROUND);
        let mut part_of = vec![usize::MAX; self.grid.labels().len()];
        for (number, part) in parts.iter().enumerate() {
            for &cell in part {
                part_of[cell] = number;
            }
        }
        let mut owner: Vec<Option<Segment>> = vec![None; parts.len()];
        for &(segment, piece) in &grounds {
            let mut own: Option<usize> = None;
            for (side, lane) in half_sides().filter(|&(side, lane)| piece.ports[0].has(side, lane)) {
                let part = part_of[index_of(half_side(side, lane))];
                let torn = part == usize::MAX || own.is_some_and(|own| own != part);
                if torn || owner[part].is_some_and(|other| other != segment) {
                    faults += 1;
                } else {
                    own = Some(part);
                    owner[part] = Some(segment);
                }
            }
        }
        // What touches no side: the largest piece left over, if it is large enough to stand on.
        for &(segment, piece) in &grounds {
            if half_sides().any(|(side, lane)| piece.ports[0].has(side, lane)) {
                continue;
            }
            match (0..parts.len()).find(|&part| owner[part].is_none() && parts[part].len() > 60) {
                Some(part) => owner[part] = Some(segment),
                None => faults += 1,
            }
        }
        for (part, owner) in parts.iter().zip(owner) {
            if let Some(segment) = owner {
                for &cell in part {
                    self.grid.set(cell, segment.0);
                }
            } else if part.len() > 250 {
                faults += 1;
            }
        }
        faults
    }

    /// How many pairs of segments touch and should not, or the other way round, as far as the rules ask for borders.
    fn wrong_borders(&self) -> u32 {
        // Areas may touch in a few cells of a corner without being neighbours; a field must not touch a foreign city at all.
        let most = |kind: FeatureKind| if kind == FeatureKind::Field { 0 } else { 6 };
        let matter = |a: FeatureKind, b: FeatureKind| match (a, b) {
            (FeatureKind::Field, FeatureKind::City) => true,
            _ => {
                [a, b].iter().all(|kind| matches!(kind, FeatureKind::Grass | FeatureKind::Mountain | FeatureKind::Sea))
            }
        };
        let mut contacts = [[0usize; 16]; 16];
        for y in 0..CELLS - 1 {
            for x in 0..CELLS - 1 {
                let here = self.grid.cell(x, y) as usize;
                for other in [self.grid.cell(x + 1, y), self.grid.cell(x, y + 1)].map(usize::from) {
                    if here != other && here < 16 && other < 16 {
                        contacts[here][other] += 1;
                        contacts[other][here] += 1;
                    }
                }
            }
        }
        let mut wrong = 0;
        for (segment, def) in self.def().printed_segments() {
            for (other, other_def) in self.def().printed_segments() {
                if segment != other && matter(def.kind, other_def.kind) {
                    let contact = contacts[segment.index()][other.index()];
                    let listed = def.borders.contains(other);
                    wrong += u32::from(if listed { contact <= 6 } else { contact > most(def.kind) });
                }
            }
        }
        wrong
    }
}

fn half_sides() -> impl Iterator<Item = (Side, Lane)> {
    Side::ALL.into_iter().flat_map(|side| [(side, Lane::Left), (side, Lane::Right)])
}

/// A point just inside the middle of a half side.
fn half_side(side: Side, lane: Lane) -> Point {
    let x = if lane == Lane::Left { 0.3 } else { 0.7 };
    let north = Point::new(TILE * x, 1.5);
    Rotation::ALL.get(side.index()).map_or(north, |&rotation| north.turned(rotation))
}
