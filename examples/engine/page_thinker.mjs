// The module that thinks for the page (`cargo xtask web` builds it), under Node.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// What a worker has: the module hears questions and posts answers.
class DedicatedWorkerGlobalScope {}
globalThis.DedicatedWorkerGlobalScope = DedicatedWorkerGlobalScope;
Object.setPrototypeOf(globalThis, DedicatedWorkerGlobalScope.prototype);
globalThis.self = globalThis;
let answer;
globalThis.postMessage = (text) => { answer = text; };

/** Loads the module from the folder of a built client; returns how it is asked. */
export async function loadThinker(folder) {
  const version = readdirSync(folder).find((name) => name.startsWith("v-"));
  const part = (name) => resolve(folder, version, name);
  const { default: init } = await import(pathToFileURL(part("thinker.js")));
  await init({ module_or_path: readFileSync(part("thinker_bg.wasm")) });
  return (question) => {
    globalThis.onmessage({ data: question });
    return answer;
  };
}
