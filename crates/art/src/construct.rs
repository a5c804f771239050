//! Builds a layout from the tile data and one choice of how its areas bulge and its lines end.

use crate::curves::{blob, bulge, corner, diagonal, middle, neck, outward, spoke, wedge_end};
use crate::grid::{GROUND, Grid, index_of, middle_of};
use crate::layout::{Area, Form, Layout, Line, Spot, form, half_width};
use crate::lines::{Target, targets};
use crate::path::Path;
use crate::point::{Dice, Point};
use rules::{FeatureKind, Lane, Rotation, Segment, SegmentDef, Side, Symbol, TileDef, TileKind, sort_by_key};

/// How far shapes reach over the tile's sides, so that no hairline shows between neighbours. What lies below them reaches
/// less far, so that it never shows at their rim.
pub(crate) const BLEED: f32 = 0.8;

/// For each area how far it bulges, for each line that ends which of its targets is taken, and whether hedges run from the
/// village to the cities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    levels: Vec<u8>,
    targets: Vec<u8>,
    hedged: bool,
}

struct AreaPlan {
    segment: Segment,
    def: &'static SegmentDef,
    sides: [bool; 4],
}

/// A line of the tile data, with the ways in which it may end.
pub(crate) struct LinePlan {
    pub(crate) segment: Segment,
    pub(crate) def: &'static SegmentDef,
    pub(crate) sides: Vec<usize>,
    pub(crate) targets: Vec<Target>,
}

/// What the tile data say, sorted by form.
pub(crate) struct Builder {
    kind: TileKind,
    seed: u64,
    body: Option<(Segment, FeatureKind)>,
    areas: Vec<AreaPlan>,
    pub(crate) lines: Vec<LinePlan>,
    lakes: Vec<(Segment, u8)>,
    pub(crate) centre: Option<(Segment, FeatureKind)>,
    /// Corners that an area must reach because different fields meet there, as (corner, area).
    touched: Vec<(usize, Segment)>,
    /// The area on one side that reaches between two others to what lies on the opposite side.
    neck: Option<Segment>,
}

fn sides_of(def: &SegmentDef) -> [bool; 4] {
    Side::ALL.map(|side| def.ports[0].has(side, Lane::Middle))
}

impl Builder {
    pub(crate) fn new(kind: TileKind) -> Builder {
        let def = kind.def();
        let all: Vec<_> = def.printed_segments().collect();
        let of_form = |wanted: Form| all.iter().copied().filter(move |(_, def)| form(def.kind) == wanted);
        let land = |kind| matches!(kind, FeatureKind::Grass | FeatureKind::Mountain | FeatureKind::Sea);
        let body = of_form(Form::Area)
            .filter(|(_, def)| land(def.kind))
            .max_by_key(|(segment, def)| {
                let sides = sides_of(def).iter().filter(|&&side| side).count();
                (def.borders.iter().count(), sides, u8::MAX - segment.0)
            })
            .map(|(segment, def)| (segment, def.kind));
        let mut areas: Vec<AreaPlan> = of_form(Form::Area)
            .filter(|&(segment, _)| body.is_none_or(|(body, _)| body != segment))
            .map(|(segment, def)| AreaPlan { segment, def, sides: sides_of(def) })
            .collect();
        let neck = areas.iter().find(|area| is_neck(def, area)).map(|area| area.segment);
        // The others cover its rim.
        sort_by_key(&mut areas, |area| Some(area.segment) != neck);
        let centre = def.centre().and_then(|segment| Some((segment, def.segment(segment)?.kind)));
        let cloister = centre.is_some_and(|(_, kind)| kind == FeatureKind::Cloister);
        let single = |def: &SegmentDef| sides_of(def).iter().filter(|&&side| side).count() == 1;
        let ending = of_form(Form::Line).filter(|(_, def)| def.kind == FeatureKind::Road && single(def)).count();
        let lines = of_form(Form::Line)
            .map(|(segment, def)| {
                let sides: Vec<usize> = (0..4).filter(|&side| sides_of(def)[side]).collect();
                let targets = if sides.len() != 1 { vec![] } else { targets(def, cloister, ending, !areas.is_empty()) };
                LinePlan { segment, def, sides, targets }
            })
            .collect();
        let lakes = of_form(Form::Spot)
            .filter(|(_, def)| def.kind == FeatureKind::Lake)
            .map(|(segment, def)| (segment, count(def, Symbol::Fish)))
            .collect();
        let touched = touched_corners(def, &areas);
        let seed = kind.name().bytes().fold(7, |hash: u64, byte| hash.wrapping_mul(131).wrapping_add(byte.into()));
        Builder { kind, seed, body, areas, lines, lakes, centre, touched, neck }
    }

