// Answers from a stored copy, so that everything works offline. The build writes the version and the list of files.
// Each version has a cache of its own, named after the folder of its files. Only for that folder is another one looked
// into: a page that was opened before this version came goes on with the files it began with.
const OWN = "bastide-";
const CACHE = OWN + "%FOLDER%.%VERSION%";
const PARTS = new URL("./%FOLDER%/", self.location.href).href;
const FILES = %FILES%;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

// Whether no other page than this one is open.
async function isAlone(page) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  return pages.every((other) => other.id === page?.id);
}

// A version that waits takes over for a page that opens, but not while others are open, in which games may be played:
// only if somebody wants it.
async function takeOver(page, port, wanted) {
  if (wanted || (await isAlone(page))) await self.skipWaiting();
  else port?.postMessage("not now");
}

// Languages and typefaces are kept once a page uses them. A page of this version with no other beside it needs no
// other version.
async function keep(page, names, port) {
  if (names.some((name) => name.startsWith(PARTS)) && (await isAlone(page))) {
    const old = (name) => name.startsWith(OWN) && name !== CACHE;
    await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  }
  const cache = await caches.open(CACHE);
  const missing = async (name) => name.startsWith(PARTS) && !(await cache.match(name)) && cache.add(name);
  await Promise.allSettled(names.map(missing));
  port?.postMessage("kept");
}

self.addEventListener("message", (event) => {
  const { data, ports, source } = event;
  if (data?.takeOver) event.waitUntil(takeOver(source, ports[0], data.takeOver === "wanted"));
  if (data?.keep) event.waitUntil(keep(source, data.keep, ports[0]));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreSearch: true });
  if (stored) return stored;
  const fresh = await fetch(request);
  if (fresh.ok && request.url.startsWith(PARTS)) await cache.put(request, fresh.clone());
  return fresh;
}

// A file of another version: from its cache, else from whoever still has it.
async function answerOld(request, folder) {
  const name = (await caches.keys()).find((name) => name.startsWith(`${OWN}${folder}.`));
  const stored = name && (await (await caches.open(name)).match(request, { ignoreSearch: true }));
  return stored ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const own = event.request.mode === "navigate" ? url.pathname === new URL("./", self.location.href).pathname : true;
  // Rooms and other services of the same address are none of our files.
  const known = url.href.startsWith(PARTS) || FILES.some((name) => new URL(name, self.location.href).pathname === url.pathname);
  const folder = url.pathname.slice(new URL("./", self.location.href).pathname.length).match(/^(v-[0-9a-z-]+)\//)?.[1];
  if (own && known) event.respondWith(answer(event.request));
  else if (own && folder) event.respondWith(answerOld(event.request, folder));
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
