//! Where followers stand and where symbols are drawn.

use crate::grid::{CELLS, Grid, middle_of};
use crate::layout::{End, Form, Layout, Line, form};
use crate::paint::rim;
use crate::path::Path;
use crate::point::{Dice, Point};
use rules::{FeatureKind, Segment, Symbol, sort_by_key};

/// No two places of a tile are closer than this, in tile coordinates.
pub const FOLLOWER_WIDTH: f32 = 16.0;

/// How far a cathedral reaches, and an inn with its lake.
const CATHEDRAL: f32 = 25.0;
const INN: f32 = 15.0;

/// How far from the middle of a building its follower stands, however the tile is turned: the building is drawn upright, and the
/// follower stands to the right of it.
pub(crate) fn aside(kind: FeatureKind) -> Option<Point> {
    match kind {
        FeatureKind::Cloister => Some(Point::new(11.5, 4.0)),
        FeatureKind::Baobab => Some(Point::new(7.0, 6.0)),
        _ => None,
    }
}

/// A symbol of the tile data with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) symbol: Symbol,
    pub(crate) at: Point,
}

/// The places of a printed tile.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Where a follower stands, for each printed segment.
    pub(crate) followers: Vec<Point>,
    pub(crate) marks: Vec<Mark>,
    /// From an inn to each of its roads.
    pub(crate) footpaths: Vec<Path>,
}

#[derive(Clone, Copy)]
struct Candidate {
    at: Point,
    /// The distance to the nearest end of the segment, the tile's rim being one.
    room: f32,
    /// The same, the rim being none: what lies there goes on.
    depth: f32,
}

/// Something to keep away from.
#[derive(Clone, Copy)]
struct Obstacle {
    at: Point,
    /// How far at least.
    least: f32,
    /// How far if possible.
    wish: f32,
}

impl Obstacle {
    /// What it costs to be at a point.
    fn cost(&self, point: Point) -> f32 {
        let apart = self.at.distance(point);
        (self.least - apart).max(0.0) * 3.0 + (self.wish - apart).max(0.0) * 0.4
    }
}

impl Places {
    pub(crate) fn of(layout: &Layout) -> Places {
        let candidates = candidates(layout);
        let (mut marks, footpaths) = landmarks(layout, &candidates);
        add_marks(&mut marks, layout, &candidates, &[], |symbol| symbol == Symbol::Port);
        let mut obstacles: Vec<Obstacle> = marks
            .iter()
            .map(|mark| {
                let (least, wish) = match mark.symbol {
                    Symbol::Cathedral => (CATHEDRAL + 14.0, CATHEDRAL + 22.0),
                    Symbol::Inn => (INN + 3.0, INN + 13.0),
                    _ => (14.0, 24.0),
                };
                Obstacle { at: mark.at, least, wish }
            })
            .collect();
        let followers = followers(layout, &candidates, &obstacles);
        obstacles.extend(followers.iter().map(|&at| Obstacle { at, least: FOLLOWER_WIDTH + 1.0, wish: 26.0 }));
        let small = |symbol| !matches!(symbol, Symbol::Port | Symbol::Inn | Symbol::Cathedral);
        add_marks(&mut marks, layout, &candidates, &obstacles, small);
        Places { followers, marks, footpaths }
    }
}

/// The cells of each printed segment.
fn candidates(layout: &Layout) -> Vec<Vec<Candidate>> {
    let mut candidates: Vec<Vec<Candidate>> = layout.def().printed_segments().map(|_| Vec::new()).collect();
    let depths = layout.grid.depth(false);
    for (index, room) in layout.grid.depth(true).into_iter().enumerate() {
        // Every other cell will do.
        let odd = index % 2 + index / CELLS % 2 > 0;
        if odd && room > 3.0 {
            continue;
        }
        if let Some(own) = candidates.get_mut(layout.grid.labels()[index] as usize) {
            own.push(Candidate { at: middle_of(index), room, depth: depths[index] });
        }
    }
    candidates
}

