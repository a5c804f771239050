//! The analysis as one page that needs nothing else: graph, moments with boards, all moves.

use super::{MOMENTS, move_text, name, percent, signed};
use art::{Album, Landscape, Livery, Scene};
use rules::{Action, Game as _, GameId, GameOption, Pos, Record, Seat};
use std::fmt::Write as _;
use study::{Grade, Line, Report, Step, Study};

const STYLE: &str = include_str!("page.css");
/// The graph, in its own units.
const WIDTH: f32 = 960.0;
const HEIGHT: f32 = 260.0;
const LEFT: f32 = 44.0;
const RIGHT: f32 = 12.0;
/// How many cells around a move its picture shows, and how large a tile is there.
const AROUND: i16 = 2;
const TILE: f32 = 46.0;

/// The page.
pub(super) fn html(study: &Study, report: &Report) -> String {
    let record = study.record();
    let title = escaped(&title(record));
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title} – analysis</title><style>{STYLE}</style><main><h1>Analysis<small>{title}</small></h1>"
    );
    players(&mut out, record, report);
    graph(&mut out, record, report);
    let moments = report.moments(MOMENTS);
    if !moments.is_empty() {
        out.push_str("<section class=\"card\"><h2>Key moments</h2><ol class=\"moments\">");
        let mut album = Album::default();
        for step in moments {
            moment(&mut out, study, step, &mut album);
        }
        out.push_str("</ol></section>");
    }
    moves(&mut out, record, report);
    let _ = write!(out, "<p class=\"small\">{} for each decision.</p></main></html>", escaped(&report.budget));
    out
}

/// What was played, as people call it.
fn title(record: &Record) -> String {
    let game = match record.setup().game() {
        GameId::Base => "Towns & Roads",
        GameId::HuntersGatherers => "Hunters & Gatherers",
        GameId::NewLands => "New Lands",
        GameId::Safari => "Safari",
    };
    let option = |option: GameOption| match option {
        GameOption::River => "The River",
        GameOption::InnsCathedrals => "Inns & Cathedrals",
        GameOption::TradersBuilders => "Traders & Builders",
        GameOption::Hand => "Two tiles in hand",
        GameOption::EqualTurns => "Equal turns",
        GameOption::WideCorners => "Wide corners",
    };
    let options = record.setup().options().iter().map(option);
    std::iter::once(game).chain(options).collect::<Vec<_>>().join(" + ")
}

/// A text that may stand in the page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn colour(seat: u8) -> &'static str {
    Livery::of(Seat::new(seat).unwrap_or_default()).colour
}

fn players(out: &mut String, record: &Record, report: &Report) {
    out.push_str("<section class=\"players\">");
    for summary in report.summaries() {
        let [slips, mistakes, blunders] = summary.marks;
        let points = report.result.as_ref().and_then(|result| result.get(usize::from(summary.seat)));
        let points = points.map_or_else(String::new, |points| format!("<span>{points} points</span>"));
        let _ = write!(
            out,
            "<article class=\"card\" style=\"--seat:{}\"><h2>{}</h2><p class=\"big\">{} <small>accuracy</small></p><p>{points}\
             <span><b class=\"mark slip\">?!</b> {slips}</span> <span><b class=\"mark bad\">?</b> {mistakes}</span> \
             <span><b class=\"mark worst\">??</b> {blunders}</span></p><p>decisions {}, draws {} points of lead</p></article>",
            colour(summary.seat),
            escaped(&name(record, summary.seat)),
            percent(summary.accuracy),
            signed(summary.skill),
            signed(summary.luck),
        );
    }
    out.push_str("</section>");
}

