// Answers from a stored copy, so that everything works offline. The build writes the version and the list of files.
const VERSION = "%VERSION%";
const FILES = %FILES%;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

// A page that is open keeps the version it has; the next one that opens asks for the new one.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("bastide-") && name !== VERSION).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const stored = () => caches.match(event.request, { ignoreSearch: true });
  event.respondWith(stored().then((answer) => answer ?? fetch(event.request)));
});