/// What is so large that followers make way for it, with the footpaths to it.
fn landmarks(layout: &Layout, candidates: &[Vec<Candidate>]) -> (Vec<Mark>, Vec<Path>) {
    let mut marks = Vec::new();
    let mut footpaths = Vec::new();
    for (segment, piece) in layout.def().printed_segments() {
        if piece.has(Symbol::Cathedral) {
            // A little aside, where it leaves one large place to the follower.
            let aside = Point::new(39.0, 42.0);
            let score = |one: &Candidate| one.room.min(CATHEDRAL + 8.0) - one.at.distance(aside) * 0.2;
            let at = best(&candidates[segment.index()], score).unwrap_or(aside);
            marks.push(Mark { symbol: Symbol::Cathedral, at });
        }
    }
    let has_inn = |line: &&Line| layout.def().segment(line.segment).is_some_and(|piece| piece.has(Symbol::Inn));
    let roads: Vec<&Line> = layout.lines.iter().filter(has_inn).collect();
    // One inn for all roads of the tile that pass it, where it can lie at all of them and at no other.
    let groups: Vec<Vec<&Line>> = match inn(layout, candidates, &roads) {
        Some(_) => vec![roads],
        None => roads.into_iter().map(|road| vec![road]).collect(),
    };
    for group in groups {
        if let Some((at, ways)) = inn(layout, candidates, &group) {
            marks.push(Mark { symbol: Symbol::Inn, at });
            footpaths.extend(ways.into_iter().map(|way| Path::polygon(&[at, way])));
        }
    }
    (marks, footpaths)
}

/// Where an inn lies beside its roads, and where the footpaths from it meet them.
fn inn(layout: &Layout, candidates: &[Vec<Candidate>], roads: &[&Line]) -> Option<(Point, Vec<Point>)> {
    if roads.is_empty() {
        return None;
    }
    // The end of a road lies at a village or in a city, where the other roads end as well.
    let course = |line: &Line| -> Vec<Point> {
        let points = line.path.flatten();
        let clear =
            |point: &Point| rim(*point) > 8.0 && (line.end == End::None || line.path.end().distance(*point) > 20.0);
        points.iter().copied().filter(clear).step_by(2).collect()
    };
    let own: Vec<Vec<Point>> = roads.iter().map(|line| course(line)).collect();
    let is_own = |line: &&Line| roads.iter().any(|road| road.segment == line.segment);
    let others: Vec<Point> =
        layout.lines.iter().filter(|line| !is_own(line)).flat_map(|line| line.path.flatten()).collect();
    let walls: Vec<Point> = layout.areas.iter().flat_map(|area| &area.edges).flat_map(Path::flatten).collect();
    let nearest =
        |points: &[Point], at: Point| points.iter().copied().min_by(|a, b| at.distance(*a).total_cmp(&at.distance(*b)));
    let grounds = layout.def().printed_segments().filter(|(_, piece)| form(piece.kind) == Form::Ground);
    let all: Vec<(Segment, Candidate)> = grounds
        .flat_map(|(segment, _)| candidates[segment.index()].iter().map(move |one| (segment, *one)))
        .filter(|(_, one)| one.room > 7.0)
        .collect();
    let score = |segment: Segment, one: &Candidate| {
        let ways = own.iter().filter_map(|points| nearest(points, one.at)).map(|way| way.distance(one.at));
        let far = (ways.fold(0.0, f32::max) - 20.0).max(0.0);
        let strange = nearest(&others, one.at).map_or(0.0, |other| (26.0 - other.distance(one.at)).max(0.0));
        let walls = (22.0 - nearest(&walls, one.at).map_or(22.0, |wall| wall.distance(one.at))).max(0.0);
        // A large field has room for a farmer as well.
        let spare = (candidates[segment.index()].len() as f32 * 0.008).min(9.0);
        one.room.min(INN) * 1.5 + spare - far - strange - walls * 0.4 - one.at.distance(Point::CENTRE) * 0.05
    };
    // No footpath crosses anything else.
    let reaches = |segment: Segment, at: Point| {
        own.iter().zip(roads).all(|(points, road)| {
            nearest(points, at).is_some_and(|way| {
                (0..20)
                    .map(|step| layout.grid.at(at.towards(way, step as f32 / 20.0)))
                    .all(|label| label == segment.0 || label == road.segment.0)
            })
        })
    };
    let (_, one) = all
        .iter()
        .filter(|(segment, one)| reaches(*segment, one.at))
        .max_by(|(on_a, a), (on_b, b)| score(*on_a, a).total_cmp(&score(*on_b, b)))?;
    Some((one.at, own.iter().filter_map(|points| nearest(points, one.at)).collect()))
}

