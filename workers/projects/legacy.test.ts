import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readProject } from "../formats/project/read";
import { writeProject } from "../formats/project/write";
import { ProjectStore } from "./project-store";
import { FakeLocks } from "./testing/fake-locks";
import { FaultyStorage } from "./testing/faulty-storage";
import { smallSequence, stateOf } from "./testing/kept-states";

const META = readFileSync(new URL("./testing/project-v1.json", import.meta.url));
const sequence = smallSequence("hound_walk");
const FILE = writeProject({ sequence, rig: null, report: null });

/** A project in the first layout, with two versions. */
function firstLayout(meta: Uint8Array = META): { storage: FaultyStorage; store: ProjectStore } {
  const files = new Map([
    ["project.json", new Uint8Array(meta)],
    ["1700000000000.sinew", FILE],
    ["1700000100000.sinew", FILE],
  ]);
  const storage = new FaultyStorage(new Map([["old", files]]));
  return {
    storage,
    store: new ProjectStore({ storage, locks: new FakeLocks(), now: () => 1_700_000_130_000 }),
  };
}

describe("projects of the first layout", () => {
  it("are listed and opened with the data beside them", async () => {
    const { store } = firstLayout();
    const [project] = await store.list();
    expect(project).toMatchObject({ id: "old", name: "hound_walk", problem: null });
    expect(project.versions.map(({ time }) => time)).toEqual([1_700_000_100_000, 1_700_000_000_000]);
    const { file, settings, locks, dropped } = await store.load("old", project.versions[0].id);
    expect(settings).toMatchObject({ method: "ssdr", bones: 24 });
    expect(locks).toEqual({ bones: Uint8Array.of(0, 1, 0), vertices: Uint8Array.of(1, 0, 1, 0) });
    expect(dropped).toEqual([]);
    expect(readProject(new Uint8Array(await file.arrayBuffer())).sequence.name).toBe("hound_walk");
  });

  it("continue as the same project, and their old files stay", async () => {
    const { storage, store } = firstLayout();
    const [{ versions }] = await store.list();
    await store.keep("old", stateOf(sequence, 25, { parent: versions[0].id }));
    const [project] = await store.list();
    expect(project.versions.map(({ label }) => label)).toEqual(["Bones 25", "Saved", "Saved"]);
    expect(storage.data.get("old")?.get("project.json")).toEqual(new Uint8Array(META));
  });

  it.each([
    ["of a newer Sinew", JSON.stringify({ version: 2, name: "hound_walk", versions: {} }), /newer Sinew/],
    ["garbled", "{ version: 1, nam", /list of versions is damaged/],
    ["empty", "", /list of versions is damaged/],
  ])("whose list is %s keep and offer every version", async (_, text, sentence) => {
    const { store } = firstLayout(new TextEncoder().encode(text));
    const [project] = await store.list();
    expect(project.versions).toHaveLength(2);
    expect(project.problem).toMatch(sentence);
    const { file } = await store.load("old", project.versions[1].id);
    expect(file.size).toBe(FILE.length);
  });
});