fn graph(out: &mut String, record: &Record, report: &Report) {
    let course = report.course();
    let last = course.last().map_or(1, |point| point.at).max(1);
    let two = report.players == 2;
    // With two players one line says everything.
    let seats: Vec<u8> = if two { vec![0] } else { (0..report.players).collect() };
    let values = course.iter().flat_map(|point| {
        let own = seats.iter().flat_map(|&seat| [point.leads[usize::from(seat)]]);
        let split = if two { vec![point.skill[0], point.luck[0]] } else { Vec::new() };
        own.chain(split).collect::<Vec<_>>()
    });
    let most = values.map(i32::abs).max().unwrap_or(0).max(500) as f32;
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f32 / last as f32;
    let y = |value: i32| HEIGHT / 2.0 - (HEIGHT / 2.0 - 14.0) * value as f32 / most;
    let line = |pick: &dyn Fn(&study::Course) -> i32| {
        let mut path = format!("M{:.1} {:.1}", x(0), y(0));
        for point in &course {
            let _ = write!(path, "L{:.1} {:.1}", x(point.at), y(pick(point)));
        }
        path
    };
    let who = escaped(&name(record, 0));
    let heading = if two { format!("Expected lead of {who}") } else { "Expected lead over the others".to_owned() };
    let _ = write!(
        out,
        "<section class=\"card\"><h2>{heading}</h2><svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{heading}\">"
    );
    let step = [200, 500, 1000, 2000, 5000].into_iter().find(|step| most / *step as f32 <= 3.5).unwrap_or(10_000);
    for level in -(most as i32 / step)..=most as i32 / step {
        let (value, at) = (level * step, y(level * step));
        let class = if level == 0 { "zero" } else { "level" };
        let end = WIDTH - RIGHT;
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"M{LEFT} {at:.1}H{end}\"/><text x=\"{}\" y=\"{:.1}\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            if value == 0 { "0".to_owned() } else { format!("{:+}", value / 100) }
        );
    }
    for &seat in &seats {
        let path = line(&|point| point.leads[usize::from(seat)]);
        let _ = write!(
            out,
            "<path class=\"halo\" d=\"{path}\"/><path class=\"line\" d=\"{path}\" stroke=\"{}\"/>",
            colour(seat)
        );
    }
    if two {
        for (class, path) in [("skill", line(&|point| point.skill[0])), ("luck", line(&|point| point.luck[0]))] {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    for found in &report.steps {
        let Some(decision) = found.decision().filter(|decision| decision.grade > Grade::Good) else { continue };
        let seat = if two { 0 } else { found.seat };
        let (x, y) = (x(found.at + found.length), y(decision.played.value.lead(seat)));
        let _ = write!(
            out,
            "<a href=\"#turn-{}\"><g class=\"mark {}\" transform=\"translate({x:.1} {y:.1})\"><circle r=\"9\" stroke=\"{}\"/><text y=\"4\">{}</text></g></a>",
            found.at,
            class(decision.grade),
            colour(found.seat),
            decision.grade.mark()
        );
    }
    out.push_str("</svg>");
    if two {
        out.push_str("<p class=\"small\"><span class=\"key lead\">lead</span> <span class=\"key skill\">of which decisions</span> <span class=\"key luck\">of which draws</span></p>");
    }
    out.push_str("</section>");
}

const fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Good => "good",
        Grade::Inaccuracy => "slip",
        Grade::Mistake => "bad",
        Grade::Blunder => "worst",
    }
}

fn moment(out: &mut String, study: &Study, step: &Step, album: &mut Album) {
    let record = study.record();
    let said = escaped(&study::sentence(step, &|seat| name(record, seat)));
    let who = escaped(&name(record, step.seat));
    let _ = write!(out, "<li style=\"--seat:{}\"><h3>Turn {}, {who} ", colour(step.seat), step.turn);
    if let Some(decision) = step.decision() {
        let _ = write!(
            out,
            "<b class=\"mark {}\">{} {}</b></h3><p>{said}</p><div class=\"boards\">",
            class(decision.grade),
            decision.grade.mark(),
            signed(-decision.loss)
        );
        let cells = [cell(&decision.played), cell(&decision.best)];
        let cells: Vec<Pos> = cells.into_iter().flatten().collect();
        for (label, line) in [("played", &decision.played), ("best", &decision.best)] {
            let picture = board(study, step, line, &cells, album);
            let _ = write!(
                out,
                "<figure>{picture}<figcaption>{label}: {}</figcaption></figure>",
                escaped(&move_text(line))
            );
        }
        out.push_str("</div></li>");
    } else {
        let luck = step.draw().and_then(|draw| draw.luck.get(usize::from(step.seat)).copied()).unwrap_or(0);
        let _ = write!(out, "<b class=\"mark draw\">{}</b></h3><p>{said}</p></li>", signed(luck));
    }
}