/// The middle of each segment, as far inside as its shape allows.
fn followers(layout: &Layout, candidates: &[Vec<Candidate>], landmarks: &[Obstacle]) -> Vec<Point> {
    // On a path with an animal the follower stands near the rim and leaves the rest to the animal.
    let shared: Vec<bool> = layout
        .def()
        .printed_segments()
        .map(|(_, piece)| {
            form(piece.kind) == Form::Line && piece.symbols.iter().any(|(symbol, _)| *symbol != Symbol::Inn)
        })
        .collect();
    // Who stands beside a building does so in every rotation, on any side of the printed tile.
    let beside: Vec<Option<(Point, f32)>> = layout
        .def()
        .printed_segments()
        .map(|(segment, _)| {
            let spot = layout.spots.iter().find(|spot| spot.segment == segment)?;
            Some((spot.centre, aside(spot.kind)?.length()))
        })
        .collect();
    let mut fixed: Vec<Obstacle> = landmarks.to_vec();
    fixed.extend(layout.village.map(|at| Obstacle { at, least: 14.0, wish: 22.0 }));
    let ends = layout.lines.iter().filter(|line| matches!(line.end, End::Area(_) | End::Free));
    fixed.extend(ends.map(|line| Obstacle { at: line.path.end(), least: 8.0, wish: 20.0 }));
    let score = |segment: usize, others: &[Obstacle], one: &Candidate| {
        let inside = if shared[segment] {
            -(rim(one.at) - 10.0).abs() * 0.3
        } else {
            let edge = rim(one.at);
            edge.min(20.0) * 0.55 - (13.0 - edge).max(0.0) * 0.6 - one.at.distance(Point::CENTRE) * 0.06
        };
        let crowd: f32 = others.iter().chain(&fixed).map(|other| other.cost(one.at)).sum();
        one.depth.min(17.0) + inside - crowd
    };
    let mut followers: Vec<Point> = (0..candidates.len())
        .map(|segment| best(&candidates[segment], |one| score(segment, &[], one)).unwrap_or(Point::CENTRE))
        .collect();
    // The ones with the least room choose last, when the others have made way for them.
    let widest = |own: &Vec<Candidate>| own.iter().map(|one| one.room).fold(0.0, f32::max);
    let widths: Vec<f32> = candidates.iter().map(widest).collect();
    let mut order: Vec<usize> = (0..followers.len()).collect();
    sort_by_key(&mut order, |&segment| -widths[segment]);
    for _ in 0..3 {
        for &segment in &order {
            let others: Vec<Obstacle> = (0..followers.len())
                .filter(|&other| other != segment)
                .map(|other| match beside[other] {
                    Some((centre, aside)) => Obstacle { at: centre, least: FOLLOWER_WIDTH + 1.0 + aside, wish: 28.0 },
                    None => Obstacle { at: followers[other], least: FOLLOWER_WIDTH + 3.0, wish: 26.0 },
                })
                .collect();
            if let Some(best) = best(&candidates[segment], |one| score(segment, &others, one)) {
                followers[segment] = best;
            }
        }
    }
    followers
}

fn best(all: &[Candidate], score: impl Fn(&Candidate) -> f32) -> Option<Point> {
    all.iter().max_by(|a, b| score(a).total_cmp(&score(b))).map(|one| one.at)
}

/// The candidate with enough room around it and far from the others: distance counts, but less than room.
fn roomy(all: &[Candidate], enough: f32, others: &[Obstacle], bonus: impl Fn(Point) -> f32) -> Option<Point> {
    best(all, |one| {
        let near = others.iter().map(|other| other.at.distance(one.at)).fold(f32::MAX, f32::min);
        let crowd: f32 = others.iter().map(|other| other.cost(one.at)).sum();
        one.room.min(enough) + 0.12 * near.min(32.0) - crowd - (9.0 - rim(one.at)).max(0.0) + bonus(one.at)
    })
}

/// Adds the places of some symbols, where nothing is in their way.
fn add_marks(
    marks: &mut Vec<Mark>,
    layout: &Layout,
    candidates: &[Vec<Candidate>],
    taken: &[Obstacle],
    wanted: impl Fn(Symbol) -> bool,
) {
    let def = layout.def();
    let mut dice = Dice::named(7, def.name());
    let firm = |at: Point, least: f32| Obstacle { at, least, wish: least };
    let mut taken = taken.to_vec();
    let ends = layout.lines.iter().filter(|line| line.end != End::None);
    taken.extend(ends.map(|line| firm(line.path.end(), 12.0)));
    for (segment, piece) in def.printed_segments() {
        let mut shores = piece.shores.iter();
        let foreign = layout.spots.iter().filter(|spot| spot.segment != segment);
        let mut taken: Vec<Obstacle> =
            taken.iter().copied().chain(foreign.map(|spot| firm(spot.centre, spot.radius + 11.0))).collect();
        taken.extend(marks.iter().map(|mark| firm(mark.at, FOLLOWER_WIDTH + 3.0)));
        for &(symbol, count) in piece.symbols {
            // A port is listed on the land and, so that the sea counts it too, on the sea; it is drawn once.
            let elsewhere = symbol == Symbol::Port && piece.kind == FeatureKind::Sea;
            if elsewhere || !wanted(symbol) {
                continue;
            }
            for _ in 0..count {
                let favour = dice.between(0.0, 100.0);
                let wish =
                    |at: Point| ((at.x * 0.7 + at.y * 0.3 + favour) * 0.17).sin() * 0.8 + rim(at).min(16.0) * 0.25;
                let all = &candidates[segment.index()];
                let shore = if symbol == Symbol::Port { shores.next() } else { None };
                let at = match shore {
                    Some(&sea) => {
                        let coast: Vec<Candidate> = all
                            .iter()
                            .filter(|one| one.room < 7.0)
                            .filter(|one| touches(&layout.grid, one.at, sea))
                            .map(|one| Candidate { room: rim(one.at).min(15.0), ..*one })
                            .collect();
                        roomy(&coast, 30.0, &taken, |at| wish(at) - strange(layout, at, segment, sea) * 25.0)
                    }
                    None if form(piece.kind) == Form::Line => roomy(all, 4.0, &taken, |at| rim(at).min(20.0) * 0.5),
                    None => roomy(all, 9.0, &taken, wish),
                };
                marks.extend(at.map(|at| Mark { symbol, at }));
                taken.extend(at.map(|at| firm(at, FOLLOWER_WIDTH + 3.0)));
            }
        }
    }
}

