//! Round robins: every bot against every other one, and ratings from all results together.

use crate::arena::{Args, keep_record};
use std::error::Error;
use std::io::{self, Write};
use table::Table;

/// Plays all pairs and prints a table of ratings.
pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let bots = args.bots();
    if bots.len() < 2 {
        return Err("a round robin wants at least two bots".into());
    }
    let mut won = vec![vec![0.0; bots.len()]; bots.len()];
    let mut games = 0.0;
    for first in 0..bots.len() {
        for second in first + 1..bots.len() {
            let keep = |deal: u32, rotation: usize, names: &[String], table: &Table| {
                let folder = args.folder().map(|folder| folder.join(format!("{first}-{second}")));
                if let Some(folder) = folder {
                    let made = std::fs::create_dir_all(&folder).map_err(|error| error.to_string());
                    let kept = made.and_then(|()| keep_record(Some(&folder), (deal, rotation), names, table));
                    if let Err(error) = kept {
                        let _ = writeln!(io::stderr(), "{error}");
                    }
                }
            };
            let played = args.to_match(vec![bots[first].clone(), bots[second].clone()], &keep)?;
            let report = played.play(&|_| ())?;
            let (rate, count) = (report.tallies[0].win_rate(), report.tallies[0].games() as f64);
            won[first][second] = rate.mean * count;
            won[second][first] = (1.0 - rate.mean) * count;
            games = count;
            let mut out = io::stdout().lock();
            let [mean, low, high] = [rate.mean, rate.low, rate.high].map(|share| 100.0 * share);
            writeln!(out, "{} – {}: {mean:.1}% ({low:.1}–{high:.1})", bots[first], bots[second])?;
            report.faults.iter().try_for_each(|fault| writeln!(out, "lost by a fault: {fault}"))?;
        }
    }
    let ratings = rate(&won);
    let mut order: Vec<usize> = (0..bots.len()).collect();
    order.sort_by(|&a, &b| ratings[b].total_cmp(&ratings[a]));
    let mut out = io::stdout().lock();
    writeln!(out, "{:<30} {:>8} {:>8}", "bot", "Elo", "points")?;
    for index in order {
        let points: f64 = won[index].iter().sum();
        let most = games * (bots.len() - 1) as f64;
        writeln!(out, "{:<30} {:>+8.0} {points:>8.1} of {most}", bots[index].to_string(), ratings[index])?;
    }
    Ok(())
}

/// Elo ratings whose mean is zero, from how often each won against each (Bradley and Terry's model, by Zermelo's
/// iteration). Half a game won and lost between each pair keeps those who always win within bounds.
fn rate(won: &[Vec<f64>]) -> Vec<f64> {
    let count = won.len();
    let won_by = |a: usize, b: usize| won[a][b] + if a == b { 0.0 } else { 0.5 };
    let mut strength = vec![1.0f64; count];
    for _ in 0..1000 {
        let next: Vec<f64> = (0..count)
            .map(|a| {
                let others = || (0..count).filter(|&b| b != a);
                let wins: f64 = others().map(|b| won_by(a, b)).sum();
                wins / others().map(|b| (won_by(a, b) + won_by(b, a)) / (strength[a] + strength[b])).sum::<f64>()
            })
            .collect();
        strength = next;
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
    elo.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn ratings_follow_results() {
        // 64% of many games between two are 100 Elo.
        let two = rate(&[vec![0.0, 6400.0], vec![3600.0, 0.0]]);
        assert!((two[0] - two[1] - 100.0).abs() < 1.0, "{two:?}");
        let three = rate(&[vec![0.0, 10.0, 10.0], vec![0.0, 0.0, 5.0], vec![0.0, 5.0, 0.0]]);
        assert!(three[0] > three[1] && (three[1] - three[2]).abs() < 1e-6, "{three:?}");
        assert!(three.iter().all(|elo| elo.is_finite()));
    }
}
