import { afterEach, describe, expect, it, vi } from "vitest";
import { readProject } from "../../../../workers/formats/project/read";
import { wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
import { FaultyStorage } from "../../../../workers/projects/testing/faulty-storage";
import { smallSequence } from "../../../../workers/projects/testing/kept-states";
import { patch } from "../../../document/patch";
import { BrowserLocks } from "../testing/browser-locks";
import { DiskFile } from "../testing/disk-file";
import { openTab, type Tab } from "../testing/tab";
import { CONFLICT } from "./conflicts";
import { createSharing } from "./sharing";
import { followTabs } from "./tab-side";

afterEach(() => void vi.unstubAllGlobals());

const sharingOf = (tab: Tab) => createSharing(tab.stores, tab);
const partsOf = (tab: Tab) =>
  tab.stores
    .of(CONFLICT)
    .getState()
    .conflict?.parts.map(({ part, changedBy }) => [part, changedBy]);
const titles = (tab: Tab) => tab.stores.notices.getState().toasts.map(({ title }) => title);

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
  theirs.open(wholeSequence(readProject(file.bytes).sequence));
  smooth(theirs, 7);
  await theirs.save();
  await theirs.files.save();
  mine.page.show();
  const sharing = sharingOf(mine);
  return { file, mine, sharing };
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
    const { mine, sharing } = await both();
    pose(mine, "Bend");
    await sharing.compareWithFile();
    expect(partsOf(mine)).toEqual([
      ["deformers", "theirs"],
      ["poses", "mine"],
    ]);
  });

  it("merges both, keeps theirs as a version, and undo leads back to mine", async () => {
    const { file, mine, sharing } = await both();
    pose(mine, "Bend");
    const { lambda } = work(mine);
    await sharing.compareWithFile();
    await sharing.settle("merge");
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
    const { file, mine, sharing } = await both();
    smooth(mine, 3);
    await sharing.compareWithFile();
    await sharing.settle("mine");
    expect(work(mine).lambda).toBe(3);
    expect(readProject(file.bytes).deform?.lambda).toBe(3);
    await mine.save();
    expect(await versionsOf(mine)).toEqual(expect.arrayContaining([3, 7]));
  });

  it("takes theirs as one step, and keeps mine as a version", async () => {
    const { file, mine, sharing } = await both();
    smooth(mine, 3);
    const before = file.bytes;
    await sharing.compareWithFile();
    await sharing.settle("theirs");
    expect(work(mine).lambda).toBe(7);
    await vi.waitFor(() => expect(mine.stores.work.getState().inFile).toBe("same"));
    await mine.save();
    expect(await versionsOf(mine)).toEqual(expect.arrayContaining([3, 7]));
    mine.history.undo();
    expect(work(mine).lambda).toBe(3);
    expect(file.bytes).toBe(before);
  });

  it("reports a damaged file, and changes nothing", async () => {
    const { file, mine, sharing } = await both();
    file.saveElsewhere(Uint8Array.of(1, 2, 3));
    const before = work(mine);
    await sharing.compareWithFile();
    expect(mine.stores.dialog.getState().dialog?.kind).toBe("error");
    expect([work(mine), mine.stores.of(CONFLICT).getState().conflict]).toEqual([before, null]);
  });
});

/** Two tabs of one browser with the same project. Theirs opened it after mine, and saved λ = 7 since. */
async function twoTabs() {
  const [disk, locks] = [new FaultyStorage(), new BrowserLocks()];
  const mine = await openTab(disk, locks);
  followTabs(mine.stores, mine);
  mine.open(smallSequence("hound"));
  await mine.save();
  const theirs = await openTab(disk, locks);
  await theirs.restore();
  smooth(theirs, 7);
  await theirs.save();
  mine.page.show();
  return { mine, theirs, sharing: sharingOf(mine) };
}

describe("a project that two tabs have open", () => {
  it("has the versions of both, and a save says that the other tab changed it", async () => {
    const { mine } = await twoTabs();
    expect(titles(mine)).toEqual([]);
    smooth(mine, 3);
    await mine.save();
    expect(titles(mine)).toEqual(["hound was changed in another tab"]);
    expect((await versionsOf(mine)).slice(0, 2)).toEqual([3, 7]);
    // It says so once for each of their versions.
    smooth(mine, 4);
    await mine.save();
    expect(titles(mine)).toHaveLength(1);
  });

  it("merges the changes of both, and then the other tab does", async () => {
    const { mine, theirs, sharing } = await twoTabs();
    mine.ask(33);
    await mine.save();
    await sharing.compareWithTab();
    expect(partsOf(mine)).toEqual([
      ["deformers", "theirs"],
      ["settings", "mine"],
    ]);
    await sharing.settle("merge");
    expect([work(mine).lambda, mine.bones()]).toEqual([7, 33]);
    await mine.save();
    theirs.page.show();
    await sharingOf(theirs).compareWithTab();
    expect(partsOf(theirs)).toEqual([["settings", "theirs"]]);
    await sharingOf(theirs).settle("merge");
    expect([work(theirs).lambda, theirs.bones()]).toEqual([7, 33]);
    await theirs.save();
    // Both have the same content now, so there is nothing to decide.
    mine.page.show();
    await sharing.compareWithTab();
    expect([partsOf(mine), titles(mine).at(-1)]).toEqual([undefined, "Both tabs have the same content"]);
  });

  it("keeps mine as the newest version, or takes theirs as one step", async () => {
    const { mine, sharing } = await twoTabs();
    smooth(mine, 3);
    await sharing.compareWithTab();
    await sharing.settle("mine");
    const [newest, ...older] = await versionsOf(mine);
    expect([newest, older.includes(7)]).toEqual([3, true]);
    const other = await twoTabs();
    smooth(other.mine, 3);
    await other.sharing.compareWithTab();
    await other.sharing.settle("theirs");
    expect(work(other.mine).lambda).toBe(7);
    other.mine.history.undo();
    expect(work(other.mine).lambda).toBe(3);
  });

  it("says so if no other tab has changed it", async () => {
    const { theirs } = await twoTabs();
    theirs.page.show();
    await sharingOf(theirs).compareWithTab();
    expect([partsOf(theirs), titles(theirs).at(-1)]).toEqual([undefined, "No other tab changed it"]);
  });
});