    /// All choices, the plainest first.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        const LEVELS: u8 = 3;
        let mut all = vec![(0u32, Choice::default())];
        for line in &self.lines {
            all = grow(all, line.targets.len() as u8, |choice| &mut choice.targets);
        }
        for _ in &self.areas {
            all = grow(all, LEVELS, |choice| &mut choice.levels);
        }
        if self.centre.is_none() && self.areas.len() > 1 && self.lines.iter().filter(|line| line.def.ends).count() > 1 {
            let hedged = |(cost, choice): &(u32, Choice)| (cost + 1, Choice { hedged: true, ..choice.clone() });
            let hedged: Vec<_> = all.iter().map(hedged).collect();
            all.extend(hedged);
        }
        // There are many choices, and costs are small.
        let most = all.iter().map(|(cost, _)| *cost).max().unwrap_or(0);
        let of_cost =
            |wanted: u32| all.iter().filter(move |(cost, _)| *cost == wanted).map(|(_, choice)| choice.clone());
        (0..=most).flat_map(of_cost).collect()
    }

    pub(crate) fn build(&self, choice: &Choice) -> Layout {
        let mut layout = Layout {
            kind: self.kind,
            body: self.body,
            areas: Vec::new(),
            lines: Vec::new(),
            spots: Vec::new(),
            village: None,
            hedges: Vec::new(),
            bridges: Vec::new(),
            grid: Grid::new(GROUND),
            faults: 0,
        };
        for (number, plan) in self.areas.iter().enumerate() {
            layout.areas.push(self.area(plan, choice.levels.get(number).copied().unwrap_or(0)));
        }
        let mut lines: Vec<Option<Line>> = self.lines.iter().map(|plan| self.through(plan)).collect();
        for &(lake, fish) in &self.lakes {
            layout.spots.push(self.lake(lake, fish, &layout.areas));
        }
        let target = |number: usize| {
            let plan = &self.lines[number];
            plan.targets.get(choice.targets.get(number).copied().unwrap_or(0) as usize).copied()
        };
        // Rivers and paths first: the cloister stands where they leave room, and roads go to the cloister.
        for number in 0..lines.len() {
            if self.lines[number].def.kind != FeatureKind::Road && lines[number].is_none() {
                lines[number] = self.ending(&self.lines[number], target(number), &lines, &mut layout);
            }
        }
        if let Some((segment, kind)) = self.centre {
            let spot = self.centre_spot(segment, kind, &lines, &layout);
            layout.spots.push(spot);
        }
        let villagers = (0..lines.len()).filter(|&number| target(number) == Some(Target::Centre)).count();
        if self.centre.is_none() && self.lines.iter().any(|line| line.def.kind == FeatureKind::Road && line.def.ends) {
            let meets = (0..lines.len()).any(|n| self.lines[n].def.ends && target(n) == Some(Target::Centre));
            if meets {
                layout.faults += u32::from(villagers < 2);
                layout.village = Some(self.village_place());
            }
        }
        if choice.hedged {
            layout.faults += u32::from(layout.village.is_none());
            layout.hedges = layout.village.into_iter().flat_map(|village| hedges(village, &layout.areas)).collect();
        }
        for number in 0..lines.len() {
            if lines[number].is_none() {
                lines[number] = self.ending(&self.lines[number], target(number), &lines, &mut layout);
            }
        }
        layout.lines = lines.into_iter().flatten().collect();
        self.bridges(&mut layout, |number| target(number) == Some(Target::Across));
        layout
    }

    pub(crate) fn dice(&self, name: &str, number: usize) -> Dice {
        Dice::named(self.seed.wrapping_add(number as u64 * 7919), name)
    }

    pub(crate) fn has_area(&self, side: usize) -> bool {
        self.areas.iter().any(|area| area.sides[side % 4])
    }

    fn area(&self, plan: &AreaPlan, level: u8) -> Area {
        let own = |side: usize| plan.sides[side % 4];
        let mut edges = Vec::new();
        let Some(first) = (0..4).find(|&side| own(side) && !own(side + 3)) else {
            let outline = Path::polygon(&[
                Point::new(-BLEED, -BLEED),
                Point::new(100.0 + BLEED, -BLEED),
                Point::new(100.0 + BLEED, 100.0 + BLEED),
                Point::new(-BLEED, 100.0 + BLEED),
            ]);
            return Area { segment: plan.segment, kind: plan.def.kind, outline, edges };
        };
        let mut outline = Path::from(corner(first));
        let mut side = first;
        while side < first + 4 {
            if own(side) {
                outline.line_to(corner(side) + outward(side) * BLEED);
                outline.line_to(corner(side + 1) + outward(side) * BLEED);
                if !own(side + 1) {
                    outline.line_to(corner(side + 1));
                }
                side += 1;
            } else {
                let missing = (1..4).find(|&step| own(side + step)).unwrap_or(3);
                let mut from = side;
                for step in 1..=missing {
                    let here = (side + step) % 4;
                    if step == missing || self.touched.contains(&(here, plan.segment)) {
                        let edge = self.edge(plan, from, side + step - from, level);
                        outline.append(&edge);
                        edges.push(edge);
                        from = side + step;
                    }
                }
                side += missing;
            }
        }
        Area { segment: plan.segment, kind: plan.def.kind, outline, edges }
    }

    /// The edge of an area from one corner to another, past `missing` sides that are not its own.
    fn edge(&self, plan: &AreaPlan, from: usize, missing: usize, level: u8) -> Path {
        let mut dice = self.dice("edge", from * 16 + plan.segment.index());
        let level = level as usize;
        match missing {
            1 if self.has_area(from) => bulge(from, 44.0, 1.0, &mut dice),
            1 => bulge(from, [30.0, 24.0, 37.0][level], 1.0, &mut dice),
            2 => {
                let others = [from, from + 1].iter().filter(|&&side| self.has_area(side)).count();
                let offset = [-5.0, 5.0, 19.0][level] - [0.0, 4.0, 7.0][others];
                diagonal(from, offset, &mut dice)
            }
            _ => {
                let side = (from + 3) % 4;
                if self.neck == Some(plan.segment) {
                    return neck(side, &mut dice).reversed();
                }
                if self.neck.is_some() {
                    return bulge(side, [32.0, 35.0, 29.0][level], 1.0, &mut dice).reversed();
                }
                if let Some(wedge) = self.wedge(plan, side) {
                    return wedge;
                }
                let embedded = self.areas.iter().any(|area| area.sides[(side + 1) % 4] && area.sides[(side + 3) % 4]);
                let crowded = self.has_area(side + 1) || self.has_area(side + 3);
                let depth = if embedded { [17.0, 20.0, 22.0] } else { [28.0, 38.0, 48.0] }[level];
                let depth = if crowded && !embedded { depth - 4.0 } else { depth };
                bulge(side, depth, [1.0, 1.35, 1.6][level], &mut dice).reversed()
            }
        }
    }

    /// The edge of an area on one side that touches the area on a neighbouring side along a line to the middle.
    fn wedge(&self, plan: &AreaPlan, side: usize) -> Option<Path> {
        let touches = |other: usize| {
            self.areas.iter().any(|area| area.sides[other % 4] && plan.def.borders.contains(area.segment))
        };
        let (left, right) = (touches(side + 3), touches(side + 1));
        if !left && !right {
            return None;
        }
        let arm = |touches: bool, at: usize, mirrored: bool| {
            if touches { spoke(at, &mut self.dice("spoke", at % 4)) } else { wedge_end(side, mirrored) }
        };
        let mut path = arm(right, side + 1, true);
        path.append(&arm(left, side, false).reversed());
        Some(path)
    }

    fn lake(&self, segment: Segment, fish: u8, areas: &[Area]) -> Spot {
        let rivers: Vec<Point> =
            self.lines.iter().filter(|line| line.def.lake == Some(segment)).map(|line| middle(line.sides[0])).collect();
        let count = rivers.len().max(1) as f32;
        let from = rivers.iter().fold(Point::default(), |sum, &point| sum + point * (1.0 / count));
        let mut taken = Grid::new(GROUND);
        for area in areas {
            taken.fill(&area.outline, area.segment.0);
        }
        let near = if self.lakes.len() > 1 { 0.3 } else { 1.0 };
        let share = (0..=14).map(|step| near * (1.0 - step as f32 * 0.05));
        let place = |share: f32| from.towards(Point::CENTRE, share);
        let share = share.into_iter().find(|&share| taken.at(place(share)) == GROUND).unwrap_or(near);
        let centre = place(share);
        let crowded = self.lakes.len() > 1 || rivers.len() > 3;
        let radius = if crowded { 13.0 } else { 14.5 } + 1.2 * f32::from(fish.saturating_sub(1));
        let outline = blob(centre, radius, 1.12, 0.07, &mut self.dice("lake", segment.index()));
        Spot { segment, kind: FeatureKind::Lake, centre, radius, outline }
    }

    fn centre_spot(&self, segment: Segment, kind: FeatureKind, lines: &[Option<Line>], layout: &Layout) -> Spot {
        let radius = if kind == FeatureKind::Cloister { 16.0 } else { 12.0 };
        // A baobab keeps away from paths, so that the animals on them have room.
        let wanted = if kind == FeatureKind::Cloister { radius + 3.0 } else { radius + 9.0 };
        let mut taken = Grid::new(GROUND);
        for area in &layout.areas {
            taken.fill(&area.outline, 0);
        }
        for line in lines.iter().flatten() {
            taken.stroke(&line.path.flatten(), half_width(line.kind) + 1.5, 0);
            let pool = if line.spring { 11.0 } else { 1.0 };
            taken.stroke(&[line.path.end(), line.path.end()], pool, 0);
        }
        let depth = taken.depth(true);
        let free = |index: usize| taken.labels()[index] == GROUND;
        let centre = if free(index_of(Point::CENTRE)) && depth[index_of(Point::CENTRE)] >= wanted {
            Point::CENTRE
        } else {
            let room = |index: usize| depth[index].min(wanted) - middle_of(index).distance(Point::CENTRE) * 0.12;
            (0..depth.len())
                .filter(|&index| free(index))
                .max_by(|&a, &b| room(a).total_cmp(&room(b)))
                .map_or(Point::CENTRE, middle_of)
        };
        let outline = blob(centre, radius, 1.0, 0.03, &mut self.dice("centre", 0));
        Spot { segment, kind, centre, radius, outline }
    }

    fn village_place(&self) -> Point {
        (0..4).filter(|&side| self.has_area(side)).fold(Point::CENTRE, |place, side| place - outward(side) * 4.0)
    }
}