fn cell(line: &Line) -> Option<Pos> {
    match line.first {
        Action::Place { pos, .. } => Some(pos),
        _ => None,
    }
}

/// The board after a move: what lies around the cells that the moves are about.
fn board(study: &Study, step: &Step, line: &Line, cells: &[Pos], album: &mut Album) -> String {
    let mut game = study.position(step.at);
    for action in [Some(line.first), line.then].into_iter().flatten() {
        if game.play(action).is_err() {
            break;
        }
    }
    let theme = Landscape::of_game(study.record().setup().game()).theme();
    let mut scene = Scene::of_game(&game, theme);
    let laid: Vec<Pos> =
        if cells.is_empty() { scene.tiles.iter().map(|tile| tile.pos).collect() } else { cells.to_vec() };
    let around = if cells.is_empty() { 0 } else { AROUND };
    let least = |part: fn(&Pos) -> i16| laid.iter().map(part).min().unwrap_or(0) - around;
    let most = |part: fn(&Pos) -> i16| laid.iter().map(part).max().unwrap_or(0) + around;
    let (first, last) =
        (Pos::new(least(|pos| pos.x), least(|pos| pos.y)), Pos::new(most(|pos| pos.x), most(|pos| pos.y)));
    let inside = |pos: Pos| (first.x..=last.x).contains(&pos.x) && (first.y..=last.y).contains(&pos.y);
    scene.tiles.retain(|tile| inside(tile.pos));
    scene.pieces.retain(|piece| inside(piece.pos));
    scene.rangers.retain(|pos| inside(*pos));
    scene.window = Some((first, last));
    scene.last = cell(line).map(|pos| (step.player(), pos)).into_iter().collect();
    scene.svg_with(album, TILE)
}

fn moves(out: &mut String, record: &Record, report: &Report) {
    out.push_str(
        "<section class=\"card\"><h2>All moves</h2><table><thead><tr><th>turn</th><th>player</th><th>luck of the draw</th><th>move</th>\
         <th>lead before</th><th>after</th><th>chance before</th><th>after</th><th>loss</th><th>best</th><th>next best</th></tr></thead><tbody>",
    );
    let mut luck: Option<i32> = None;
    for step in &report.steps {
        if let Some(draw) = step.draw() {
            luck = Some(luck.unwrap_or(0) + draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0));
        }
        let Some(decision) = step.decision() else { continue };
        let (before, after) = (&decision.best.value, &decision.played.value);
        // Only what was not played says anything.
        let other = |line: Option<&Line>| {
            let line = line.filter(|line| move_text(line) != move_text(&decision.played));
            line.map_or_else(String::new, |line| {
                format!("{} <small>{}</small>", escaped(&move_text(line)), signed(line.value.lead(step.seat)))
            })
        };
        let bad = decision.grade > Grade::Good;
        let _ = write!(
            out,
            "<tr id=\"turn-{}\"><td>{}</td><td style=\"--seat:{}\" class=\"who\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            step.at,
            step.turn,
            colour(step.seat),
            escaped(&name(record, step.seat)),
            luck.take().map_or_else(String::new, signed),
            escaped(&move_text(&decision.played)),
            signed(before.lead(step.seat)),
            signed(after.lead(step.seat)),
            percent(before.chance(step.seat)),
            percent(after.chance(step.seat)),
            match (decision.loss, bad) {
                (0, _) => String::new(),
                (loss, false) => signed(-loss),
                (loss, true) => format!(
                    "<b class=\"mark {}\">{} {}</b>",
                    class(decision.grade),
                    decision.grade.mark(),
                    signed(-loss)
                ),
            },
            other(Some(&decision.best)),
            other(decision.second.as_ref()),
        );
    }
    out.push_str("</tbody></table></section>");
}