/// How much of the surroundings is neither the port's land nor its sea: a port must leave no doubt.
fn strange(layout: &Layout, at: Point, land: Segment, sea: Segment) -> f32 {
    let strange = (0..12).filter(|&step| {
        let (sin, cos) = (step as f32 * std::f32::consts::FRAC_PI_6).sin_cos();
        let label = layout.grid.at(at + Point::new(cos, sin) * 13.0);
        label != sea.0 && label != land.0
    });
    strange.count() as f32 / 12.0
}

fn touches(grid: &Grid, at: Point, segment: Segment) -> bool {
    (0..8).any(|step| {
        let (sin, cos) = (step as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
        grid.at(at + Point::new(cos, sin) * 6.5) == segment.0
    })
}

#[cfg(test)]
mod tests {
    use super::{CATHEDRAL, INN, Places};
    use crate::layout::Layout;
    use crate::paint::rim;
    use rules::{FeatureKind, Symbol, TileDef, TileKind, TileSet};

    fn inns_cathedrals() -> impl Iterator<Item = (&'static TileDef, Layout, Places)> {
        TileSet::InnsCathedrals.kinds().map(|kind| {
            let layout = Layout::of(kind);
            let places = Places::of(&layout);
            (kind.def(), layout, places)
        })
    }

    fn has(def: &TileDef, symbol: Symbol) -> bool {
        def.printed_segments().any(|(_, piece)| piece.has(symbol))
    }

    #[test]
    fn every_inn_lies_in_a_field_with_a_footpath_to_each_of_its_roads_and_to_no_other() {
        let mut inns = 0;
        for (def, layout, places) in inns_cathedrals() {
            let name = def.name();
            let marks: Vec<_> = places.marks.iter().filter(|mark| mark.symbol == Symbol::Inn).collect();
            assert_eq!(marks.len(), usize::from(has(def, Symbol::Inn)), "{name}: one inn or none");
            for mark in marks {
                let ground = def.segment(rules::Segment(layout.grid.at(mark.at)));
                assert_eq!(ground.map(|piece| piece.kind), Some(FeatureKind::Field), "{name}");
                assert!(rim(mark.at) > 8.0, "{name}: inside");
                inns += 1;
            }
            let mut reached: Vec<u8> = places.footpaths.iter().map(|path| layout.grid.at(path.end())).collect();
            reached.sort_unstable();
            let roads = def.printed_segments().filter(|(_, piece)| piece.has(Symbol::Inn));
            assert_eq!(reached, roads.map(|(road, _)| road.0).collect::<Vec<_>>(), "{name}");
        }
        assert_eq!(inns, 6);
    }

    #[test]
    fn followers_stand_beside_inns_and_cathedrals() {
        for (def, _, places) in inns_cathedrals() {
            for mark in &places.marks {
                let size = match mark.symbol {
                    Symbol::Cathedral => CATHEDRAL + 9.0,
                    Symbol::Inn => INN,
                    _ => continue,
                };
                for (segment, place) in places.followers.iter().enumerate() {
                    let apart = place.distance(mark.at);
                    assert!(apart > size, "{}: place {segment} is {apart} from the {}", def.name(), mark.symbol.name());
                }
            }
        }
    }

    #[test]
    fn followers_stand_well_inside_the_tile() {
        for kind in TileKind::all() {
            let places = Places::of(&Layout::of(kind));
            for ((segment, piece), place) in kind.def().printed_segments().zip(&places.followers) {
                let inside = rim(*place);
                assert!(inside > 6.0, "{kind}: place {segment}, a {}, is {inside} from the rim", piece.kind.name());
            }
        }
    }
}
