// Serves this site with the headers that let threads share memory and with the policy of what may be loaded and run, on
// hosts that do not send them. A host's own policy stays.
// Keeps the whole build, so that the studio works without a network. Serves that build until the artist takes the next
// one, so that a page never mixes the files of two builds.
const CONTENT_POLICY = "%CONTENT_POLICY%";
const POLICY = "Content-Security-Policy";

/** Paths of the build's files, relative to this file, each with the start of its SHA-256. */
const FILES = new Map(Object.entries("%FILES%"));
const VERSION = "%VERSION%";

const PREFIX = `sinew ${self.registration.scope} `;
const CACHE = `${PREFIX}${VERSION}`;
/** The entry that is written last, when the cache has every file. */
const COMPLETE = new URL("complete", self.registration.scope).href;

const urlOf = (path) => new URL(path, self.registration.scope).href;

self.addEventListener("install", (event) => {
  // The first worker starts at once, because the page waits for its headers. The page asks for the files later. A newer
  // worker first loads its files, then waits until it is asked to take over.
  if (self.registration.active) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => event.waitUntil(start()));

self.addEventListener("message", (event) => {
  if (event.data === "keep the build") event.waitUntil(fill().catch(() => {}));
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

// Browsers on Android show the studio's notifications through this worker.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showStudio());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== self.location.origin) return;
  if (request.cache === "only-if-cached" && request.mode !== "same-origin") return;
  event.respondWith(answer(request));
});

async function showStudio() {
  const [page] = await self.clients.matchAll({ type: "window" });
  await (page ? page.focus() : self.clients.openWindow(self.registration.scope));
}

async function start() {
  await self.clients.claim();
  const names = await ownCaches();
  // Pages of the previous build may still load its parts.
  const kept = new Set([CACHE, ...names.filter((name) => name !== CACHE).slice(-1)]);
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => self.caches.delete(name)));
}

/** The names of this site's caches, oldest first. */
const ownCaches = async () => (await self.caches.keys()).filter((name) => name.startsWith(PREFIX));

let filling = null;

/** Puts every file of this build into its cache. Fails if the host has a newer build, or there is no room. */
function fill() {
  filling ??= fillOnce().finally(() => {
    filling = null;
  });
  return filling;
}

async function fillOnce() {
  const cache = await self.caches.open(CACHE);
  if (await cache.match(COMPLETE)) return;
  for (const [path, hash] of FILES) {
    const url = urlOf(path);
    if (await cache.match(url)) continue;
    const response = await fetch(url, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.clone().arrayBuffer();
    if ((await hashOf(bytes)) !== hash) throw new Error(`${path} is of another build`);
    await cache.put(url, response);
  }
  await cache.put(COMPLETE, new Response(VERSION));
}

async function hashOf(bytes) {
  // Pages that are not secure have no service worker, so the hash is always there.
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function answer(request) {
  const kept = request.method === "GET" ? await keptFor(request) : null;
  return isolated(kept ?? (await fetch(request)));
}

/** The kept file for a request; null if there is none, or while the cache is incomplete. */
async function keptFor(request) {
  const cache = await self.caches.open(CACHE);
  if (!(await cache.match(COMPLETE))) return null;
  const scope = new URL(self.registration.scope).pathname;
  const path = new URL(request.url).pathname.slice(scope.length) || "index.html";
  const file = FILES.has(path) ? await cache.match(urlOf(path)) : null;
  // A page of the previous build may still ask for its parts.
  return file ?? (await self.caches.match(request, { ignoreSearch: true })) ?? null;
}

function isolated(response) {
  if (response.status === 0 || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!headers.has(POLICY)) headers.set(POLICY, CONTENT_POLICY);
  const body = response.status === 204 || response.status === 304 ? null : response.body;
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}
