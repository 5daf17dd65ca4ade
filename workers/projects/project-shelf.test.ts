import { describe, expect, it } from "vitest";
import { readProject } from "../formats/project/read";
import type { KeptPictures } from "../model/files/kept-project";
import { BIN_MS } from "./project-shelf";
import { ProjectStore } from "./project-store";
import { FakeLocks } from "./testing/fake-locks";
import { FaultyStorage, Killed } from "./testing/faulty-storage";
import { smallSequence, stateOf } from "./testing/kept-states";

const START = 1_700_000_000_000;
const PICTURES: KeptPictures = { dark: Uint8Array.of(1, 2), light: Uint8Array.of(3), type: "image/webp" };

function studio(storage = new FaultyStorage()) {
  const clock = { now: START };
  const locks = new FakeLocks();
  const store = new ProjectStore({ storage, locks, now: () => clock.now });
  const keep = async (id: string, bones: number) => {
    clock.now += 1000;
    const kept = await store.keep(id, stateOf(smallSequence(id), bones));
    if ("missing" in kept) throw new Error("The store asks for parts that it should have.");
    return kept.version.id;
  };
  return { storage, clock, locks, store, keep };
}

/** The bytes of a picture; null without one. */
const bytesOf = async (blob: Blob | null) => blob && [...new Uint8Array(await blob.arrayBuffer())];

describe("projects on the start page", () => {
  it("have the figures of their versions", async () => {
    const { store, keep } = studio();
    await keep("a", 5);
    const [{ versions }] = await store.list();
    expect(versions[0].figures).toEqual({ bones: 5, eRms: null });
  });

  it("are renamed and pinned without a change of any version", async () => {
    const { storage, store, keep } = studio();
    await keep("a", 5);
    const before = (await storage.files("a")).length;
    await store.describe("a", { name: "hound" });
    await store.describe("a", { pinned: true });
    await keep("a", 6);
    expect(await store.project("a")).toMatchObject({ name: "hound", pinned: true, versions: { length: 2 } });
    const opened = await store.load("a", (await store.list())[0].versions[0].id);
    expect(readProject(new Uint8Array(await opened.file.arrayBuffer())).sequence.name).toBe("hound");
    // Only the newest file with facts is left.
    const about = (await storage.files("a")).filter(({ name }) => name.startsWith("about"));
    expect([before > 0, about.length]).toEqual([true, 1]);
  });

  it("keep their old facts if the browser is killed while it writes new ones", async () => {
    for (let changes = 1; ; changes++) {
      const { storage, store, keep } = studio();
      await keep("a", 5);
      await store.describe("a", { name: "hound" });
      storage.changesToLive = storage.changes + changes;
      const killed = await store.describe("a", { pinned: true }).then(
        () => false,
        (error) => error instanceof Killed,
      );
      const { store: after } = studio(new FaultyStorage(storage.data));
      const project = await after.project("a");
      expect(project?.name).toBe("hound");
      if (!killed) {
        expect(project?.pinned).toBe(true);
        expect(changes).toBeGreaterThan(2);
        return;
      }
    }
  });

  it("go to the bin, unless a tab has them open, and come back", async () => {
    const { clock, locks, store, keep } = studio();
    await keep("a", 5);
    locks.open.add("a");
    expect(await store.remove("a")).toBe(false);
    locks.open.clear();
    expect(await store.remove("a")).toBe(true);
    expect((await store.project("a"))?.deleted).toBe(clock.now);
    await store.bringBack("a");
    expect(await store.project("a")).toMatchObject({ deleted: null, versions: { length: 1 } });
  });

  it("are removed from the bin after 30 days", async () => {
    const { clock, store, keep } = studio();
    await keep("old", 5);
    await keep("new", 5);
    await store.remove("old");
    clock.now += BIN_MS;
    await store.remove("new");
    await store.emptyBin();
    expect((await store.list()).map(({ id }) => id)).toEqual(["new", "old"]);
    clock.now += 1;
    await store.emptyBin();
    expect((await store.list()).map(({ id }) => id)).toEqual(["new"]);
  });

  it("in the bin are removed before any version if the storage is full", async () => {
    const { storage, store, keep } = studio();
    await keep("a", 5);
    await keep("a", 6);
    await keep("gone", 5);
    await store.remove("gone");
    storage.quota = (await storage.room()).used + 10;
    await keep("b", 5);
    const left = Object.fromEntries((await store.list()).map(({ id, versions }) => [id, versions.length]));
    expect(left).toEqual({ a: 2, b: 1 });
  });

  it("are duplicated as their newest version, with its picture", async () => {
    const { store, keep } = studio();
    await keep("a", 5);
    const newest = await keep("a", 6);
    await store.keepPictures("a", newest, PICTURES);
    expect(await store.duplicate("a", "copy", "a copy")).toBe(true);
    const copy = await store.project("copy");
    expect(copy).toMatchObject({
      name: "a copy",
      versions: [{ id: newest, parent: null, hasPicture: true }],
    });
    const { settings, file } = await store.load("copy", newest);
    expect(settings?.bones).toBe(6);
    expect(readProject(new Uint8Array(await file.arrayBuffer())).sequence.name).toBe("a copy");
    expect(await store.duplicate("none", "other", "other")).toBe(false);
  });

  it("leave nothing behind of a copy for which there is no room", async () => {
    const { storage, store, keep } = studio();
    await keep("a", 5);
    storage.quota = (await storage.room()).used + 200;
    await expect(store.duplicate("a", "copy", "a copy")).rejects.toThrow("quota");
    expect(await storage.folders()).toEqual(["a"]);
  });
});

describe("pictures of versions", () => {
  it("are read for a theme", async () => {
    const { store, keep } = studio();
    const version = await keep("a", 5);
    expect(await store.picture("a", version, "dark")).toBeNull();
    await store.keepPictures("a", version, PICTURES);
    expect(await bytesOf(await store.picture("a", version, "dark"))).toEqual([1, 2]);
    expect(await bytesOf(await store.picture("a", version, "light"))).toEqual([3]);
    expect((await store.list())[0].versions[0].hasPicture).toBe(true);
  });

  it("are removed with their version, and not written for a version that is gone", async () => {
    const { clock, storage, store, keep } = studio();
    await keep("a", 4);
    const version = await keep("a", 5);
    await store.keepPictures("a", version, PICTURES);
    await keep("a", 6);
    // Of the three versions of one minute, the newest and the oldest stay.
    clock.now += 120_000;
    await keep("a", 7);
    expect((await storage.files("a")).filter(({ name }) => /webp$/.test(name))).toEqual([]);
    await store.keepPictures("a", version, PICTURES);
    expect(await store.picture("a", version, "dark")).toBeNull();
  });

  it("are not written if there is no room, and never replace a version", async () => {
    const { storage, store, keep } = studio();
    await keep("a", 5);
    const version = await keep("a", 6);
    storage.quota = (await storage.room()).used + 2;
    await expect(store.keepPictures("a", version, PICTURES)).rejects.toThrow("quota");
    expect((await store.list())[0].versions).toHaveLength(2);
    expect(await store.picture("a", version, "dark")).toBeNull();
  });
});
