#!/usr/bin/env python3
"""A complete bot for Bastide's server in Python's standard library: it plays any legal action.

    python3 random_bot.py --server http://localhost:8080 --game base
    python3 random_bot.py --room ID            plays in this room and ends with it

Replace `choose` by something cleverer. The API is described at /api/docs of every server.
"""

import argparse
import json
import pathlib
import random
import time
import urllib.error
import urllib.request
import uuid


class Refused(Exception):
    """The server understood the request and refused it."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Server:
    def __init__(self, address):
        self.base = address.rstrip("/") + "/api/v1"
        self.token = None

    def open(self, path, body=None):
        """Sends one request; the answer can be read as a file."""
        request = urllib.request.Request(self.base + path)
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            # A stream says something at least every 15 seconds; a line that is silent for longer is dead.
            return urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as answer:
            try:
                error = json.load(answer)["error"]
            except (ValueError, KeyError, TypeError):
                raise OSError(f"the answer is {answer.code}") from None
            raise Refused(error) from None

    def ask(self, path, body=None):
        """Sends a request until it is answered: the same request again never acts twice."""
        wait = 0.25
        while True:
            try:
                with self.open(path, body) as answer:
                    return json.load(answer)
            except Refused as refusal:
                if refusal.code not in ("too_many", "unavailable"):
                    raise
            except (OSError, ValueError):
                pass  # The line broke, or the server is being restarted.
            time.sleep(wait * random.uniform(0.5, 1))
            wait = min(2 * wait, 30)

    def events(self, room):
        """All events of a room, each once, over as many connections as it takes."""
        last = 0
        while True:
            try:
                with self.open(f"/rooms/{room}/events?after={last}") as stream:
                    for line in stream:
                        if line.strip():
                            event = json.loads(line)
                            last = event["n"]
                            yield event
            except (OSError, ValueError):
                pass
            time.sleep(random.uniform(0.1, 0.5))


def choose(state, actions):
    """What to do: `state` and `actions` are as in docs/engine-protocol.md."""
    return random.choice(actions)


def play(server, me, room):
    """Sits down in a room, if not there yet, and plays to the end."""

    def seat():
        seats = server.ask(f"/rooms/{room}")["room"]["seats"]
        mine = [place for place, seat in enumerate(seats) if (seat["player"] or {}).get("id") == me]
        return mine[0] if mine else None

    place = seat()
    if place is None:
        place = server.ask(f"/rooms/{room}/join", {})["seat"]
    known = 0
    for event in server.events(room):
        if event["type"] == "over":
            print(f"{room}: seat {place}, points {event['scores']}, winners {event['winners']}", flush=True)
            return
        if event["type"] == "left" and event["seat"] == place and seat() is None:
            print(f"{room}: removed", flush=True)
            return
        if event["n"] <= known or event["type"] not in ("started", "action", "undone"):
            continue
        now = server.ask(f"/rooms/{room}/state")
        known = now["last"]
        if now["player"] == place:
            act = {"id": uuid.uuid4().hex, "after": known, "action": choose(now["state"], now["actions"])}
            try:
                server.ask(f"/rooms/{room}/actions", act)
            except Refused as refusal:
                if refusal.code not in ("stale", "game_over"):
                    raise
                known = 0  # The game has moved on: the next event says how.


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--server", default="http://localhost:8080")
    words.add_argument("--name", default="Dice")
    words.add_argument("--token-file", type=pathlib.Path, help="keeps the bot's identity from one start to the next")
    words.add_argument("--game", default="base", help="which challenges it takes")
    words.add_argument("--room", help="plays only in this room")
    words = words.parse_args()

    server = Server(words.server)
    if words.token_file and words.token_file.exists():
        server.token = words.token_file.read_text().strip()
    else:
        server.token = server.ask("/guests", {"name": words.name, "bot": True})["token"]
        if words.token_file:
            words.token_file.touch(mode=0o600)
            words.token_file.write_text(server.token)
    me = server.ask("/me")["player"]["id"]
    if words.room:
        play(server, me, words.room)
        return
    while True:
        mine = [room for room in server.ask("/me")["rooms"] if room["state"] != "over"]
        waiting = server.ask(f"/rooms?state=waiting&game={words.game}")["rooms"]
        open_ones = [room for room in waiting if any(seat["kind"] == "open" for seat in room["seats"])]
        # Unfinished games come first, then whoever has waited longest.
        for room in mine[:1] or open_ones[-1:]:
            try:
                play(server, me, room["id"])
            except Refused as refusal:
                print(f"{room['id']}: {refusal}", flush=True)
        time.sleep(2)


if __name__ == "__main__":
    main()
