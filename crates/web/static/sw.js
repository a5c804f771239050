// Answers from a stored copy, so that everything works offline. The build writes the version and the list of files.
// Each version has a cache of its own and looks into no other.
const CACHE = "bastide-%VERSION%";
const PARTS = new URL("./%FOLDER%/", self.location.href).href;
const FILES = %FILES%;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

// A version that waits takes over for a page that opens, but never while others are open: games may be played in them.
async function takeOver(port) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  if (pages.length > 1) port?.postMessage("not now");
  else await self.skipWaiting();
}

// Languages and typefaces are kept once a page uses them.
async function keep(names, port) {
  const cache = await caches.open(CACHE);
  const missing = async (name) => name.startsWith(PARTS) && !(await cache.match(name)) && cache.add(name);
  await Promise.allSettled(names.map(missing));
  port?.postMessage("kept");
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver(event.ports[0]));
  if (event.data?.keep) event.waitUntil(keep(event.data.keep, event.ports[0]));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("bastide-") && name !== CACHE).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))).then(() => self.clients.claim()));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreSearch: true });
  if (stored) return stored;
  const fresh = await fetch(request);
  if (fresh.ok && request.url.startsWith(PARTS)) await cache.put(request, fresh.clone());
  return fresh;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const own = event.request.mode === "navigate" ? url.pathname === new URL("./", self.location.href).pathname : true;
  // Rooms and other services of the same address are none of our files.
  const known = url.href.startsWith(PARTS) || FILES.some((name) => new URL(name, self.location.href).pathname === url.pathname);
  if (own && known) event.respondWith(answer(event.request));
});

// A notification says by its tag which room it is about.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const room = new URL(`./#room/${event.notification.tag}`, self.location.href).href;
  const go = async () => {
    const [page] = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
    if (!page) return self.clients.openWindow(room);
    await page.focus();
    return page.navigate(room);
  };
  event.waitUntil(go());
});
