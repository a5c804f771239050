// Starts the program, and keeps a copy of everything for days without a network.
import init from "./bastide.js";

// A newer version is waiting: it takes over before this page has begun, never under a game that is being played.
async function isReplaced() {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!found?.waiting) return false;
  const taken = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), 2000);
  });
  found.waiting.postMessage("take over");
  return taken;
}

if (await isReplaced()) {
  location.reload();
} else {
  await init({ module_or_path: "./bastide_bg.wasm" });
  if ("serviceWorker" in navigator && window.isSecureContext) {
    navigator.serviceWorker.register("./sw.js").catch((error) => console.warn("no offline copy:", error));
  }
}
