#!/usr/bin/env node
// A complete bot for the engine protocol in JavaScript, without packages. It knows no rule of any game.
//
//     node greedy_bot.js                                        speaks the protocol on standard input and output
//     bastide bridge --join base -- node greedy_bot.js          plays on a server
//
// `bastide engine` runs behind it and answers everything but `best`: for that the bot tries each action on the engine, looks at
// the state that comes of it, takes it back, and answers with the action it likes most. Make `worth` or `look` cleverer!
// The environment variable BASTIDE names the program; `bastide bridge` and `bastide arena` set it, otherwise it is looked for on the path.
"use strict";
const { execFileSync, spawn } = require("node:child_process");
const readline = require("node:readline");

const BASTIDE = process.env.BASTIDE || "bastide";
// What a follower may bring in the long run, by the kind of land on which it stands.
const LAND = {
  city: 3.5, cloister: 4, road: 2, field: 1.5, forest: 3.5, river: 2, meadow: 2, mountain: 2, sea: 2, grass: 2, path: 2,
  bush: 2, baobab: 4,
};

/** The rules: a conversation with `bastide engine`. */
class Engine {
  constructor() {
    this.process = spawn(BASTIDE, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = readline.createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async passOn(line) {
    this.process.stdin.write(line + "\n");
    return (await this.lines.next()).value;
  }

  async ask(cmd, fields = {}) {
    const answer = JSON.parse(await this.passOn(JSON.stringify({ cmd, ...fields })));
    if (!answer.ok) throw new Error(answer.error.message);
    return answer;
  }
}

class Bot {
  constructor(engine) {
    this.engine = engine;
    this.tiles = JSON.parse(execFileSync(BASTIDE, ["tiles", "--json"], { maxBuffer: 1 << 26 }));
  }

  async best() {
    const { player, actions } = await this.engine.ask("actions");
    if (player === null) throw new Error("nobody has to decide");
    let best = { value: -Infinity };
    for (const action of actions) {
      const value = await this.value(action, player);
      if (value > best.value) best = { value, action };
    }
    return best.action;
  }

  /** What comes of an action, tried and taken back. */
  async value(action, me) {
    const before = (await this.engine.ask("state")).state;
    const after = (await this.engine.ask("play", { action })).state;
    let value = this.look(after, me);
    if (action.type === "place" && after.phase === "act" && after.to_act === me) {
      // The turn goes on: what would be scored now, and what could a follower be worth?
      const { actions } = await this.engine.ask("actions");
      value = this.look((await this.engine.ask("play", { action: { type: "pass" } })).state, me);
      await this.engine.ask("undo");
      value += Math.max(0, ...actions.map((choice) => this.worth(choice, after, me)));
    }
    value += this.worth(action, before, me);
    await this.engine.ask("undo");
    return value;
  }

  /** What a follower may bring later, less what it costs to have one less. */
  worth(action, state, me) {
    if (action.type !== "follower") return 0;
    const land = this.tiles[state.tile].segments[action.segment].kind;
    const late = 1 - state.bag / 72;
    const patient = land === "field" || land === "meadow" ? 2 * late : 0;
    return (LAND[land] ?? 1.5) + patient - (6 * (1 - late)) / (state.supply[me].follower + 1);
  }

  /** What a state is worth: the lead, followers at home, and tiles around those that are out. */
  look(state, me) {
    const others = state.scores.filter((_, seat) => seat !== me);
    let value = state.scores[me] - Math.max(...others) + 0.5 * (state.supply[me].follower ?? 0);
    for (const piece of state.pieces) {
      const near = state.board.filter((tile) => Math.abs(tile.x - piece.x) <= 1 && Math.abs(tile.y - piece.y) <= 1);
      value += (piece.player === me ? 0.2 : -0.1) * near.length;
    }
    return value;
  }
}

function command(line) {
  try {
    return JSON.parse(line)?.cmd;
  } catch {
    return undefined; // The engine says what is wrong with it.
  }
}

async function main() {
  const engine = new Engine();
  const bot = new Bot(engine);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    if (command(line) === "quit") break;
    let answer;
    if (command(line) === "best") {
      const wrong = (error) => ({ ok: false, error: { code: "bad_request", message: error.message } });
      answer = JSON.stringify(await bot.best().then((action) => ({ ok: true, action }), wrong));
    } else {
      answer = await engine.passOn(line);
    }
    console.log(answer);
  }
  engine.process.stdin.end();
}

main();
