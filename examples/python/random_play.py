"""Plays a game by lot and draws the board: python random_play.py [OUT.svg] [GAME] [SEED]

In a notebook the last line of a cell shows the picture: `state`.
"""

import random
import sys
from pathlib import Path

import bastide

out = Path(sys.argv[1] if len(sys.argv) > 1 else "board.svg")
game = bastide.Game(sys.argv[2] if len(sys.argv) > 2 else "base", players=3)
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1

lot = random.Random(seed)
state = game.new_state(seed)
while not state.is_over:
    for event in state.play(lot.choice(state.actions())):
        if event["type"] == "scored" and event["points"] >= 10:
            print(f"turn {state.turn}: player {event['player']} scores {event['points']} for a {event['feature']}")

out.write_text(state.svg(tile=48), encoding="utf-8")
print("points:", state.scores, "winners:", state.winners, "picture:", out)
