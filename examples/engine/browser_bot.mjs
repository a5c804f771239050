#!/usr/bin/env node
// The bots as browsers run them, as a program for matches: the module that thinks for the page (`cargo xtask web` builds it), under Node.
//
//     bastide arena --bots "cmd:200ms:node examples/engine/browser_bot.mjs target/dist strategist,strategist:200ms"
//
// It answers `load` and `best` of the engine protocol. What it planned together with a placement it plays without thinking again, as
// bots in a match do.
import { createInterface } from "node:readline";
import { loadThinker } from "./page_thinker.mjs";

const [folder = "target/dist", level = "strategist"] = process.argv.slice(2);
const ask = await loadThinker(folder);

/** An action in words of a record as the protocol writes it. */
function json(word) {
  const cell = (text) => text.split(",").map(Number);
  let found;
  if ((found = /^(.+)@(-?\d+),(-?\d+)r(\d)$/.exec(word))) {
    return { type: "place", tile: found[1], x: Number(found[2]), y: Number(found[3]), rot: Number(found[4]) };
  }
  if ((found = /^([fF])(\d+)(?:\+(\w+))?$/.exec(word))) {
    const action = { type: "follower", segment: Number(found[2]) };
    if (found[1] === "F") action.piece = "large_follower";
    if (found[3]) action.with = found[3];
    return action;
  }
  if ((found = /^h(\d+)$/.exec(word))) return { type: "hut", segment: Number(found[1]) };
  if ((found = /^x(-?\d+),(-?\d+):(\d+)$/.exec(word))) {
    return { type: "recall", x: Number(found[1]), y: Number(found[2]), segment: Number(found[3]) };
  }
  if ((found = /^c([^>]*)>(.+)$/.exec(word))) {
    return found[1] ? { type: "ranger", from: cell(found[1]), to: cell(found[2]) } : { type: "ranger", to: cell(found[2]) };
  }
  if ((found = /^w(-?\d+),(-?\d+)([a-z]+):(\w+)$/.exec(word))) {
    return { type: "waterhole", x: Number(found[1]), y: Number(found[2]), corner: found[3], animal: found[4] };
  }
  if ((found = /^t:(\w+)$/.exec(word))) return { type: "token", animal: found[1] };
  return { type: word === "home" ? "return_farmer" : "pass" };
}

let record = "";
let planned;
function best(millis) {
  // Right after its own placement nothing else has happened.
  const last = record.trim().split("\n").findLast((line) => !/^(result|unfinished)/.test(line));
  const known = planned && last.endsWith(planned.after) ? planned.then : undefined;
  planned = undefined;
  if (known) return json(known);
  const [action, then] = (ask(`${level} 1 ${millis}\n${record}`) ?? "").split("\n")[0].split(" ");
  if (!action) throw new Error("the module does not answer");
  if (then) planned = { after: action, then };
  return json(action);
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    const request = JSON.parse(line);
    if (request.cmd === "load") {
      record = request.record;
      reply = { ok: true };
    } else if (request.cmd === "best") {
      reply = { ok: true, action: best(request.ms ?? 200) };
    } else {
      throw new Error(`only load and best are known, not ${request.cmd}`);
    }
  } catch (error) {
    reply = { ok: false, error: { code: "bad_request", message: String(error.message ?? error) } };
  }
  console.log(JSON.stringify(reply));
}
