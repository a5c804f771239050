// Starts the program, and keeps a copy of everything for days without a network.
import init from "./bastide.js";

await init({ module_or_path: "./bastide_bg.wasm" });

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("./sw.js").catch((error) => console.warn("no offline copy:", error));
}