/// How often the symbol is drawn on the segment.
pub(crate) fn count(def: &SegmentDef, symbol: Symbol) -> u8 {
    def.symbols.iter().filter(|(one, _)| *one == symbol).map(|(_, count)| count).sum()
}

fn grow(all: Vec<(u32, Choice)>, options: u8, part: impl Fn(&mut Choice) -> &mut Vec<u8>) -> Vec<(u32, Choice)> {
    all.into_iter()
        .flat_map(|(cost, choice)| {
            (0..options.max(1)).map(move |option| (cost + u32::from(option), option, choice.clone()))
        })
        .map(|(cost, option, mut choice)| {
            part(&mut choice).push(option);
            (cost, choice)
        })
        .collect()
}

/// The straight ways from the village to the nearest point of each city.
fn hedges(village: Point, areas: &[Area]) -> Vec<Path> {
    let cities = areas.iter().filter(|area| area.kind == FeatureKind::City);
    let nearest = cities.filter_map(|city| {
        let points = city.edges.iter().flat_map(Path::flatten);
        points.min_by(|a, b| village.distance(*a).total_cmp(&village.distance(*b)))
    });
    nearest.map(|end| Path::polygon(&[village, end])).collect()
}

/// Whether an area on one side borders what lies opposite, so that those left and right of it stay apart.
fn is_neck(def: &TileDef, area: &AreaPlan) -> bool {
    let at = |side: usize| def.segment_at(Side::ALL[side % 4], Lane::Middle, Rotation::NONE);
    let Some(side) = (0..4).find(|&side| area.sides[side]) else { return false };
    let around = [side, side + 1, side + 2, side + 3].map(at);
    let apart = (0..4).all(|one| around[..one].iter().all(|other| *other != around[one]));
    let opposite = around[2].is_some_and(|other| area.def.borders.contains(other));
    let between = [around[1], around[3]].iter().flatten().all(|other| area.def.borders.contains(*other));
    apart && opposite && between
}

/// The corners where two different fields meet, and the area that must keep them apart there: one that borders both, as far
/// as the data tell, and rather a large one.
fn touched_corners(def: &TileDef, areas: &[AreaPlan]) -> Vec<(usize, Segment)> {
    let ground = |side: usize, lane: Lane| {
        let segment = def.segment_at(Side::ALL[side % 4], lane, Rotation::NONE)?;
        def.segment(segment).filter(|def| form(def.kind) == Form::Ground).map(|def| (segment, def))
    };
    let mut touched = Vec::new();
    for corner in 0..4 {
        let (Some(before), Some(after)) = (ground(corner + 3, Lane::Right), ground(corner, Lane::Left)) else {
            continue;
        };
        if before.0 == after.0 {
            continue;
        }
        let area = areas.iter().max_by_key(|area| {
            let borders = [before, after].iter().filter(|(_, def)| def.borders.contains(area.segment)).count();
            (borders, area.sides.iter().filter(|&&side| side).count())
        });
        touched.extend(area.map(|area| (corner, area.segment)));
    }
    touched
}
