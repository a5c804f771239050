//! Facts as English sentences, for the command line. The client says the same in its own languages.

use crate::facts::{Fact, Role, Told};
use crate::step::{Grade, Step, What};

/// How the players are called.
pub type Names<'a> = &'a dyn Fn(u8) -> String;

/// What a grade is called.
pub const fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::Good => "good",
        Grade::Inaccuracy => "inaccuracy",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}

/// What there is to say of a step; nothing of one that is neither a mistake nor a draw.
pub fn sentence(step: &Step, names: Names) -> String {
    match &step.what {
        What::Draw(draw) => {
            let luck = draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0);
            let kind = if luck >= 0 { "better" } else { "worse" };
            let points = hundredths(luck.abs());
            let (name, outcome) = (names(step.seat), draw.outcome.to_string());
            let outcome = outcome.trim_start_matches('+');
            format!(
                "{name} draws {outcome} ({} of {}): {points} points {kind} than the average draw.",
                draw.weight, draw.ways
            )
        }
        What::Decision(decision) => {
            let sentences: Vec<String> = decision.facts.iter().map(|told| tell(told, names)).collect();
            sentences.join(" ")
        }
    }
}

/// Hundredths as people write them.
fn hundredths(value: i32) -> String {
    format!("{:.1}", f64::from(value) / 100.0)
}

fn list(seats: &[u8], names: Names) -> String {
    seats.iter().map(|seat| names(*seat)).collect::<Vec<_>>().join(" and ")
}

/// What people call a feature or another source of points.
fn thing(name: &str) -> &str {
    match name {
        "city" => "town",
        "system" => "river system",
        name => name,
    }
}

fn points(count: u16) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

fn tell(told: &Told, names: Names) -> String {
    let (subject, would) = if told.best { ("The best move", true) } else { ("This", false) };
    let verb = |past: &str, now: &str| if would { format!("would have {past}") } else { now.to_owned() };
    match &told.fact {
        Fact::Points { seat, points: count, source, at } => {
            let place = at.map_or_else(String::new, |at| format!(" at ({}, {})", at.x, at.y));
            let verb = verb("brought", "brings");
            format!("{subject} {verb} {} {} at once: {}{place}.", names(*seat), points(*count), thing(source))
        }
        Fact::Feature { role, kind, at, points: count, owners, before, closers, left, .. } => {
            let what = format!("{count}-point {} at ({}, {})", thing(kind), at.x, at.y);
            let others = |seats: &[u8], own: &[u8]| -> Vec<u8> {
                seats.iter().copied().filter(|seat| !own.contains(seat)).collect()
            };
            let story = match role {
                Role::Claims => format!("{} the {what}", verb("claimed", "claims")),
                Role::Shares => format!("{} the {what}, now of {}", verb("shared", "shares"), list(owners, names)),
                Role::Takes => {
                    let from = list(&others(before, owners), names);
                    format!("{} the {what} from {from}", verb("taken", "takes"))
                }
                // Whose it is says whether it is shared.
                Role::Grows => {
                    let place = format!("{} at ({}, {})", thing(kind), at.x, at.y);
                    let whose = list(owners, names);
                    format!("{} the {place} of {whose} worth {}", verb("made", "makes"), points(*count))
                }
                Role::Loses => match owners.is_empty() {
                    true => format!("{} the {what}", verb("given up", "gives up")),
                    false => format!("{} the {what} to {}", verb("left", "leaves"), list(owners, names)),
                },
                Role::Feeds => format!("{} the {what} of {}", verb("fed", "feeds"), list(owners, names)),
            };
            let closing = closers.map_or_else(String::new, |count| match count {
                0 if *left == 1 => "; the one tile left does not close it".to_owned(),
                1 if *left == 1 => "; the one tile left closes it".to_owned(),
                0 => format!("; none of the {left} tiles left closes it at once"),
                1 => format!("; 1 of the {left} tiles left closes it at once"),
                count => format!("; {count} of the {left} tiles left close it at once"),
            });
            format!("{subject} {story}{closing}.")
        }
        Fact::NoFollower { seat } => {
            format!("{subject} {} {} without a follower.", verb("left", "leaves"), names(*seat))
        }
    }
}
