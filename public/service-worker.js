// Gives every response of this site the headers that let threads share memory, and the policy of what may be loaded and
// run, on hosts that do not send them. A host's own policy stays.
// Nothing is cached: a new deployment is seen at once.
const CONTENT_POLICY = "%CONTENT_POLICY%";
const POLICY = "Content-Security-Policy";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== self.location.origin) return;
  if (request.cache === "only-if-cached" && request.mode !== "same-origin") return;
  event.respondWith(isolated(request));
});

async function isolated(request) {
  const response = await fetch(request);
  if (response.status === 0 || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!headers.has(POLICY)) headers.set(POLICY, CONTENT_POLICY);
  const body = response.status === 204 || response.status === 304 ? null : response.body;
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}
