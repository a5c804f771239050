"""How fast batched random games are: ``python -m bastide.bench``.

``rollout`` is ``play_random``: a hundred decisions of every game at a time, chosen by lot in Rust. In the other modes every decision goes
through Python: ``sample`` writes the numbers of possible actions, chosen by lot, into an array, and ``step`` plays them; ``actions``
computes nothing else, ``mask``, ``features`` and ``planes`` say what is written for every game and step beside. With ``--against
target/release/bastide`` the command line's own benchmark runs on as many threads, before and after, and the table says how much of its rate is
reached.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time

from . import BatchEnv

MODES: dict[str, dict[str, object]] = {
    "rollout": {"observe": [], "mask": False},
    "actions": {"observe": [], "mask": False},
    "mask": {"observe": [], "mask": True},
    "features": {"observe": ["features"], "mask": True},
    "planes": {"observe": ["planes"], "mask": True},
}


def measure(env: BatchEnv, seconds: float, rollout: bool = False) -> tuple[float, float]:
    """Games and decisions per second of random play."""
    env.play_random(200)
    begun, games, steps = time.perf_counter(), env.finished, 0
    while time.perf_counter() - begun < seconds:
        if rollout:
            env.play_random(100)
        else:
            for _ in range(100):
                env.step(env.sample())
        steps += 100
    spent = time.perf_counter() - begun
    return (env.finished - games) / spent, steps * env.n / spent


def _reference(program: str, game: str, options: list[str], players: int, threads: int) -> float:
    words = [program, "bench", "--json", "--game", game, "--options", ",".join(options) or "none"]
    words += ["--players", str(players), "--threads", str(threads), "--games", "20000"]
    told = subprocess.run(words, check=True, capture_output=True, text=True)
    return float(json.loads(told.stdout)[0]["games_per_second"])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bastide.bench", description="batched random games per second")
    parser.add_argument("--game", default="base")
    parser.add_argument("--options", default="", help="separated by commas")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--n", type=int, default=64, help="games side by side")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each mode")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--against", metavar="BASTIDE", help="the program whose `bench` to compare with")
    args = parser.parse_args()
    options = [name for name in args.options.split(",") if name]
    rows = []
    threads = BatchEnv(args.n, args.game, options, args.players, observe=[], mask=False, threads=args.threads).threads
    setting = (args.game, options, args.players, threads)
    references = [_reference(args.against, *setting)] if args.against else []
    for mode in args.modes.split(","):
        env = BatchEnv(args.n, args.game, options, args.players, threads=threads, **MODES[mode])  # type: ignore[arg-type]
        rows.append((mode, *measure(env, args.seconds, mode == "rollout")))
    if args.against:
        references.append(_reference(args.against, *setting))
    reference = sum(references) / len(references) if references else None
    print(f"{args.game} {'+'.join(options)}, {args.players} players, {args.n} games side by side, {threads} threads")
    if reference:
        print(f"{'bastide bench':<14} {reference:>10.0f} games/s")
    for mode, games, decisions in rows:
        share = f" {100 * games / reference:>6.0f} %" if reference else ""
        print(f"{mode:<14} {games:>10.0f} games/s {decisions:>12.0f} decisions/s{share}")


if __name__ == "__main__":
    main()
