// Starts the program in the language that the person reads, and keeps a copy of everything for days without a network.
import init from "./bastide.js";

const base = new URL("./", import.meta.url).href;
const known = %LANGUAGES%;
const code = language();

// Both are under way before anything else is asked; whoever needs them hears of trouble.
const program = get("bastide_bg.wasm").then((answer) => WebAssembly.compileStreaming(answer));
const texts = get(`texts-${code}.txt`).then((answer) => answer.text());
for (const coming of [program, texts]) coming.catch(() => {});

// The language chosen before, else the first of the browser's languages that there is, with or without its region.
function language() {
  let stored = null;
  try {
    stored = localStorage.getItem("bastide.language");
  } catch {
    // Without a memory there is no choice either.
  }
  for (const wished of [stored, ...navigator.languages]) {
    const parts = wished?.toLowerCase().split(/[-_]/) ?? [];
    for (let length = parts.length; length > 0; length--) {
      const found = known.find((code) => code.toLowerCase() === parts.slice(0, length).join("-"));
      if (found) return found;
    }
  }
  return known[0];
}

async function get(name) {
  const answer = await fetch(base + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

// A newer version is waiting: it takes over before this page has begun, if no other page is open that it would take over
// as well. It says at once if it will not.
async function isReplaced() {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!found?.waiting) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(false);
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), 2000);
    found.waiting.postMessage({ takeOver: "if alone" }, [port2]);
  });
}

// A newer version came while this page is open: the page offers it between turns, and takes it if that is wanted.
function offerNewer(found) {
  const offer = () => {
    if (!found.waiting || !navigator.serviceWorker.controller) return;
    globalThis.bastide.newer = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      found.waiting?.postMessage({ takeOver: "wanted" });
      // Another page may have taken it already.
      if (!found.waiting) location.reload();
    };
    dispatchEvent(new Event("bastide-newer"));
  };
  offer();
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", offer));
}

// Typefaces come after the first picture; who was here before has them already.
function showTypefaces() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `${base}fonts.css`;
  document.head.append(link);
  try {
    localStorage.setItem("bastide.typefaces", "1");
  } catch {
    // They come later the next time, too.
  }
}

// What this page has used works without a network from now on.
async function keepForOffline() {
  await navigator.serviceWorker.register("./sw.js");
  const ready = await navigator.serviceWorker.ready;
  offerNewer(ready);
  // The browser looks for a newer version when it has time, which may be never while games are played.
  ready.update().catch(() => {});
  await document.fonts.ready;
  const used = performance.getEntriesByType("resource").map((entry) => entry.name);
  const own = used.filter((name) => name.startsWith(base));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (globalThis.bastide.offline = true);
  ready.active.postMessage({ keep: [...own, `${base}texts-${code}-more.txt`] }, [port2]);
}

function say(error) {
  console.error(error);
  const place = document.getElementById("loading");
  if (!place) return;
  place.textContent = "Bastide could not be loaded. ";
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.onclick = () => location.reload();
  place.append(again);
}

async function start() {
  globalThis.bastide = { base, language: code, texts: await texts };
  await init({ module_or_path: program });
  const soon = globalThis.requestIdleCallback ?? setTimeout;
  soon(() => {
    if (!document.querySelector("link[href$='fonts.css']")) showTypefaces();
    if ("serviceWorker" in navigator && isSecureContext) {
      keepForOffline().catch((error) => console.warn("no offline copy:", error));
    }
  });
}

try {
  if (await isReplaced()) {
    location.reload();
  } else {
    if (localStorage.getItem("bastide.typefaces")) showTypefaces();
    await start();
  }
} catch (error) {
  say(error);
}
