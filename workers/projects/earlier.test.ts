/** Projects in the browser from earlier versions of Sinew. Their files in `testing/earlier` never change. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readProject } from "../formats/project/read";
import { ProjectStore } from "./project-store";
import { FakeLocks } from "./testing/fake-locks";
import { FaultyStorage } from "./testing/faulty-storage";
import { smallSequence, stateOf } from "./testing/kept-states";

const FOLDER = new URL("./testing/earlier/", import.meta.url);

/** A disk with the files of one earlier project. */
function disk(name: string): FaultyStorage {
  const folder = new URL(`${name}/`, FOLDER);
  const files = readdirSync(folder).map((file): [string, Uint8Array] => [
    file,
    new Uint8Array(readFileSync(new URL(file, folder))),
  ]);
  return new FaultyStorage(new Map([["a", new Map(files)]]));
}

describe.each(readdirSync(FOLDER))("a project of %s", (name) => {
  it("is listed with its versions, which open with their settings", async () => {
    const store = new ProjectStore({ storage: disk(name), locks: new FakeLocks() });
    const [project] = await store.list();
    expect(project).toMatchObject({ name: "hound", problem: null, pinned: false, deleted: null, file: null });
    expect(project.versions).toMatchObject([
      { label: "Bones 6", figures: null, hasPicture: false },
      { label: "Bones 5", figures: null },
    ]);
    for (const [n, { id }] of project.versions.entries()) {
      const { file, settings, dropped, view } = await store.load("a", id);
      expect(settings?.bones).toBe(6 - n);
      expect([dropped, view]).toEqual([[], { workspace: "paint", frame: 1 }]);
      const { sequence } = readProject(new Uint8Array(await file.arrayBuffer()));
      expect(sequence.frames).toEqual(smallSequence("hound").frames);
    }
  });

  it("gets new versions, and its earlier files do not change", async () => {
    const storage = disk(name);
    const before = structuredClone(storage.data.get("a")!);
    const store = new ProjectStore({ storage, locks: new FakeLocks(), now: () => 1_700_000_183_000 });
    const [{ versions }] = await store.list();
    await store.keep("a", stateOf(smallSequence("hound"), 7, { parent: versions[0].id }));
    await store.describe("a", { pinned: true });
    expect((await store.list())[0].versions.map(({ label }) => label)).toEqual([
      "Bones 7",
      "Bones 6",
      "Bones 5",
    ]);
    for (const [file, bytes] of before) expect(storage.data.get("a")?.get(file)).toEqual(bytes);
  });
});
