// A worker for the bots: it loads the program that thinks, and answers the page.
import init from "./thinker.js";

await init({ module_or_path: new URL("./thinker_bg.wasm", import.meta.url) });
