"""A small policy-gradient baseline in PyTorch: python policy_gradient.py [--seconds 480] [--out curve.json]

A network of a few thousand numbers looks at the features of every possible action (`BatchEnv.candidates`) and gives it a score; the
softmax of the scores is the policy. It learns by REINFORCE from games against players that choose by lot: what follows a decision,
measured by how the lead in points changes, pulls the decision up or down against the average of all games at the same step. From
time to time the policy plays greedily against `random`; the figures go to the curve.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

import bastide

GAMES = 64
#: Decisions of each game in a round; a whole base game of two has about 140.
STEPS = 72
#: How much a point counts that is made one own decision later.
PATIENCE = 0.9


class Policy(nn.Module):
    """A score for every action."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.layers(rows).squeeze(-1)


def best(scores: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """Where the largest score of each game lies; `begins` as from `candidates`."""
    most = np.maximum.reduceat(scores, begins[:-1])
    hits = np.flatnonzero(scores == np.repeat(most, np.diff(begins)))
    return hits[np.searchsorted(hits, begins[:-1])]


def log_softmax(scores: torch.Tensor, owner: torch.Tensor, count: int) -> torch.Tensor:
    """The logarithm of each action's chance among those of the same decision."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, owner, scores.detach(), "amax")
    shifted = scores - most[owner]
    total = torch.zeros(count).index_add(0, owner, shifted.exp())
    return shifted - total.log()[owner]


def play_round(env: bastide.BatchEnv, policy: Policy, seats: np.ndarray, lot: np.random.Generator):
    """Plays some steps; returns the decisions of the policy with what followed each."""
    decisions, rewards = [], np.zeros((STEPS, GAMES), np.float32)
    every = np.arange(GAMES)
    for step in range(STEPS):
        rows, numbers, begins = env.candidates()
        own = env.to_act == seats
        actions = env.sample().copy()
        with torch.no_grad():
            scores = policy(torch.from_numpy(rows)).numpy()
        # The largest of scores with this noise is a draw from their softmax.
        chosen = best(scores + lot.gumbel(size=len(scores)).astype(np.float32), begins)
        actions[own] = numbers[chosen[own]]
        env.step(actions)
        rewards[step] = env.rewards[every, seats]
        decisions.append((rows, begins, chosen, own, env.done.copy()))
    returns, follows = np.zeros((STEPS, GAMES), np.float32), np.zeros(GAMES, np.float32)
    for step in reversed(range(STEPS)):
        _, _, _, own, done = decisions[step]
        follows = rewards[step] + follows * ~done
        returns[step] = follows
        follows = np.where(own, follows * PATIENCE, follows)
    return decisions, returns


def learn(policy: Policy, optimizer: torch.optim.Optimizer, decisions, returns: np.ndarray, parts: int) -> float:
    """Several steps along the gradient, each with every so-manieth step of the games."""
    loss_sum = 0.0
    for part in range(parts):
        rows, owners, chosen, gains, count, offset = [], [], [], [], 0, 0
        for step in range(part, STEPS, parts):
            looked, begins, choice, own, _ = decisions[step]
            gain = returns[step] - returns[step].mean()
            for game in np.flatnonzero(own & (np.diff(begins) > 1)):
                first, end = begins[game], begins[game + 1]
                rows.append(looked[first:end])
                owners.append(np.full(end - first, count))
                chosen.append(offset + choice[game] - first)
                gains.append(gain[game])
                count, offset = count + 1, offset + (end - first)
        gain = torch.tensor(np.array(gains, np.float32))
        gain = gain / (gain.std() + 1e-6)
        owner = torch.from_numpy(np.concatenate(owners))
        logs = log_softmax(policy(torch.from_numpy(np.concatenate(rows))), owner, count)
        picked = logs[torch.tensor(np.array(chosen))]
        entropy = -(logs.exp() * logs).sum() / count
        loss = -(picked * gain).mean() - 0.01 * entropy
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        loss_sum += loss.item()
    return loss_sum / parts


def evaluate(policy: Policy, opponent: str, games: int) -> tuple[float, float]:
    """The share of games won (a draw is half of one) and the mean lead of the greedy policy, seats alternating."""
    game, wins, leads = bastide.Game("base"), 0.0, []
    if opponent == "random":
        env = bastide.BatchEnv(games, observe=[], mask=False, seed=10**6)
        seats, every, open_games = np.arange(games) % 2, np.arange(games), np.ones(games, bool)
        while open_games.any():
            rows, numbers, begins = env.candidates()
            with torch.no_grad():
                choice = numbers[best(policy(torch.from_numpy(rows)).numpy(), begins)]
            env.step(np.where(env.to_act == seats, choice, env.sample()))
            ended = env.done & open_games
            points = env.points.astype(int)
            leads += (points[every, seats] - points[every, 1 - seats])[ended].tolist()
            open_games &= ~ended
    else:
        for number in range(games):
            state, bot, own = game.new_state(10**6 + number), bastide.Bot(opponent, seed=number), number % 2
            while not state.is_over:
                if state.to_act == own:
                    with torch.no_grad():
                        state.play(state.actions()[int(policy(torch.from_numpy(state.candidates())).argmax())])
                else:
                    state.play(bot.choose(state))
            leads.append(state.scores[own] - state.scores[1 - own])
    wins = sum((lead > 0) + (lead == 0) / 2 for lead in leads)
    return wins / games, float(np.mean(leads))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="learns the base game by policy gradient")
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--out", type=Path, help="the curve as JSON")
    parser.add_argument("--plot", type=Path, help="the curve as a picture (matplotlib)")
    parser.add_argument("--weights", type=Path, help="the policy, for torch.load")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    lot = np.random.default_rng(args.seed)
    env = bastide.BatchEnv(GAMES, observe=[], mask=False, reward="margin", seed=args.seed)
    policy = Policy(len(env.candidate_names))
    optimizer = torch.optim.Adam(policy.parameters(), lr=2e-3)
    seats = np.arange(GAMES) % 2
    begun, last, rounds, curve = time.perf_counter(), -np.inf, 0, []
    while True:
        spent = time.perf_counter() - begun
        # Most is learnt at the beginning.
        if spent - last > max(4, 0.2 * spent) or spent > args.seconds:
            last = spent
            share, lead = evaluate(policy, "random", 200)
            curve.append({"seconds": round(spent, 1), "games": env.finished, "won": share, "lead": round(lead, 1)})
            print(f"{spent:6.0f} s {env.finished:7} games: wins {100 * share:5.1f} % against random, {lead:+.1f} points", flush=True)
            if spent > args.seconds:
                break
        decisions, returns = play_round(env, policy, seats, lot)
        learn(policy, optimizer, decisions, returns, parts=6)
        rounds += 1
    share, lead = evaluate(policy, "random", 1000)
    greedy, behind = evaluate(policy, "greedy", 40)
    print(f"at the end: {100 * share:.1f} % of 1000 games against random ({lead:+.1f} points),", end=" ")
    print(f"{100 * greedy:.0f} % of 40 against greedy ({behind:+.1f} points); {rounds} rounds, {env.finished} games")
    if args.out:
        args.out.write_text(json.dumps({"curve": curve, "random": share, "greedy": greedy}, indent=1) + "\n", encoding="utf-8")
    if args.weights:
        torch.save(policy.state_dict(), args.weights)
    if args.plot:
        plot(curve, args.plot)


def plot(curve: list[dict[str, float]], out: Path) -> None:
    """The share of games won over time."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (won, lead) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    seconds = [row["seconds"] for row in curve]
    won.plot(seconds, [100 * row["won"] for row in curve], marker="o", markersize=3)
    won.axhline(90, color="grey", linewidth=0.8, linestyle="--")
    won.set(xlabel="seconds", ylabel="games won against random, %", ylim=(0, 102))
    lead.plot(seconds, [row["lead"] for row in curve], marker="o", markersize=3)
    lead.set(xlabel="seconds", ylabel="mean lead in points", ylim=(0, None))
    figure.savefig(out, dpi=110)


if __name__ == "__main__":
    main()
