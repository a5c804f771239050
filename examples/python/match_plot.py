"""Plays a match between two bots and plots how the lead goes: python match_plot.py [OUT.png] [GAMES] [BOT] [BOT]

The plot wants matplotlib; without it the same numbers are printed.
"""

import sys

import numpy as np

import bastide

out = sys.argv[1] if len(sys.argv) > 1 else "match.png"
games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
levels = sys.argv[3:5] if len(sys.argv) > 4 else ["greedy", "random"]

game = bastide.Game("base")
leads, margins = [], []
for number in range(games):
    state = game.new_state(seed=number)
    # Seats alternate, so that nobody gains by them.
    seats = levels if number % 2 == 0 else levels[::-1]
    bots = [bastide.Bot(level, seed=number) for level in seats]
    own = number % 2
    lead = [0]
    while not state.is_over:
        turn = state.turn
        state.play(bots[state.to_act].choose(state))
        if state.turn != turn or state.is_over:
            lead.append(state.scores[own] - state.scores[1 - own])
    leads.append(lead)
    margins.append(lead[-1])

wins = sum(margin > 0 for margin in margins) + sum(margin == 0 for margin in margins) / 2
error = np.std(margins) / np.sqrt(games)
print(f"{levels[0]} against {levels[1]}: {wins:g} of {games} games, {np.mean(margins):+.1f} ± {error:.1f} points a game")

try:
    import matplotlib
except ImportError:
    longest = max(map(len, leads))
    for turn in range(0, longest, 10):
        print(f"turn {turn:3}: mean lead {np.mean([lead[min(turn, len(lead) - 1)] for lead in leads]):+6.1f}")
    sys.exit()

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

figure, (course, end) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for lead in leads:
    course.plot(lead, color="tab:blue", alpha=0.3, linewidth=1)
course.axhline(0, color="black", linewidth=0.8)
course.set(xlabel="turn", ylabel=f"lead of {levels[0]} in points", title="Every game")
end.hist(margins, bins=15, color="tab:blue")
end.set(xlabel="final lead in points", ylabel="games", title=f"{wins:g} of {games} won")
figure.savefig(out, dpi=120)
print("plot:", out)
