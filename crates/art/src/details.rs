//! What stands and grows on a tile.

use crate::grid::index_of;
use crate::layout::{End, Form, form};
use crate::paint::{Painter, dab, rim, stroke};

use crate::path::{Pen, number};
use crate::point::Point;
use crate::shapes::{
    ACACIA, ACACIA_LIGHT, ACACIA_TRUNK, Building, CROWN, CROWN_LIGHT, GATE, HOUSES, PEAK, PINE, PINE_LIGHT, SHADOW,
    SHRUB, SHRUB_LIGHT, STONE, TOWER, TRUNK, TUFT, WAVE,
};
use crate::stamps::{Stamp, element, scaled, strew, write_stamps};
use crate::theme::{Landscape, Surface};
use rules::{FeatureKind, Symbol};
use std::fmt::Write;

/// Details have round ends unless they say otherwise.
const FLAT: &str = " stroke-linecap=\"butt\"";

/// Draws a defined icon.
pub(crate) fn use_icon(out: &mut String, name: &str, at: Point, size: f32) {
    let scale = if (size - 1.0).abs() < 0.01 { String::new() } else { format!(" scale({size})") };
    let _ =
        write!(out, "<use href=\"#art-{name}\" transform=\"translate({} {}){scale}\"/>", number(at.x), number(at.y));
}

/// How much room a symbol takes.
fn kept_by(symbol: Symbol) -> f32 {
    match symbol {
        Symbol::Cathedral => 23.0,
        Symbol::Inn => 13.0,
        _ => 10.5,
    }
}

/// Small strokes strewn over a surface.
struct Texture {
    name: &'static str,
    /// About how far they are apart.
    spacing: f32,
    /// How far they keep from other terrain.
    room: f32,
    data: &'static str,
}

/// Collects and draws a tile's details.
pub(crate) struct Details<'a> {
    painter: &'a Painter<'a>,
    landscape: Landscape,
    /// Distance to other terrain, for each cell; the tile's rim is no end.
    room: Vec<f32>,
    /// Where nothing may stand, with how much room.
    kept: Vec<(Point, f32)>,
    stamps: Vec<Stamp>,
    shadows: String,
    trunks: String,
}

