import { describe, expect, it } from "vitest";
import { readProject } from "../formats/project/read";
import type { KeptParts } from "../model/files/kept-project";
import { SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { bendingBar } from "../testing/sequences";
import { ProjectStore } from "./project-store";
import { FakeLocks } from "./testing/fake-locks";
import { FaultyStorage, Killed } from "./testing/faulty-storage";
import { smallSequence, stateOf } from "./testing/kept-states";

const START = 1_700_000_000_000;
const HOUR = 3_600_000;

function studio(storage = new FaultyStorage(), locks = new FakeLocks()) {
  const clock = { now: START };
  const store = new ProjectStore({ storage, locks, now: () => clock.now });
  /** Saves a state some time later, as a version made from the newest. */
  const keep = async (id: string, bones: number, after = 1000, sequence = smallSequence(id)) => {
    clock.now += after;
    const parent = (await store.project(id))?.versions[0]?.id ?? null;
    const kept = await store.keep(id, stateOf(sequence, bones, { parent }));
    if ("missing" in kept) throw new Error("Nothing was said to be known.");
    return kept;
  };
  /** The number of bones in the newest version, opened as a whole. */
  const newest = async (id: string) => {
    const [version] = (await store.project(id))?.versions ?? [];
    if (!version) return null;
    const loaded = await store.load(id, version.id);
    readProject(new Uint8Array(await loaded.file.arrayBuffer()));
    return loaded.settings?.bones ?? null;
  };
  return { storage, locks, clock, store, keep, newest };
}

describe("ProjectStore", () => {
  it("saves versions of a project and opens each unchanged", async () => {
    const { store, keep } = studio();
    const sequence = smallSequence("a");
    await keep("a", 5, 1000, sequence);
    await keep("a", 6, 1000, sequence);
    const [project, ...others] = await store.list();
    expect(others).toEqual([]);
    expect(project).toMatchObject({ id: "a", name: "a", isOpen: false, problem: null });
    expect(project.versions.map(({ label }) => label)).toEqual(["Bones 6", "Bones 5"]);
    expect(project.versions[0].parent).toBe(project.versions[1].id);
    const { file, settings, dropped } = await store.load("a", project.versions[1].id);
    expect(settings).toEqual({ ...SOLVE_DEFAULTS, bones: 5 });
    expect(dropped).toEqual([]);
    const read = readProject(new Uint8Array(await file.arrayBuffer()));
    expect(read.sequence.frames).toEqual(sequence.frames);
  });

  it("does not write known parts again, and reports parts that are gone", async () => {
    const { storage, store, keep } = studio();
    const sequence = smallSequence("a");
    const { parts } = await keep("a", 5, 1000, sequence);
    const known: Partial<KeptParts> = { mesh: parts.mesh, frames: parts.frames };
    const input = stateOf(sequence, 6, { known, sequence: null });
    const again = await store.keep("a", input);
    expect(again).toMatchObject({ parts: { mesh: parts.mesh } });
    expect((await storage.files("a")).filter(({ name }) => name.endsWith(".mesh"))).toHaveLength(1);
    const gone = { ...input, known: { ...known, mesh: "1.mesh" } };
    expect(await store.keep("a", gone)).toEqual({ missing: ["mesh"] });
  });

  it("lists without changing anything, whatever it finds", async () => {
    const { storage, store, keep } = studio();
    await keep("fine", 5);
    const text = (json: object) => [new TextEncoder().encode(JSON.stringify(json))];
    await storage.write("newer", "1.version.json", text({ version: 9 }));
    await storage.write("newer-list", "project.json", text({ version: 2, name: "hound", versions: [] }));
    await storage.write("garbled", "project.json", [new TextEncoder().encode("{]")]);
    await storage.write("busy", "project.json", text({ version: 1, name: "busy", versions: [] }));
    storage.unreadable.add("busy/project.json");
    const before = structuredClone(storage.data);
    const { changes } = storage;
    const listed = Object.fromEntries((await store.list()).map(({ id, problem }) => [id, problem]));
    expect(storage.changes).toBe(changes);
    expect(storage.data).toEqual(before);
    expect(listed).toMatchObject({ fine: null });
    expect(listed["newer"]).toMatch(/Made by a newer Sinew/);
    expect(listed["newer-list"]).toMatch(/Made by a newer Sinew/);
    expect(listed["garbled"]).toMatch(/damaged/);
    expect(listed["busy"]).toMatch(/cannot be read at the moment/);
  });

  it("stores any number of projects", async () => {
    const { store, keep } = studio();
    for (let n = 0; n < 12; n++) await keep(`p${n}`, 5);
    expect(await store.list()).toHaveLength(12);
  });

  it("offers the version before a truncated one, with a message", async () => {
    const { storage, keep, store, newest } = studio();
    await keep("a", 5);
    const { parts } = await keep("a", 6);
    const files = storage.data.get("a")!;
    files.set(parts.state, files.get(parts.state)!.slice(0, 9));
    expect(await newest("a")).toBe(5);
    expect((await store.project("a"))?.problem).toMatch(/is incomplete/);
    // The next save is complete, so there is no more message, and the damaged version stays aside.
    await keep("a", 7);
    expect(await newest("a")).toBe(7);
    expect((await store.project("a"))?.problem).toBeNull();
    expect(files.has(parts.state)).toBe(true);
  });

  it("shows a project's name even if none of its versions is complete", async () => {
    const { storage, keep, store } = studio();
    const { parts } = await keep("a", 5);
    storage.data.get("a")!.set(parts.mesh, new Uint8Array());
    expect(await store.list()).toMatchObject([{ name: "a", versions: [] }]);
  });

  it("removes nothing from a project with parts of a newer Sinew", async () => {
    const { storage, keep, store } = studio();
    await keep("a", 5);
    const record = new TextEncoder().encode(JSON.stringify({ version: 3 }));
    await storage.write("a", `${START + HOUR}.version.json`, [record]);
    await storage.write("a", "77.state", [new Uint8Array(4)]);
    await keep("a", 6);
    expect((await store.project("a"))?.problem).toMatch(/newer Sinew/);
    expect((await storage.files("a")).map(({ name }) => name)).toContain("77.state");
  });

  it("reports unreadable data beside a version, and keeps the rest", async () => {
    const { storage, keep } = studio();
    const { version } = await keep("a", 5);
    const files = storage.data.get("a")!;
    const name = `${version.id}.version.json`;
    const record = JSON.parse(new TextDecoder().decode(files.get(name)));
    record.settings.method = "later";
    record.settings.bones = "many";
    record.locks = { bones: [7], boneCount: 2, vertices: [], vertexCount: 1 };
    record.runs = [{ settings: null }];
    files.set(name, new TextEncoder().encode(JSON.stringify(record)));
    // The studio starts again: records are read once.
    const { settings, locks, runs, dropped } = await studio(storage).store.load("a", version.id);
    expect(settings).toMatchObject({ influences: 4 });
    expect(settings).not.toHaveProperty("bones");
    expect([locks, runs]).toEqual([null, []]);
    expect(dropped.join(" ")).toMatch(/method, bones.*locked.*Rows of the comparison.*1/);
  });

  it("survives a kill at every change of the disk: it finds the newest complete version, and loses at most the last", async () => {
    /** Three saves, the last with another mesh, two hours later, so that old versions are removed. */
    const play = async (lab: ReturnType<typeof studio>) => {
      let done = 0;
      try {
        await lab.keep("a", 1);
        done = 1;
        await lab.keep("a", 2, 100);
        done = 2;
        await lab.keep("a", 3, 2 * HOUR);
        done = 3;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      return done;
    };
    const whole = studio();
    await play(whole);
    const { changes } = whole.storage;
    expect(changes).toBeGreaterThan(20);
    for (let n = 0; n < changes; n++) {
      const storage = new FaultyStorage();
      storage.changesToLive = n;
      const done = await play(studio(storage));
      const reopened = studio(new FaultyStorage(storage.data));
      const found = (await reopened.newest("a")) ?? 0;
      expect([done, done + 1], `killed at change ${n}`).toContain(found);
      // Saving continues, and leftovers of the kill are eventually removed.
      reopened.clock.now = START + 5 * HOUR;
      await reopened.keep("a", 9);
      expect(await reopened.newest("a")).toBe(9);
    }
  });

  it("makes room by removing the oldest version of the largest project, never the last one", async () => {
    const { storage, store, keep } = studio();
    for (const bones of [1, 2, 3, 4, 5]) await keep("large", bones);
    await keep("single", 1);
    const { used } = await storage.room();
    storage.quota = used + 100;
    await keep("new", 1);
    const ids = Object.fromEntries((await store.list()).map(({ id, versions }) => [id, versions]));
    expect(Object.keys(ids).sort()).toEqual(["large", "new", "single"]);
    expect(ids["large"].length).toBeLessThan(5);
    expect(ids["large"][0].label).toBe("Bones 5");
    expect(ids["large"].map(({ label }) => label)).not.toContain("Bones 1");
  });

  it("makes room with versions that the open history needs only if there are no others", async () => {
    const { storage, store, keep } = studio();
    for (const bones of [1, 2, 3, 4]) await keep("a", bones);
    const kept = (await store.project("a"))!.versions;
    const labels = async () => (await store.project("a"))!.versions.map(({ label }) => label);
    const saveInFull = async (bones: number, more: number) => {
      storage.quota = (await storage.room()).used + more;
      const input = stateOf(smallSequence(), bones, { inUse: [kept[3].id, kept[1].id] });
      await store.keep("a", input);
    };
    await saveInFull(5, 100);
    expect(await labels()).toContain("Bones 1");
    expect(await labels()).toContain("Bones 3");
    expect(await labels()).not.toContain("Bones 2");
    // One after the other goes, and the save never fails.
    for (const bones of [6, 7, 8]) await saveInFull(bones, 0);
    expect((await labels())[0]).toBe("Bones 8");
  });

  it("makes room among its own versions without touching the one in progress", async () => {
    const filled = studio();
    for (const bones of [1, 2, 3]) await filled.keep("a", bones);
    const { used } = await filled.storage.room();
    let saved = 0;
    for (let more = 0; more < 1.2 * (used / 3); more += 97) {
      const data = new Map([...filled.storage.data].map(([id, files]) => [id, new Map(files)]));
      const again = studio(new FaultyStorage(data));
      again.clock.now = filled.clock.now;
      again.storage.quota = used + more;
      const outcome = await again.keep("a", 9).then(
        () => 9,
        () => 3,
      );
      if (outcome === 9) saved++;
      expect(await again.newest("a"), `${more} bytes more`).toBe(outcome);
    }
    expect(saved).toBeGreaterThan(0);
  });

  it("removes nothing if that would not be enough", async () => {
    const { storage, store, keep } = studio();
    for (const bones of [1, 2]) await keep("small", bones);
    storage.quota = (await storage.room()).used + 1000;
    const large = bendingBar({ length: 60, width: 8, frames: 40 }).sequence;
    await expect(keep("large", 1, 1000, { ...large, name: "large" })).rejects.toThrow(/storage is full/s);
    expect((await store.project("small"))?.versions).toHaveLength(2);
  });

  it("does not touch projects in other tabs, and says what to do if nothing may be removed", async () => {
    const { storage, store, locks, keep } = studio();
    await keep("open", 1);
    await keep("open", 2);
    await keep("single", 1);
    locks.open.add("open");
    storage.quota = (await storage.room()).used + 100;
    await expect(keep("new", 1)).rejects.toThrow(/storage is full.*Save the project as a file/s);
    expect((await store.list()).flatMap(({ versions }) => versions)).toHaveLength(3);
    // No half-written file is left either.
    expect((await storage.files("new")).map(({ name }) => name)).toEqual([]);
    await expect(store.remove("open")).resolves.toBe(false);
    await expect(store.remove("single")).resolves.toBe(true);
    await keep("new", 1);
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(["new", "open"]);
  });

  it("removes no version while two tabs have the project open, since either may undo into it", async () => {
    const { storage, store, locks, clock, keep } = studio();
    const count = async () => (await store.project("a"))?.versions.length;
    for (const bones of [1, 2, 3, 4, 5]) await keep("a", bones);
    locks.open.add("a");
    locks.several.set("a", 2);
    clock.now += 48 * HOUR;
    await keep("a", 6);
    expect(await count()).toBe(6);
    // Nor for room: the save fails with a message, and all versions stay.
    storage.quota = (await storage.room()).used + 100;
    await expect(keep("a", 7)).rejects.toThrow(/storage is full/);
    expect(await count()).toBe(6);
    // Only one tab is left, so the next save thins the versions out.
    locks.several.delete("a");
    storage.quota = Number.POSITIVE_INFINITY;
    await keep("a", 8);
    expect(await count()).toBeLessThan(6);
  });

  it("stores the view of a project, and ignores a truncated one", async () => {
    const { storage, store, keep } = studio();
    const { version } = await keep("a", 1);
    await store.keepView("a", { frame: 7 });
    expect((await store.load("a", version.id)).view).toEqual({ frame: 7 });
    storage.data.get("a")?.set("view.json", new TextEncoder().encode('{"fra'));
    expect((await store.load("a", version.id)).view).toBeNull();
  });
});
