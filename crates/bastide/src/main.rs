//! The command line of Bastide.

#[cfg(test)]
mod documents;

use bastide::{
    analyse, arena, backup, bench, bridge, export, import, load, migrate, puzzles, render, replay, serve, tiles, train,
    tune, worker,
};
use clap::{Parser, Subcommand};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// The open home of the tile-laying games of the Carcassonne family.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Speak the engine protocol: one JSON object a line on standard input, one answer a line on standard output
    Engine,
    /// Play a game record again, check every action and print the score sheet
    Replay(replay::Args),
    /// Draw the board of a game record, or the whole game as an animation
    Render(render::Args),
    /// Say where a game was won: what every decision gave away, and how lucky every draw was
    Analyse(analyse::Args),
    /// Count random whole games per second
    Bench(bench::Args),
    /// Let bots play matches
    Arena(arena::Args),
    /// Write games as a data set (JSON Lines): played by bots, or from records
    Export(export::Args),
    /// Check a data set by playing its games, and write them as records
    Import(import::Args),
    /// Find positions with one clearly best move in games that bots play
    Puzzles(puzzles::Args),
    /// Improve a bot's weights by self-play
    Tune(tune::Args),
    /// Play games for learning and write samples of them
    Train(train::Args),
    /// Print the tile sets as a catalogue, or draw one as a contact sheet
    Tiles(tiles::Args),
    /// Run the game server with the browser client inside: rooms, clocks, spectators, archive
    Serve(Box<serve::Args>),
    /// Copy everything that a server keeps to a file, also while it runs
    Backup(backup::Args),
    /// Let a program that speaks the engine protocol play on a server
    Bridge(bridge::Args),
    /// Play many games at once on a server and measure how it bears that
    Load(load::Args),
    /// Think for the bots of all nodes at a NATS server
    Worker(worker::Args),
    /// Move everything that a server keeps to PostgreSQL, for several nodes
    Migrate(migrate::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Engine => engine::serve(BufReader::new(io::stdin().lock()), io::stdout().lock()).map_err(Into::into),
        Command::Replay(args) => replay::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tiles(args) => tiles::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Bridge(args) => bridge::run(&args),
        Command::Load(args) => load::run(&args),
        Command::Worker(args) => worker::run(&args),
        Command::Migrate(args) => migrate::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has had enough of it.
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "bastide: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
