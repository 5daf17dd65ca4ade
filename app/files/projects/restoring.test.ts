import { afterEach, describe, expect, it, vi } from "vitest";
import { FaultyStorage } from "../../../workers/projects/testing/faulty-storage";
import { smallSequence } from "../../../workers/projects/testing/kept-states";
import { BrowserLocks } from "./testing/browser-locks";
import { openTab, pass, type Tab } from "./testing/tab";

afterEach(() => void vi.unstubAllGlobals());

const HOUR = 3_600_000;

/** A disk with one project of three versions: its mesh, then 21 and 22 bones. */
async function keptOnce(locks = new BrowserLocks()) {
  const disk = new FaultyStorage();
  const tab = await openTab(disk, locks);
  tab.open(smallSequence("hound"));
  await tab.save();
  for (const bones of [21, 22]) {
    tab.ask(bones);
    await tab.save();
  }
  return { disk, locks, tab };
}

/** Undoes one step, and waits until the setting for bones is `bones`. */
async function undone(tab: Tab, bones: number): Promise<void> {
  tab.history.undo();
  await vi.waitFor(() => expect(tab.bones()).toBe(bones));
}

describe("opening a saved project", () => {
  it("continues the same project with its versions and its history", async () => {
    const { disk } = await keptOnce();
    const tab = await openTab(disk, new BrowserLocks());
    await tab.restore();
    expect(tab.labels()).toEqual([
      "Open hound",
      expect.stringContaining("21"),
      expect.stringContaining("22"),
    ]);
    await undone(tab, 21);
    tab.ask(40);
    await tab.save();
    const listed = await tab.projects.list();
    expect(listed).toHaveLength(1);
    expect(listed[0].versions).toHaveLength(4);
  });

  it("creates no new project, even if it is opened several times", async () => {
    const { disk } = await keptOnce();
    for (let n = 0; n < 5; n++) await (await openTab(disk, new BrowserLocks())).restore();
    const tab = await openTab(disk, new BrowserLocks());
    await tab.restore();
    expect(await tab.projects.list()).toMatchObject([{ versions: { length: 3 } }]);
    expect([tab.bones(), tab.page.asksBeforeLeaving]).toEqual([22, false]);
  });

  it("is an undoable step for a version of the open project, and keeps the same mesh", async () => {
    const { tab } = await keptOnce();
    const { sequence } = tab.stores.document.getState();
    const [project] = await tab.projects.list();
    await tab.restoring.restore(project, project.versions[1].id);
    expect(tab.bones()).toBe(21);
    expect(tab.stores.document.getState().sequence).toBe(sequence);
    expect(tab.labels().at(-1)).toMatch(/^Version of/);
    tab.history.undo();
    expect(tab.bones()).toBe(22);
  });

  it("continues the project that another tab has open too, with the versions of both", async () => {
    const { disk, locks, tab: first } = await keptOnce();
    const second = await openTab(disk, locks);
    await second.restore();
    second.ask(50);
    await second.save();
    first.ask(60);
    await first.save();
    const [{ id, versions }, ...others] = await first.projects.list();
    expect(others).toEqual([]);
    const bones = versions.map(
      async (version) => (await first.projects.load(id, version.id)).settings?.bones,
    );
    expect((await Promise.all(bones)).slice(0, 2)).toEqual([60, 50]);
  });

  it("opens a copy of a project that a newer Sinew wrote, and does not change the project", async () => {
    const { disk } = await keptOnce();
    const [folder] = disk.data.keys();
    const newer = new TextEncoder().encode(JSON.stringify({ version: 9 }));
    await disk.write(folder, "1800000000000.version.json", [newer]);
    const before = structuredClone(disk.data.get(folder));
    const tab = await openTab(disk, new BrowserLocks());
    await tab.restore();
    expect(tab.labels()).toEqual(["Open a copy of hound"]);
    tab.ask(33);
    expect(await tab.save()).toBe("saved");
    expect(disk.data.get(folder)).toEqual(before);
    expect(disk.data.size).toBe(2);
  });

  it("opens once after a double click, and one after the other if two versions are asked for", async () => {
    const { disk } = await keptOnce();
    const tab = await openTab(disk, new BrowserLocks());
    const [project] = await tab.projects.list();
    const [newest, before] = project.versions;
    const twice = () => tab.restoring.restore(project, newest.id);
    await Promise.all([twice(), twice()]);
    expect(tab.opening.readProject).toHaveBeenCalledTimes(1);
    expect([tab.bones(), tab.labels().length, tab.complaint()]).toEqual([22, 3, null]);
    const other = await openTab(disk, new BrowserLocks());
    await Promise.all([
      other.restoring.restore(project, newest.id),
      other.restoring.restore(project, before.id),
    ]);
    expect([other.bones(), other.complaint()]).toEqual([21, null]);
    expect(other.labels().at(-1)).toMatch(/^Version of/);
  });

  it("says why it cannot be read, keeps the open document, and releases the project for other tabs", async () => {
    const { disk } = await keptOnce();
    const locks = new BrowserLocks();
    const tab = await openTab(disk, locks);
    tab.open(smallSequence("mine"));
    await tab.save();
    tab.opening.readProject.mockRejectedValueOnce(
      Object.assign(new Error("torn"), { complaint: { title: "hound is damaged", body: "It is cut." } }),
    );
    await tab.restore("hound");
    expect(tab.complaint()).toBe("hound is damaged");
    expect(tab.stores.document.getState().sequence?.name).toBe("mine");
    const other = await openTab(disk, locks);
    await other.restore("hound");
    other.ask(70);
    await other.save();
    expect((await other.projects.list()).map(({ name }) => name).sort()).toEqual(["hound", "mine"]);
  });

  it("returns to the shown step if an earlier version cannot be read", async () => {
    const { disk } = await keptOnce();
    const tab = await openTab(disk, new BrowserLocks());
    await tab.restore();
    tab.opening.readProject.mockRejectedValueOnce(
      Object.assign(new Error("torn"), { complaint: { title: "hound is damaged", body: "It is cut." } }),
    );
    tab.history.undo();
    await vi.waitFor(() => expect(tab.complaint()).toBe("hound is damaged"));
    expect([tab.bones(), tab.history.state.getState().position]).toEqual([22, 3]);
  });

  it("undoes into an earlier session for hours, and thins its versions out before the next one", async () => {
    const { disk } = await keptOnce();
    const tab = await openTab(disk, new BrowserLocks());
    await tab.restore();
    pass(3 * HOUR);
    tab.ask(40);
    await tab.save();
    pass(3 * HOUR);
    tab.ask(41);
    await tab.save();
    await undone(tab, 40);
    await undone(tab, 22);
    await undone(tab, 21);
    expect(tab.complaint()).toBeNull();

    // Of a week that is long past, one version stays, beside the oldest and the newest.
    pass(40 * 24 * HOUR);
    const next = await openTab(disk, new BrowserLocks());
    await next.restore();
    expect((await next.projects.list())[0].versions.length).toBeLessThan(5);
    // Each of its steps can be read.
    for (let n = next.history.state.getState().position; n > 1; n--) {
      const before = next.bones();
      next.history.undo();
      await vi.waitFor(() => expect(next.bones()).not.toBe(before));
    }
    expect(next.complaint()).toBeNull();
  });

  it("restores its view", async () => {
    const { disk, tab } = await keptOnce();
    const [{ id }] = await tab.projects.list();
    await tab.projects.keepView(id, { workspace: "paint", frame: 1 });
    const next = await openTab(disk, new BrowserLocks());
    await next.restore();
    expect(next.stores.view.getState()).toMatchObject({ workspace: "paint", frame: 1 });
  });
});
