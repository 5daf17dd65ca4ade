import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const SOURCE = readFileSync("public/service-worker.js", "utf8");
const SCOPE = "https://example.org/studio/";

type Files = Record<string, string>;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A cache like the browser's. */
class FakeCache {
  readonly kept = new Map<string, Response>();
  async match(request: string | Request) {
    const url = typeof request === "string" ? request : request.url;
    return this.kept.get(url)?.clone();
  }
  async put(url: string, response: Response) {
    this.kept.set(url, response);
  }
}

/** A browser with the caches of one site. Its host serves some files, or there is no network. */
function browser(host: { files: Files | null }) {
  const kept = new Map<string, FakeCache>();
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    async open(name: string) {
      if (!kept.has(name)) kept.set(name, new FakeCache());
      return kept.get(name)!;
    },
    async match(request: Request) {
      for (const cache of kept.values()) {
        const found = await cache.match(request);
        if (found) return found;
      }
    },
  };
  const fetched: string[] = [];

  /** Starts the worker of a build. @param active whether an earlier worker serves the site. */
  function worker(files: Files, active: boolean) {
    const listeners = new Map<string, (event: object) => void>();
    const done: Promise<unknown>[] = [];
    const took: string[] = [];
    const self = {
      registration: { scope: SCOPE, active: active ? {} : null },
      location: new URL(SCOPE),
      clients: { claim: async () => void took.push("claim") },
      skipWaiting: async () => void took.push("skip waiting"),
      addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
      caches,
    };
    const fetch = async (request: string | Request) => {
      const url = typeof request === "string" ? request : request.url;
      fetched.push(url);
      const text = host.files?.[url.slice(SCOPE.length) || "index.html"];
      if (host.files === null) throw new TypeError("There is no network.");
      return text === undefined ? new Response("", { status: 404 }) : new Response(text);
    };
    const list = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hashOf(text)]));
    const source = SOURCE.replace('"%FILES%"', () => JSON.stringify(list))
      .replace("%VERSION%", hashOf(JSON.stringify(list)))
      .replace("%CONTENT_POLICY%", "default-src 'none'");
    runInNewContext(source, { self, fetch, crypto, URL, Response, Headers, Map, Set, Uint8Array, Promise });
    const fire = async (type: string, event: object = {}) => {
      listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) });
      await Promise.all(done.splice(0));
    };
    async function get(path: string): Promise<Response> {
      let answer: Promise<Response> | undefined;
      const respondWith = (response: Promise<Response>) => {
        answer = response;
      };
      listeners.get("fetch")?.({ request: new Request(`${SCOPE}${path}`), respondWith });
      if (!answer) throw new Error("It did not answer");
      return answer;
    }
    return { fire, get, took };
  }

  return { caches, fetched, worker };
}

const FIRST: Files = { "index.html": "one", "assets/a-1.js": "a" };
const SECOND: Files = { "index.html": "two", "assets/a-2.js": "b" };
const textOf = async (response: Promise<Response>) => (await response).text();

describe("the service worker", () => {
  it("starts without loading the build, and adds the headers to what the host sends", async () => {
    const { fetched, worker } = browser({ files: FIRST });
    const { fire, get } = worker(FIRST, false);
    await fire("install");
    await fire("activate");
    expect(fetched).toEqual([]);
    const response = await get("assets/a-1.js");
    expect(await response.text()).toBe("a");
    expect(response.headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
  });

  it("keeps the build when the page asks, and then needs no network, whatever the query", async () => {
    const host: { files: Files | null } = { files: FIRST };
    const { worker } = browser(host);
    const { fire, get } = worker(FIRST, false);
    await fire("install");
    await fire("message", { data: "keep the build" });
    host.files = null;
    expect(await textOf(get("?gpu=webgl2"))).toBe("one");
    const response = await get("assets/a-1.js");
    expect([await response.text(), response.headers.get("Cross-Origin-Opener-Policy")]).toEqual([
      "a",
      "same-origin",
    ]);
    await expect(get("other.json")).rejects.toThrow("network");
  });

  it("keeps serving its build until it is asked to give way to the next one", async () => {
    const host: { files: Files | null } = { files: FIRST };
    const { worker } = browser(host);
    const first = worker(FIRST, false);
    await first.fire("message", { data: "keep the build" });
    host.files = SECOND;
    const second = worker(SECOND, true);
    await second.fire("install");
    expect(second.took).toEqual([]);
    expect(await textOf(first.get(""))).toBe("one");
    await second.fire("message", { data: "take over" });
    await second.fire("activate");
    expect(second.took).toEqual(["skip waiting", "claim"]);
    expect(await textOf(second.get(""))).toBe("two");
    // A page of the first build that is still open loads its parts.
    expect(await textOf(second.get("assets/a-1.js"))).toBe("a");
  });

  it("removes the builds before the last one", async () => {
    const host: { files: Files | null } = { files: null };
    const { caches, worker } = browser(host);
    const counts: number[] = [];
    for (const text of ["x", "y", "z"]) {
      const files = { "index.html": text };
      host.files = files;
      const { fire } = worker(files, true);
      await fire("install");
      await fire("activate");
      counts.push((await caches.keys()).length);
    }
    expect(counts).toEqual([1, 2, 2]);
  });

  it("refuses the files of another build, if the host was updated meanwhile", async () => {
    const { fetched, worker } = browser({ files: SECOND });
    const { fire, get } = worker(FIRST, true);
    await expect(fire("install")).rejects.toThrow("another build");
    // With a network it still works.
    expect(await textOf(get("assets/a-2.js"))).toBe("b");
    expect(fetched.at(-1)).toBe(`${SCOPE}assets/a-2.js`);
  });
});
