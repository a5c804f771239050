//! Paints one tile: the ground, which neighbours continue, and the details that stand on it.

use crate::details::{self, Details};
use crate::icons::icon;
use crate::layout::{Area, End, Layout, Line};
use crate::path::{Path, Pen, number};
use crate::places::Places;
use crate::point::{Dice, Point};
use crate::stamps::{element, place};
use crate::theme::{Band, Surface, Theme};
use rules::{FeatureKind, Rotation};
use std::fmt::Write;

/// The picture of a tile, in two layers: all grounds of a board lie below all details, so that trees and towers can
/// stand out over the side of their tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileArt {
    /// Surfaces, waters, roads: exactly the tile's square and a hair more.
    pub ground: String,
    /// What stands on them.
    pub detail: String,
}

pub(crate) struct Painter<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) places: &'a Places,
    pub(crate) theme: &'a Theme,
    pub(crate) rotation: Rotation,
    pub(crate) seed: u64,
}

impl Painter<'_> {
    pub(crate) fn paint(&self) -> TileArt {
        TileArt { ground: self.ground(), detail: self.detail() }
    }

    pub(crate) fn dice(&self, name: &str) -> Dice {
        Dice::named(self.seed, name)
    }

    /// The surface of a kind of area.
    pub(crate) fn surface(&self, kind: FeatureKind) -> &Surface {
        match kind {
            FeatureKind::City => &self.theme.city,
            FeatureKind::Forest | FeatureKind::Bush => &self.theme.forest,
            FeatureKind::Grass => &self.theme.steppe,
            FeatureKind::Mountain => &self.theme.rock,
            FeatureKind::Sea => &self.theme.sea,
            _ => &self.theme.ground,
        }
    }

    fn ground(&self) -> String {
        let mut out = String::new();
        let base = self.layout.body.map_or(self.theme.ground.base, |(_, kind)| self.surface(kind).base);
        let _ = write!(out, "<rect x=\"-.3\" y=\"-.3\" width=\"100.6\" height=\"100.6\" fill=\"{base}\"/>");
        let low: Vec<&Area> = self.layout.areas.iter().filter(|area| area.kind != FeatureKind::City).collect();
        for area in &low {
            self.area(&mut out, area);
        }
        self.waters(&mut out);
        self.roads(&mut out);
        for area in self.layout.areas.iter().filter(|area| area.kind == FeatureKind::City) {
            self.area(&mut out, area);
        }
        out
    }

    fn area(&self, out: &mut String, area: &Area) {
        let surface = self.surface(area.kind);
        element(out, &format!("fill=\"{}\"", surface.base), &area.outline.data(true));
        let round = " stroke-linecap=\"round\"";
        if matches!(area.kind, FeatureKind::Forest | FeatureKind::Bush) {
            // Dots in a row make a leafy rim.
            let dots = format!("{round} stroke-dasharray=\"0 5.2\"");
            let data: String = area.edges.iter().map(|edge| short(edge).data(false)).collect();
            element(out, &stroke(surface.dark, 8.0, &dots), &data);
            element(out, &stroke(surface.base, 6.4, &dots), &data);
        } else if area.kind != FeatureKind::City {
            let (coasts, borders): (Vec<_>, Vec<_>) =
                area.edges.iter().flat_map(|edge| self.stretches(edge)).partition(|(coast, _)| *coast);
            let lines = |all: &[(bool, Path)]| all.iter().map(|(_, path)| path.data(false)).collect::<String>();
            // The sea is light along its coasts.
            let towards_sea = if area.kind == FeatureKind::Sea { 5.0 } else { -5.0 };
            let shallows: String = coasts.iter().map(|(_, path)| ribbon(path, towards_sea).data(true)).collect();
            element(out, &format!("fill=\"{}\"", self.theme.sea.light), &shallows);
            element(out, &stroke(surface.dark, 1.6, round), &lines(&borders));
            element(out, &stroke(self.theme.sand, 2.6, round), &lines(&coasts));
        }
    }

    /// The parts of an area's edge, each with whether it lies between land and sea.
    fn stretches(&self, edge: &Path) -> Vec<(bool, Path)> {
        let points = edge.flatten();
        let last = points.len() - 1;
        let is_sea = |point: Point| {
            let segment = rules::Segment(self.layout.grid.at(point));
            self.layout.def().segment(segment).is_some_and(|def| def.kind == FeatureKind::Sea)
        };
        let is_coast = |at: usize| {
            let aside = (points[at + 1] - points[at - 1]).unit().across() * 2.5;
            is_sea(points[at] + aside) != is_sea(points[at] - aside)
        };
        // In the corners of a tile everything meets.
        let clear = |at: &usize| rim(points[*at]) > 5.0;
        let mut stretches: Vec<(bool, Vec<Point>)> = Vec::new();
        for at in (1..last).filter(clear) {
            let coast = is_coast(at);
            match stretches.last_mut() {
                Some((same, stretch)) if *same == coast => stretch.push(points[at]),
                _ => stretches.push((coast, vec![points[at]])),
            }
        }
        // A few points by themselves are no stretch.
        stretches.retain(|(_, stretch)| stretch.len() > 5);
        stretches.dedup_by(|next, stretch| {
            let same = next.0 == stretch.0;
            if same {
                stretch.1.append(&mut next.1);
            }
            same
        });
        let count = stretches.len();
        let whole = |(number, (coast, stretch)): (usize, (bool, Vec<Point>))| {
            if count == 1 {
                return (coast, edge.clone());
            }
            let mut knots: Vec<Point> = stretch.iter().copied().step_by(5).collect();
            knots.extend(stretch.last());
            if number == 0 {
                knots.insert(0, edge.start);
            }
            if number + 1 == count {
                knots.push(edge.end());
            }
            (coast, Path::through(&knots))
        };
        stretches.into_iter().enumerate().map(whole).collect()
    }

    fn waters(&self, out: &mut String) {
        let band = &self.theme.river;
        let rivers: Vec<&Line> = self.lines(FeatureKind::River);
        let lakes: Vec<_> = self.layout.spots.iter().filter(|spot| spot.kind == FeatureKind::Lake).collect();
        if rivers.is_empty() && lakes.is_empty() {
            return;
        }
        let mut pools = Pen::default();
        for lake in &lakes {
            pools.path(&lake.outline, true);
        }
        for (at, radius) in self.pools() {
            pools.path(&crate::curves::blob(at, radius, 1.1, 0.08, &mut self.dice("pool")), true);
        }
        let pools = pools.finish();
        let lines = joined(&rivers);
        let rim = band.outer - band.inner;
        let edge = stroke(band.edge, band.outer, "");
        let fill = stroke(band.fill, band.inner, "");
        element(out, &edge, &lines);
        element(out, &format!("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"{1}\"", band.edge, number(rim)), &pools);
        element(out, &fill, &lines);
        element(out, &format!("fill=\"{}\"", band.fill), &pools);
    }

    /// Where rivers begin or end by themselves, with the size of their pool.
    pub(crate) fn pools(&self) -> Vec<(Point, f32)> {
        let pond = self.layout.def().is_last();
        let ends = |line: &&Line| line.spring && !matches!(line.end, End::Under | End::None);
        let radius = if pond { 10.0 } else { 6.5 };
        self.layout.lines.iter().filter(ends).map(|line| (line.path.end(), radius)).collect()
    }

    pub(crate) fn lines(&self, kind: FeatureKind) -> Vec<&Line> {
        self.layout.lines.iter().filter(|line| line.kind == kind).collect()
    }

    fn roads(&self, out: &mut String) {
        for (kind, band) in [(FeatureKind::Road, &self.theme.road), (FeatureKind::Path, &self.theme.path)] {
            let lines = self.lines(kind);
            if lines.is_empty() {
                continue;
            }
            self.band(out, band, &lines);
            let ends: String =
                lines.iter().filter(|line| line.end == End::Free).map(|line| dab(line.path.end(), "h.1")).collect();
            let round = " stroke-linecap=\"round\"";
            element(out, &stroke(band.edge, band.outer, round), &ends);
            element(out, &stroke(band.fill, band.inner, round), &ends);
        }
        for bridge in &self.layout.bridges {
            let line = &self.layout.lines[bridge.over];
            let band = if line.kind == FeatureKind::Path { &self.theme.path } else { &self.theme.road };
            let reach = bridge.along * 8.5;
            let deck = Path::polygon(&[bridge.at - reach, bridge.at + reach]).data(false);
            element(out, &stroke(self.theme.ink, band.outer + 3.2, ""), &deck);
            element(out, &stroke(self.theme.wall.base, band.outer + 1.8, ""), &deck);
            let along = Path::polygon(&[bridge.at - reach * 1.15, bridge.at + reach * 1.15]).data(false);
            element(out, &stroke(band.fill, band.inner - 0.6, ""), &along);
        }
        let hedges: String = self.layout.hedges.iter().map(|hedge| hedge.data(false)).collect();
        let leaves = &self.theme.leaves[1];
        let dots = " stroke-linecap=\"round\" stroke-dasharray=\"0 4.2\"";
        element(out, &stroke(leaves.dark, 6.4, dots), &hedges);
        element(out, &stroke(leaves.base, 4.9, dots), &hedges);
        let footpaths: String =
            self.places.footpaths.iter().map(|path| path.turned(self.rotation).data(false)).collect();
        element(out, &stroke(self.theme.road.edge, 4.2, ""), &footpaths);
        element(out, &stroke(self.theme.road.fill, 2.8, ""), &footpaths);
        if let Some(village) = self.layout.village {
            let square = crate::curves::blob(village, 9.0, 1.08, 0.05, &mut self.dice("square"));
            let look = format!(
                "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                self.theme.wall.light, self.theme.road.edge, 1.2
            );
            element(out, &look, &square.data(true));
        }
    }

    fn band(&self, out: &mut String, band: &Band, lines: &[&Line]) {
        let data = joined(lines);
        element(out, &stroke(band.edge, band.outer, ""), &data);
        element(out, &stroke(band.fill, band.inner, ""), &data);
        // Ruts keep away from the sides: their dashes would not meet there.
        let ruts: String = lines.iter().map(|line| short(&line.path).data(false)).collect();
        element(out, &stroke(band.mark, 0.8, " stroke-dasharray=\"2.5 3.5\""), &ruts);
    }

    fn detail(&self) -> String {
        let line = number(self.theme.line);
        let mut out = format!("<g stroke-width=\"{line}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
        let mut details = Details::new(self);
        details.textures(&mut out);
        details.stand(&mut out);
        for spot in &self.layout.spots {
            let name = match spot.kind {
                FeatureKind::Cloister => "cloister",
                FeatureKind::Baobab => "baobab",
                _ => continue,
            };
            details::use_icon(&mut out, name, spot.centre, 1.0);
        }
        for mark in &self.places.marks {
            let (name, size) = icon(mark.symbol);
            details::use_icon(&mut out, name, mark.at.turned(self.rotation), size);
        }
        out.push_str("</g>");
        out
    }
}