impl<'a> Details<'a> {
    pub(crate) fn new(painter: &'a Painter<'a>) -> Details<'a> {
        let layout = painter.layout;
        let turned = |point: Point| point.turned(painter.rotation);
        let mut kept: Vec<(Point, f32)> = Vec::new();
        for ((_, def), &place) in layout.def().printed_segments().zip(&painter.places.followers) {
            let room =
                if matches!(def.kind, FeatureKind::City | FeatureKind::Forest | FeatureKind::Bush) { 6.5 } else { 5.0 };
            kept.push((turned(place), room));
        }
        kept.extend(painter.places.marks.iter().map(|mark| (turned(mark.at), kept_by(mark.symbol))));
        kept.extend(layout.spots.iter().filter(|spot| spot.kind != FeatureKind::Lake).map(|spot| (spot.centre, 17.0)));
        kept.extend(layout.village.map(|village| (village, 12.0)));
        let room = layout.grid.depth(false);
        Details {
            painter,
            landscape: Landscape::of(layout.def().set()),
            room,
            kept,
            stamps: Vec::new(),
            shadows: String::new(),
            trunks: String::new(),
        }
    }

    /// What lies at a point; ground that belongs to nobody counts as ground.
    fn kind_at(&self, point: Point) -> FeatureKind {
        let label = self.painter.layout.grid.at(point);
        let def = self.painter.layout.def();
        def.segment(rules::Segment(label)).map_or(FeatureKind::Meadow, |def| def.kind)
    }

    fn is_wet(&self, point: Point) -> bool {
        matches!(self.kind_at(point), FeatureKind::River | FeatureKind::Lake)
    }

    fn room_at(&self, point: Point) -> f32 {
        self.room[index_of(point)]
    }

    fn free(&self, point: Point, reach: f32) -> bool {
        self.kept.iter().all(|&(at, room)| {
            // Things stand up from their foot: what stands just south of a place would cover it.
            let apart = point - at;
            Point::new(apart.x, if apart.y > 0.0 { apart.y * 0.62 } else { apart.y * 1.25 }).length() > room + reach
        })
    }

    fn spots(&self, name: &str, spacing: f32, room: f32, reach: f32, kind: impl Fn(FeatureKind) -> bool) -> Vec<Point> {
        let spacing = spacing / self.painter.theme.density.sqrt();
        strew(spacing, &mut self.painter.dice(name), |point| {
            kind(self.kind_at(point)) && self.room_at(point) >= room && self.free(point, reach)
        })
    }

    /// Strokes and dots that make surfaces look like grass, water, earth.
    pub(crate) fn textures(&mut self, out: &mut String) {
        let theme = self.painter.theme;
        let ground = |kind| form(kind) == Form::Ground;
        let is = |wanted: FeatureKind| move |kind| kind == wanted;
        let stroke = |colour, width| stroke(colour, width, "");
        if self.painter.layout.body.is_none() {
            self.patches(out);
            let tufts = Texture { name: "tufts", spacing: 19.0, room: 3.0, data: TUFT };
            self.texture(out, &tufts, &stroke(theme.ground.dark, 0.7), ground);
            for (name, colour) in ["petals", "seeds"].into_iter().zip(theme.strewn) {
                let dots = Texture { name, spacing: 24.0, room: 4.0, data: "h.1" };
                self.texture(out, &dots, &stroke(colour, 1.5), ground);
            }
        } else {
            let tufts = Texture { name: "tufts", spacing: 15.0, room: 2.5, data: TUFT };
            self.texture(out, &tufts, &stroke(theme.steppe.dark, 0.7), is(FeatureKind::Grass));
            let petals = Texture { name: "petals", spacing: 20.0, room: 4.0, data: "h.1" };
            self.texture(out, &petals, &stroke(theme.strewn[1], 1.4), is(FeatureKind::Grass));
            let gravel = Texture { name: "gravel", spacing: 12.0, room: 2.0, data: "l1.2-.4" };
            self.texture(out, &gravel, &stroke(theme.rock.dark, 0.7), is(FeatureKind::Mountain));
            let waves = Texture { name: "waves", spacing: 17.0, room: 6.5, data: WAVE };
            self.texture(out, &waves, &stroke(theme.sea.light, 0.9), is(FeatureKind::Sea));
            let swell = Texture { name: "swell", spacing: 27.0, room: 6.5, data: WAVE };
            self.texture(out, &swell, &stroke(theme.sea.dark, 0.9), is(FeatureKind::Sea));
        }
        let ripples = Texture { name: "ripples", spacing: 12.0, room: 3.2, data: "c1-1.2 1.8-1.2 2.8 0" };
        self.texture(out, &ripples, &stroke(theme.river.mark, 0.8), |kind| {
            matches!(kind, FeatureKind::River | FeatureKind::Lake)
        });
        let cobbles = Texture { name: "cobbles", spacing: 15.0, room: 4.0, data: "h1.5m1 1.3h1.5" };
        self.texture(out, &cobbles, &stroke(theme.city.dark, 0.6), is(FeatureKind::City));
    }

    fn texture(&self, out: &mut String, texture: &Texture, look: &str, kind: impl Fn(FeatureKind) -> bool) {
        let places = self.spots(texture.name, texture.spacing, texture.room, -3.0, kind);
        let data: String = places.into_iter().map(|point| dab(point, texture.data)).collect();
        element(out, look, &data);
    }

    /// Lighter patches of ground, and in the landscape of towns ploughed fields.
    fn patches(&self, out: &mut String) {
        let theme = self.painter.theme;
        let mut dice = self.painter.dice("patches");
        let mut light = String::new();
        for point in self.spots("patch", 30.0, 9.0, -6.0, |kind| form(kind) == Form::Ground) {
            let radius = dice.between(4.5, 8.0).min(self.room_at(point) - 2.0).min(rim(point) - 1.0);
            if radius > 3.0 {
                light.push_str(&dab(point, &scaled("m-12 0a12 8 0 1 0 24 0 12 8 0 1 0-24 0z", radius / 10.0)));
            }
        }
        element(out, &format!("fill=\"{}\"", theme.ground.light), &light);
        if self.landscape != Landscape::Towns || theme.density < 0.8 {
            return;
        }
        let mut soil = String::new();
        let mut furrows = String::new();
        for point in self.spots("acre", 34.0, 11.5, 5.0, |kind| kind == FeatureKind::Field) {
            if rim(point) < 11.0 || dice.share() < 0.35 {
                continue;
            }
            let slope = dice.between(-0.35, 0.35);
            let (sin, cos) = slope.sin_cos();
            let at = |x: f32, y: f32| point + Point::new(x * cos - y * sin, x * sin + y * cos);
            let (wide, high) = (dice.between(6.5, 8.5), dice.between(4.2, 5.6));
            let corners = [at(-wide, -high), at(wide * 0.9, -high * 1.1), at(wide, high), at(-wide * 0.95, high * 0.9)];
            soil.push_str(&crate::path::Path::polygon(&corners).data(true));
            for step in 0..4 {
                let y = (step as f32 - 1.5) * high * 0.48;
                let line = [at(-wide * 0.85, y), at(0.0, y + 0.5), at(wide * 0.82, y)];
                furrows.push_str(&crate::path::Path::through(&line).data(false));
            }
        }
        let look = "fill=\"#d9c46c\" stroke=\"#9aa65a\" stroke-width=\"1.2\"";
        element(out, look, &soil);
        element(out, &stroke("#b99f4c", 0.8, ""), &furrows);
    }

    /// Everything that stands up, from north to south.
    pub(crate) fn stand(mut self, out: &mut String) {
        self.walls(out);
        match self.landscape {
            Landscape::Towns => {
                self.houses();
                self.lone_trees(19.0, 0.42, FeatureKind::Field);
            }
            Landscape::Wilds => {
                self.forest();
                self.lone_trees(24.0, 0.3, FeatureKind::Meadow);
            }
            Landscape::Coasts => {
                self.mountains();
                self.ships();
                self.lone_trees(16.0, 0.4, FeatureKind::Grass);
            }
            Landscape::Savanna => {
                self.bush();
                self.lone_trees(30.0, 0.3, FeatureKind::Meadow);
            }
        }
        self.springs();
        self.reeds(out);
        self.ends();
        let theme = self.painter.theme;
        element(out, &format!("fill=\"{}\" fill-opacity=\".16\"", theme.ink), &self.shadows);
        element(out, &format!("fill=\"{}\"", theme.wood), &self.trunks);
        write_stamps(out, self.stamps);
    }

    fn filled(&self, colour: &str) -> String {
        format!("fill=\"{colour}\" stroke=\"{}\"", self.painter.theme.ink)
    }

    fn leafy(&self, leaves: &Surface) -> String {
        format!("fill=\"{}\" stroke=\"{}\"", leaves.base, leaves.dark)
    }

    fn walls(&mut self, out: &mut String) {
        let theme = self.painter.theme;
        let mut pen = Pen::default();
        let mut towers: Vec<Point> = Vec::new();
        for area in self.painter.layout.areas.iter().filter(|area| area.kind == FeatureKind::City) {
            for edge in &area.edges {
                pen.path(edge, false);
                let points = edge.flatten();
                let last = points.len() - 1;
                towers.extend([points[0], points[last]]);
                let shares: &[usize] = if self.gates().is_empty() { &[34, 66] } else { &[27, 73] };
                towers.extend(shares.iter().map(|share| points[last * share / 100]));
            }
        }
        let data = pen.finish();
        element(out, &stroke(theme.ink, 4.6, FLAT), &data);
        element(out, &stroke(theme.wall.base, 3.2, FLAT), &data);
        element(out, &stroke(theme.wall.dark, 3.2, " stroke-linecap=\"butt\" stroke-dasharray=\".7 2.1\""), &data);
        let mut kept: Vec<Point> = Vec::new();
        for tower in towers {
            if kept.iter().all(|other| other.distance(tower) > 1.0) {
                kept.push(tower);
                self.building(tower + Point::new(0.0, 1.0), &TOWER, theme.wall.light, theme.roofs[0], 1.0);
            }
        }
        for gate in self.gates() {
            self.building(gate + Point::new(0.0, 1.6), &GATE, theme.wall.light, theme.roofs[0], 1.0);
        }
    }

    /// Where roads go into cities.
    fn gates(&self) -> Vec<Point> {
        let areas = &self.painter.layout.areas;
        let city = |end: End| matches!(end, End::Area(segment) if areas.iter().any(|area| area.segment == segment && area.kind == FeatureKind::City));
        self.painter.layout.lines.iter().filter(|line| city(line.end)).map(|line| line.path.end()).collect()
    }

    fn building(&mut self, at: Point, building: &Building, wall: &str, roof: &str, size: f32) {
        let Building { half, tall, shape } = building;
        let ink = self.painter.theme.ink;
        let parts = vec![
            (self.filled(wall), scaled(shape[0], size)),
            (self.filled(roof), scaled(shape[1], size)),
            (format!("fill=\"{ink}\""), scaled(shape[2], size)),
        ];
        self.stamps.push(Stamp { at, half: half * size, tall: tall * size, parts });
    }

    fn houses(&mut self) {
        let theme = self.painter.theme;
        let mut dice = self.painter.dice("houses");
        let mut places = self.spots("house", 15.0, 5.5, 2.0, |kind| kind == FeatureKind::City);
        // A house whose foot is near the rim would stand half on the next tile.
        places.retain(|place| {
            let roof = *place - Point::new(0.0, 9.0);
            let clear = self.kind_at(roof) == FeatureKind::City && self.room_at(roof) > 3.0;
            (3.0..97.0).contains(&place.x) && place.y > 4.0 && clear
        });
        for place in places {
            let house = &HOUSES[dice.below(3)];
            let roof = theme.roofs[dice.below(3)];
            let size = dice.between(1.3, 1.55);
            self.building(place, house, theme.plaster, roof, size);
        }
        if let Some(village) = self.painter.layout.village {
            for (number, (x, y)) in [(-8.5, -4.5), (9.0, -5.0), (-8.5, 10.5), (9.0, 10.0)].into_iter().enumerate() {
                let at = village + Point::new(x, y);
                self.building(at, &HOUSES[number % 3], theme.plaster, theme.roofs[number % 3], 1.3);
            }
            self.building(village + Point::new(0.0, 3.0), &HOUSES[2], theme.wall.light, theme.roofs[1], 1.35);
        }
    }

    /// A tree that stands by itself.
    fn lone_tree(&mut self, at: Point, size: f32, sort: usize, leaves: &Surface) {
        self.shadows.push_str(&dab(at, &scaled(SHADOW, size)));
        if sort < 2 {
            self.trunks.push_str(&dab(at, &scaled(TRUNK, size)));
        }
        self.tree(at, size, sort, leaves);
    }

    fn tree(&mut self, at: Point, size: f32, sort: usize, leaves: &Surface) {
        let theme = self.painter.theme;
        let light = stroke(leaves.light, 1.1, "");
        let (half, tall, crown, shine) = match sort {
            0 => (4.2, 8.0, CROWN, CROWN_LIGHT),
            1 => (3.8, 9.0, PINE, PINE_LIGHT),
            2 => (3.6, 4.0, SHRUB, SHRUB_LIGHT),
            _ => (6.0, 6.0, ACACIA, ACACIA_LIGHT),
        };
        if sort == 3 {
            self.trunks.push_str(&dab(at, &scaled(ACACIA_TRUNK, size)));
        }
        let shine = if theme.density < 0.8 { String::new() } else { scaled(shine, size) };
        let parts = vec![(self.leafy(leaves), scaled(crown, size)), (light, shine)];
        self.stamps.push(Stamp { at, half: half * size, tall: tall * size, parts });
    }

    fn lone_trees(&mut self, spacing: f32, share: f32, on: FeatureKind) {
        let mut dice = self.painter.dice("trees");
        let savanna = self.landscape == Landscape::Savanna;
        for point in self.spots("tree", spacing, 7.0, 3.0, |kind| kind == on) {
            let (chance, size, sort) = (dice.share(), dice.between(0.75, 1.05), dice.below(4));
            if chance < share && rim(point) > 4.0 {
                let sort = if savanna { if sort < 2 { 3 } else { 2 } } else { [0, 0, 2, 2][sort] };
                let leaves = &self.painter.theme.leaves[dice.below(3)];
                self.lone_tree(point, size, sort, leaves);
            }
        }
    }

    /// Points along the edges of all areas of a kind, a little inside.
    fn fringe(&self, kind: FeatureKind, spacing: f32) -> Vec<Point> {
        let mut dice = self.painter.dice("fringe");
        let mut points = Vec::new();
        for area in self.painter.layout.areas.iter().filter(|area| area.kind == kind) {
            for edge in &area.edges {
                let line = edge.flatten();
                let mut next = dice.between(3.0, spacing);
                let mut walked = 0.0;
                for pair in line.windows(2) {
                    let length = pair[0].distance(pair[1]);
                    if walked + length >= next {
                        let inside = (pair[1] - pair[0]).unit().across();
                        let at = pair[0].towards(pair[1], (next - walked) / length)
                            + inside * if inside.y < 0.0 { dice.between(-0.5, 1.0) } else { dice.between(1.5, 3.5) };
                        if rim(at) > 1.5 && self.free(at, 0.0) && !self.is_wet(at) {
                            points.push(at);
                        }
                        next += spacing * dice.between(0.8, 1.25);
                    }
                    walked += length;
                }
            }
        }
        points
    }

    fn forest(&mut self) {
        let mut dice = self.painter.dice("forest");
        let mut places = self.spots("wood", 13.5, 3.0, 1.5, |kind| kind == FeatureKind::Forest);
        places.extend(self.fringe(FeatureKind::Forest, 12.0));
        for place in places {
            let leaves = &self.painter.theme.leaves[dice.below(2)];
            let size = dice.between(1.35, 1.7);
            let sort = usize::from(dice.share() < 0.35);
            self.tree(place, size, sort, leaves);
        }
    }

    fn bush(&mut self) {
        let mut dice = self.painter.dice("bush");
        let mut places = self.spots("thicket", 13.0, 3.0, 1.5, |kind| kind == FeatureKind::Bush);
        places.extend(self.fringe(FeatureKind::Bush, 11.0));
        for place in places {
            let leaves = &self.painter.theme.leaves[dice.below(3)];
            let tall = dice.share() < 0.3;
            let size = if tall { dice.between(1.0, 1.2) } else { dice.between(1.2, 1.6) };
            self.tree(place, size, if tall { 3 } else { 2 }, leaves);
        }
    }

    fn mountains(&mut self) {
        let theme = self.painter.theme;
        let mut dice = self.painter.dice("peaks");
        for place in self.spots("peak", 17.5, 4.5, 4.0, |kind| kind == FeatureKind::Mountain) {
            let size = dice.between(0.72, 0.86) + (self.room_at(place) * 0.025).min(0.5);
            let behind = self.kind_at(place - Point::new(0.0, 9.0));
            let size = if behind == FeatureKind::Mountain { size } else { size * 0.72 };
            let stands = Point::new(place.x.clamp(7.0, 93.0), place.y.max(9.0));
            self.shadows.push_str(&dab(stands, &scaled("m-8 .6a9 3 0 0 0 19 0z", size)));
            let parts = vec![
                (self.filled(theme.rock.light), scaled(PEAK[0], size)),
                (format!("fill=\"{}\"", theme.rock.dark), scaled(PEAK[1], size)),
                (format!("fill=\"{}\"", theme.snow), scaled(PEAK[2], size)),
            ];
            self.stamps.push(Stamp { at: stands, half: 8.6 * size, tall: 13.0 * size, parts });
        }
    }

    fn ships(&mut self) {
        let theme = self.painter.theme;
        let mut dice = self.painter.dice("ships");
        let free = self.spots("ship", 24.0, 15.0, 7.0, |kind| kind == FeatureKind::Sea);
        let free: Vec<Point> = free.into_iter().filter(|&at| rim(at) > 14.0).collect();
        if free.is_empty() || dice.share() < 0.45 {
            return;
        }
        let at = free[dice.below(free.len())];
        let parts = vec![
            (self.filled(theme.wood), "m-5 -2q5 1.4 10 0l-1.6 3q-3.4 1-6.8 0z".to_owned()),
            (
                self.filled(theme.snow),
                "m-.4-2.6v-8.6q4.6 3.4 4.4 7.2-2.2 1.2-4.4 1.4zm-.8 0v-7q-3 2.6-3.2 5.6 1.6 1.2 3.2 1.4z".to_owned(),
            ),
        ];
        self.stamps.push(Stamp { at, half: 6.0, tall: 12.0, parts });
    }

    fn stones(&mut self, places: &[Point], size: f32) {
        let rock = self.painter.theme.rock;
        for &at in places {
            let parts = vec![(self.filled(rock.light), scaled(STONE, size))];
            self.stamps.push(Stamp { at, half: 1.6 * size, tall: 2.0 * size, parts });
        }
    }

    fn springs(&mut self) {
        let mut dice = self.painter.dice("springs");
        for (at, radius) in self.painter.pools() {
            let stones: Vec<Point> = (0..7)
                .map(|step| {
                    let (sin, cos) = (step as f32 * 0.9 + dice.between(0.0, 0.5)).sin_cos();
                    at + Point::new(cos * (radius + 1.2) * 1.1, sin * (radius + 0.6) * 0.92)
                })
                .filter(|&stone| self.kind_at(stone) != FeatureKind::River)
                .collect();
            self.stones(&stones, 1.8);
        }
    }

    fn reeds(&self, out: &mut String) {
        let mut dice = self.painter.dice("reeds");
        let theme = self.painter.theme;
        let mut data = String::new();
        for lake in self.painter.layout.spots.iter().filter(|spot| spot.kind == FeatureKind::Lake) {
            for point in lake.outline.flatten().into_iter().step_by(7) {
                if self.kind_at(point + (point - lake.centre).unit() * 3.0) == FeatureKind::Meadow
                    && dice.share() < 0.75
                {
                    data.push_str(&dab(point, "m-1.2 1l-.4-3.8m1.4 3.8l.2-4.8m1 4.8l.8-3.7"));
                }
            }
        }
        element(out, &stroke(theme.leaves[1].dark, 0.8, ""), &data);
    }

    /// Marks the free ends of roads with a farmhouse, those of paths with stones and grass.
    fn ends(&mut self) {
        let theme = self.painter.theme;
        let ends: Vec<(FeatureKind, Point)> = self
            .painter
            .layout
            .lines
            .iter()
            .filter(|line| line.end == End::Free && !line.spring)
            .map(|line| (line.kind, line.path.end()))
            .collect();
        for (kind, at) in ends {
            if kind == FeatureKind::Road {
                self.building(at + Point::new(0.0, 3.5), &HOUSES[0], theme.plaster, theme.roofs[0], 1.25);
                let leaves = &theme.leaves[1];
                self.lone_tree(at + Point::new(7.4, 4.0), 0.9, 0, leaves);
            } else {
                let ring = [(-5.6, 1.0), (-3.4, -4.0), (1.2, -5.0), (4.8, -2.6), (5.8, 2.0), (2.4, 5.8), (-2.6, 5.4)];
                let beyond = ring.map(|(x, y)| at + Point::new(x, y));
                let stones: Vec<Point> = beyond.into_iter().filter(|&stone| self.kind_at(stone) != kind).collect();
                self.stones(&stones, 1.9);
            }
        }
    }
}
