#!/usr/bin/env python3
"""A complete bot for the engine protocol in Python's standard library. It knows no rule of any game.

    python3 greedy_bot.py                                        speaks the protocol on standard input and output
    bastide bridge --join base -- python3 greedy_bot.py          plays on a server

`bastide engine` runs behind it and answers everything but `best`: for that the bot tries each action on the engine, looks at
the state that comes of it, takes it back, and answers with the action it likes most. Make `worth` or `look` cleverer!
The environment variable BASTIDE names the program; `bastide bridge` and `bastide arena` set it, otherwise it is looked for on the path.
"""

import json
import os
import subprocess
import sys

# What a follower may bring in the long run, by the kind of land on which it stands.
LAND = {"city": 3.5, "cloister": 4.0, "road": 2.0, "field": 1.5, "forest": 3.5, "river": 2.0, "meadow": 2.0,
        "mountain": 2.0, "sea": 2.0, "grass": 2.0, "path": 2.0, "bush": 2.0, "baobab": 4.0}
BASTIDE = os.environ.get("BASTIDE", "bastide")


class Engine:
    """The rules: a conversation with `bastide engine`."""

    def __init__(self):
        self.process = subprocess.Popen(
            [BASTIDE, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def pass_on(self, line):
        self.process.stdin.write(line.rstrip("\n") + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def ask(self, cmd, **fields):
        answer = json.loads(self.pass_on(json.dumps({"cmd": cmd, **fields})))
        if not answer["ok"]:
            raise ValueError(answer["error"]["message"])
        return answer


class Bot:
    def __init__(self, engine):
        self.engine = engine
        self.tiles = json.loads(subprocess.check_output([BASTIDE, "tiles", "--json"], encoding="utf-8"))

    def best(self):
        listed = self.engine.ask("actions")
        if listed["player"] is None:
            raise ValueError("nobody has to decide")
        values = [(self.value(action, listed["player"]), action) for action in listed["actions"]]
        return max(values, key=lambda pair: pair[0])[1]

    def value(self, action, me):
        """What comes of an action, tried and taken back."""
        before = self.engine.ask("state")["state"]
        after = self.engine.ask("play", action=action)["state"]
        value = self.look(after, me)
        if action["type"] == "place" and after["phase"] == "act" and after["to_act"] == me:
            # The turn goes on: what would be scored now, and what could a follower be worth?
            choices = self.engine.ask("actions")["actions"]
            value = self.look(self.engine.ask("play", action={"type": "pass"})["state"], me)
            self.engine.ask("undo")
            value += max([0] + [self.worth(choice, after, me) for choice in choices])
        value += self.worth(action, before, me)
        self.engine.ask("undo")
        return value

    def worth(self, action, state, me):
        """What a follower may bring later, less what it costs to have one less."""
        if action["type"] != "follower":
            return 0
        land = self.tiles[state["tile"]]["segments"][action["segment"]]["kind"]
        left = state["supply"][me]["follower"]
        late = 1 - state["bag"] / 72
        return LAND.get(land, 1.5) + (2 * late if land in ("field", "meadow") else 0) - 6 * (1 - late) / (left + 1)

    def look(self, state, me):
        """What a state is worth: the lead, followers at home, and tiles around those that are out."""
        scores = state["scores"]
        lead = scores[me] - max(score for seat, score in enumerate(scores) if seat != me)
        value = lead + 0.5 * state["supply"][me].get("follower", 0)
        laid = {(tile["x"], tile["y"]) for tile in state["board"]}
        for piece in state["pieces"]:
            near = sum((piece["x"] + x, piece["y"] + y) in laid for x in (-1, 0, 1) for y in (-1, 0, 1))
            value += (0.2 if piece["player"] == me else -0.1) * near
        return value


def main():
    engine = Engine()
    bot = Bot(engine)
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            command = json.loads(line).get("cmd")
        except (ValueError, AttributeError):
            command = None  # The engine says what is wrong with it.
        if command == "quit":
            break
        if command == "best":
            try:
                answer = json.dumps({"ok": True, "action": bot.best()})
            except ValueError as error:
                answer = json.dumps({"ok": False, "error": {"code": "bad_request", "message": str(error)}})
        else:
            answer = engine.pass_on(line).rstrip("\n")
        print(answer, flush=True)


if __name__ == "__main__":
    main()
