// Serves this site with the headers that let threads share memory and with the policy of what may be loaded and run, on
// hosts that do not send them. A host's own policy stays.
// Keeps the whole build for work without a network. The build of this worker is served until the artist takes the next
// one, so that a page never mixes the files of two builds.
const CONTENT_POLICY = "%CONTENT_POLICY%";
const POLICY = "Content-Security-Policy";

/** Paths of the build's files, relative to this one, each with the start of its SHA-256. */
const FILES = new Map(Object.entries("%FILES%"));
const VERSION = "%VERSION%";

const PREFIX = `sinew ${self.registration.scope} `;
const CACHE = `${PREFIX}${VERSION}`;
/** An entry that is written last: the cache has every file. */
const COMPLETE = new URL("complete", self.registration.scope).href;

const urlOf = (path) => new URL(path, self.registration.scope).href;

self.addEventListener("install", (event) => {
  // The first worker starts at once, because the page waits for its headers. The page asks for the files later. A newer
  // worker brings its files along, and waits until it is asked to take over.
  if (self.registration.active) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => event.waitUntil(start()));

self.addEventListener("message", (event) => {
  if (event.data === "keep the build") event.waitUntil(fill().catch(() => {}));
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== self.location.origin) return;
  if (request.cache === "only-if-cached" && request.mode !== "same-origin") return;
  event.respondWith(answer(request));
});

async function start() {
  await self.clients.claim();
  const caches = await own();
  // Pages of the build before may still load its parts.
  const kept = new Set([CACHE, ...caches.filter((name) => name !== CACHE).slice(-1)]);
  await Promise.all(caches.filter((name) => !kept.has(name)).map((name) => self.caches.delete(name)));
}

/** The caches of this site in the order in which they were made. */
const own = async () => (await self.caches.keys()).filter((name) => name.startsWith(PREFIX));

let filling = null;

/** Puts every file of this build into its cache. Fails if the host has another build by now, or there is no room. */
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
  // A page that still shows the build before loads its parts.
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
