import { afterEach, describe, expect, it, vi } from "vitest";
import { readProject } from "../../../../workers/formats/project/read";
import { FaultyStorage } from "../../../../workers/projects/testing/faulty-storage";
import { smallSequence } from "../../../../workers/projects/testing/kept-states";
import { patch } from "../../../document/patch";
import { BrowserLocks } from "../testing/browser-locks";
import { DiskFile } from "../testing/disk-file";
import { openTab, type Tab } from "../testing/tab";
import { CONFLICT, createFileConflicts } from "./file-conflicts";

afterEach(() => void vi.unstubAllGlobals());

const conflictsOf = (tab: Tab) => createFileConflicts(tab.stores, tab);

/** Sets λ of the deformers, as a step. */
const smooth = (tab: Tab, lambda: number) => {
  const { deform } = tab.stores.document.getState();
  tab.history.run(patch(tab.stores, `λ ${lambda}`, "sliders", { deform: { ...deform, lambda } }));
};
const pose = (tab: Tab, name: string) => {
  const made = { name, motions: new Float32Array(12), source: "made" } as never;
  tab.history.run(patch(tab.stores, name, "pose", { poses: [made] }));
};
const work = (tab: Tab) => {
  const { deform, poses } = tab.stores.document.getState();
  return { lambda: deform.lambda, poses: poses.map(({ name }) => name) };
};

/**
 * My tab and theirs, on two machines that share one file. Both opened it, and they saved λ = 7 since.
 */
async function both() {
  const file = new DiskFile("hound.sinew");
  vi.stubGlobal("showSaveFilePicker", async () => file.handle);
  const mine = await openTab(new FaultyStorage(), new BrowserLocks());
  mine.open(smallSequence("hound"));
  await mine.save();
  await mine.files.save();
  const theirs = await openTab(new FaultyStorage(), new BrowserLocks());
  theirs.open(readProject(file.bytes).sequence);
  smooth(theirs, 7);
  await theirs.save();
  await theirs.files.save();
  mine.page.show();
  const conflicts = conflictsOf(mine);
  return { file, mine, conflicts };
}

/** λ of each version of the only project, newest first. */
async function versionsOf(tab: Tab): Promise<number[]> {
  const [{ id, versions }] = await tab.projects.list();
  const values: number[] = [];
  for (const version of versions) {
    const { file } = await tab.projects.load(id, version.id);
    values.push(readProject(new Uint8Array(await file.arrayBuffer())).deform?.lambda ?? Number.NaN);
  }
  return values;
}

describe("a file that two artists save", () => {
  it("shows the parts that each artist changed", async () => {
    const { mine, conflicts } = await both();
    pose(mine, "Bend");
    await conflicts.compare();
    const { conflict } = mine.stores.of(CONFLICT).getState();
    expect(conflict?.parts.map(({ part, changedBy }) => [part, changedBy])).toEqual([
      ["deformers", "theirs"],
      ["poses", "mine"],
    ]);
  });

  it("merges both, keeps theirs as a version, and undo leads back to mine", async () => {
    const { file, mine, conflicts } = await both();
    pose(mine, "Bend");
    const { lambda } = work(mine);
    await conflicts.compare();
    await conflicts.settle("merge");
    expect(work(mine)).toEqual({ lambda: 7, poses: ["Bend"] });
    await mine.save();
    expect(await versionsOf(mine)).toEqual(expect.arrayContaining([7, lambda]));
    mine.history.undo();
    expect(work(mine)).toEqual({ lambda, poses: ["Bend"] });
    // The file is no longer in conflict: mine may be saved there.
    mine.history.redo();
    await mine.files.save();
    expect(mine.asked).not.toHaveBeenCalled();
    expect(readProject(file.bytes).deform?.lambda).toBe(7);
  });

  it("keeps mine in the file, and theirs as a version", async () => {
    const { file, mine, conflicts } = await both();
    smooth(mine, 3);
    await conflicts.compare();
    await conflicts.settle("mine");
    expect(work(mine).lambda).toBe(3);
    expect(readProject(file.bytes).deform?.lambda).toBe(3);
    await mine.save();
    expect(await versionsOf(mine)).toEqual(expect.arrayContaining([3, 7]));
  });

  it("takes theirs as one step, and keeps mine as a version", async () => {
    const { file, mine, conflicts } = await both();
    smooth(mine, 3);
    const before = file.bytes;
    await conflicts.compare();
    await conflicts.settle("theirs");
    expect(work(mine).lambda).toBe(7);
    expect(mine.stores.work.getState().inFile).toBe("same");
    await mine.save();
    expect(await versionsOf(mine)).toEqual(expect.arrayContaining([3, 7]));
    mine.history.undo();
    expect(work(mine).lambda).toBe(3);
    expect(file.bytes).toBe(before);
  });

  it("reports a damaged file, and changes nothing", async () => {
    const { file, mine, conflicts } = await both();
    file.saveElsewhere(Uint8Array.of(1, 2, 3));
    const before = work(mine);
    await conflicts.compare();
    expect(mine.stores.dialog.getState().dialog?.kind).toBe("error");
    expect([work(mine), mine.stores.of(CONFLICT).getState().conflict]).toEqual([before, null]);
  });
});
