#!/usr/bin/env node
// How much slower the bots are as browsers run them: the module that thinks for the page (`cargo xtask web` builds it) under Node, and the
// same bot of `bastide engine`, asked in turn about the same positions of recorded games. Both play as many playouts, so that the answers
// must be the same to the last hundredth of a point; the quickest of several answers counts, since others were disturbed.
//
//     bastide arena --bots reader,reader --pairs 1 --records target/records
//     taskset -c 0 node examples/engine/browser_speed.mjs target/dist target/release/bastide target/records/*.txt
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { loadThinker } from "./page_thinker.mjs";

const LEVEL = "expert";
const PLAYOUTS = 48;
const TIMES = 7;

const [folder = "target/dist", bastide = "target/release/bastide", ...files] = process.argv.slice(2);
const askModule = await loadThinker(folder);

const engine = spawn(bastide, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
async function ask(request) {
  engine.stdin.write(`${JSON.stringify(request)}\n`);
  const reply = JSON.parse((await lines.next()).value);
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply;
}

/** The positions of a record, every fifth turn, as a player sees them who has drawn. */
function positions(record) {
  const all = record.trimEnd().split("\n");
  const turns = all.flatMap((line, index) => (/^\d+:\d \+/.test(line) ? [index] : []));
  return turns.filter((_, number) => number % 5 === 4).map((index) => {
    const drawn = all[index].split(" ").slice(0, 2).join(" ");
    return `${[...all.slice(0, index), drawn].join("\n")}\nunfinished\n`;
  });
}

const seconds = { module: 0, native: 0 };
let count = 0;
for (const record of files.flatMap((file) => positions(readFileSync(file, "utf8")))) {
  await ask({ cmd: "load", record });
  const least = { module: Infinity, native: Infinity };
  let native;
  let answer;
  for (let time = 0; time < TIMES; time++) {
    let begin = performance.now();
    answer = askModule(`${LEVEL} 0 100\n${record}`);
    least.module = Math.min(least.module, performance.now() - begin);
    begin = performance.now();
    native = await ask({ cmd: "best", playouts: PLAYOUTS, bot: LEVEL });
    least.native = Math.min(least.native, performance.now() - begin);
  }
  const values = answer.split("\n").slice(2).map((line) => line.split(" ")[1]).join(" ");
  const expected = native.values.map(({ value }) => String(Math.round(Math.fround(Math.fround(value) * 100)))).join(" ");
  if (values !== expected) throw new Error(`not the same:\n${values}\n${expected}`);
  seconds.module += least.module / 1000;
  seconds.native += least.native / 1000;
  count += 1;
}
engine.stdin.end();
const per = (time) => ((time * 1000) / count).toFixed(2);
console.log(`${count} positions, ${PLAYOUTS} playouts each, the same answers: ${per(seconds.module)} ms as browsers run it, ` +
  `${per(seconds.native)} ms natively, ratio ${(seconds.module / seconds.native).toFixed(2)}`);