pub(crate) fn stroke(colour: &str, width: f32, more: &str) -> String {
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{more}", number(width))
}

fn joined(lines: &[&Line]) -> String {
    let mut pen = Pen::default();
    for line in lines {
        pen.path(&line.path, false);
    }
    pen.finish()
}

/// An edge without its ends, which lie in the tile's corners.
fn short(edge: &Path) -> Path {
    let knots: Vec<Point> = edge.flatten().into_iter().filter(|&point| rim(point) > 4.0).step_by(5).collect();
    if knots.is_empty() { edge.clone() } else { Path::through(&knots) }
}

/// The distance from the tile's rim.
pub(crate) fn rim(point: Point) -> f32 {
    point.x.min(point.y).min(100.0 - point.x).min(100.0 - point.y)
}

/// The ground along an edge: as wide as the distance in the middle, nothing at the corners. A positive distance is inside.
fn ribbon(edge: &Path, distance: f32) -> Path {
    let points = edge.flatten();
    let last = points.len() - 1;
    let knots: Vec<Point> = (0..=last)
        .rev()
        .step_by(5)
        .map(|at| {
            let along = points[(at + 1).min(last)] - points[at.saturating_sub(1)];
            let share = (at as f32 / last as f32 * std::f32::consts::PI).sin().max(0.0).sqrt();
            points[at] + along.unit().across() * (distance * share)
        })
        .collect();
    let mut outline = edge.clone();
    outline.append(&Path::through(&knots));
    outline
}

/// Path data of a small thing at a point.
pub(crate) fn dab(at: Point, data: &str) -> String {
    place(at, data)
}
