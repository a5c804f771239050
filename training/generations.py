"""Generations of self-play and learning for all games, within a span of time, from checkpoints to checkpoints.

    python3 training/generations.py --bastide target/release/bastide --out FOLDER [--from FOLDER] --seconds 500

While one game learns on the GPU, the next one plays on all cores. Each game keeps the samples of its last generations.
What is needed to go on (nets, checkpoints, curves) is in the folder after every generation.
"""

import argparse
import json
import os
import shutil
import subprocess
import threading
import time
from types import SimpleNamespace

import torch

import heads
import learn

# For each game the seconds of self-play in a generation, and what is played: options, players, share.
GAMES = {
    "base": (38, [("", 2, 0.50), ("traders_builders", 2, 0.12), ("inns_cathedrals", 2, 0.12), ("river", 2, 0.10),
                  ("traders_builders,river,inns_cathedrals", 2, 0.06), ("", 3, 0.05), ("", 4, 0.025),
                  ("traders_builders,inns_cathedrals", 4, 0.025)]),
    "hunters_gatherers": (11, [("", 2, 0.85), ("", 3, 0.10), ("", 5, 0.05)]),
    "new_lands": (13, [("", 2, 0.50), ("hand", 2, 0.16), ("equal_turns", 2, 0.16), ("", 3, 0.12), ("", 4, 0.06)]),
    "safari": (10, [("", 2, 0.70), ("wide_corners", 2, 0.16), ("", 3, 0.09), ("", 4, 0.05)]),
}


class Game:
    def __init__(self, name, args):
        self.name, self.args = name, args
        self.generation, self.data, self.net, self.curve = 0, [], None, []
        self.learner = None
        for suffix in (".net", ".pt", ".json"):
            if args.begin and os.path.exists(f"{args.begin}/{name}{suffix}"):
                shutil.copy(f"{args.begin}/{name}{suffix}", f"{args.out}/{name}{suffix}")
        if os.path.exists(f"{args.out}/{name}.json"):
            with open(f"{args.out}/{name}.json") as file:
                self.curve = json.load(file)
            self.generation = len(self.curve)

    def play(self, seconds):
        """One generation of self-play: files of samples."""
        paths, reaches = [], self.args.reach.split(",")
        played = [(options, players, share / len(reaches), reach) for options, players, share in GAMES[self.name][1]
                  for reach in reaches]
        for number, (options, players, share, reach) in enumerate(played):
            path = f"{self.args.scratch}/{self.name}-{self.generation}-{number}.sam"
            command = [self.args.bastide, "train", "--game", self.name, "--players", str(players), "--out", path,
                       "--seconds", f"{seconds * share:.2f}", "--seed", str(1000 * self.generation + number + 1),
                       "--threads", str(self.args.threads), "--keep", "1", "--reach", reach]
            if options:
                command += ["--options", options]
            if self.generation == 0:
                # The hand-made judge's own estimates carry its errors: look far ahead.
                command += ["--lambda", "0.97", "--explore", "0.1"]
            else:
                command += ["--net", f"{self.args.out}/{self.name}.net", "--lambda", str(self.args.lam)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(command)}: {done.stderr}")
            print(self.name, self.generation, options, players, done.stdout.strip(), flush=True)
            paths.append(path)
        return paths

    def learn(self, paths, seconds):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        data, inputs, dense = learn.load_data(paths, device, None)
        for path in paths:
            os.remove(path)
        self.data = (self.data + [data])[-self.args.keep:]
        net = learn.Net(inputs, dense).to(device)
        if self.net is None and os.path.exists(f"{self.args.out}/{self.name}.pt"):
            net.load_state_dict(torch.load(f"{self.args.out}/{self.name}.pt", map_location=device))
        elif self.net is None and os.path.exists(f"{self.args.out}/{self.name}.net"):
            net.load(f"{self.args.out}/{self.name}.net")
        elif self.net is not None:
            net.load_state_dict(self.net.state_dict())
        rate = 2e-3 if self.generation == 0 else self.args.rate
        plan = SimpleNamespace(epochs=self.args.epochs, seconds=seconds, batch=4096, rate=rate, decay=0.05, own=0.1,
                               mix=0.7 if self.generation == 0 else 1.0)
        flat = [part for generation in self.data for part in generation]
        learn.train(net, flat, plan, device, self.curve)
        path = f"{self.args.out}/{self.name}"
        spread = learn.spreads(net, data)
        learn.export(net, spread, heads.as_bytes(heads.fit(net, data, spread)), path + ".new")
        os.replace(path + ".new", path + ".net")
        torch.save(net.state_dict(), path + ".pt")
        with open(path + ".json", "w") as file:
            json.dump(self.curve, file, indent=1)
        if self.args.history:
            shutil.copy(path + ".net", f"{self.args.scratch}/{self.name}-{self.generation}.net")
        self.net = net
        self.generation += 1

    def wait(self):
        if self.learner is not None:
            self.learner.join()
            self.learner = None


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--bastide", required=True)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--from", dest="begin")
    arguments.add_argument("--scratch", default="/tmp")
    arguments.add_argument("--seconds", type=float, default=480)
    arguments.add_argument("--threads", type=int, default=os.cpu_count())
    arguments.add_argument("--games", default=",".join(GAMES))
    arguments.add_argument("--keep", type=int, default=4, help="generations whose samples are learnt from")
    arguments.add_argument("--epochs", type=float, default=6.0, help="over the samples kept, in each generation")
    arguments.add_argument("--lam", type=float, default=0.9)
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--reach", default="10", help="how many moves the net looks at; with several numbers the time is shared")
    arguments.add_argument("--scale", type=float, default=1.0, help="of all spans of time")
    arguments.add_argument("--history", action="store_true", help="keep the net of every generation in the scratch folder")
    args = arguments.parse_args()
    os.makedirs(args.out, exist_ok=True)
    begin = time.time()
    games = [Game(name, args) for name in args.games.split(",")]
    failures = []
    while time.time() - begin < args.seconds and not failures:
        for game in games:
            seconds = GAMES[game.name][0] * args.scale
            if time.time() - begin + seconds * 1.5 > args.seconds:
                continue
            game.wait()
            paths = game.play(seconds)

            def work(game=game, paths=paths, seconds=seconds):
                try:
                    game.learn(paths, seconds * 0.9)
                except Exception as error:
                    failures.append(error)
                    raise

            game.learner = threading.Thread(target=work)
            game.learner.start()
        if time.time() - begin + 30 * args.scale > args.seconds:
            break
    for game in games:
        game.wait()
    print(f"{time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
