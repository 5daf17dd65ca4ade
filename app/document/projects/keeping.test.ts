import { afterEach, describe, expect, it, vi } from "vitest";
import { FaultyStorage } from "../../../workers/projects/testing/faulty-storage";
import { smallSequence } from "../../../workers/projects/testing/kept-states";
import { BrowserLocks } from "../../files/projects/testing/browser-locks";
import { openTab, type Tab } from "../../files/projects/testing/tab";

afterEach(() => void vi.unstubAllGlobals());

/**
 * Opens a mesh and asks for other bones three times; notes what each save reports, and the number of bones before it.
 */
async function session(tab: Tab): Promise<{ bones: number; state: string | undefined }[]> {
  const said: { bones: number; state: string | undefined }[] = [];
  tab.open(smallSequence());
  for (const bones of [21, 22, 23]) {
    tab.ask(bones);
    said.push({ bones, state: await tab.save() });
  }
  return said;
}

describe("keeping what is open", () => {
  it("restores what it reported as saved, wherever the browser is killed", async () => {
    const whole = new FaultyStorage();
    await session(await openTab(whole, new BrowserLocks()));
    expect(whole.changes).toBeGreaterThan(10);
    for (let killAt = 0; killAt < whole.changes; killAt++) {
      const disk = new FaultyStorage();
      disk.changesToLive = killAt;
      const said = await session(await openTab(disk, new BrowserLocks()));
      const promised = said.filter(({ state }) => state === "saved").at(-1)?.bones ?? 0;
      const next = await openTab(new FaultyStorage(disk.data), new BrowserLocks());
      const [project] = await next.projects.list();
      if (!project?.versions.length) expect([killAt, promised]).toEqual([killAt, 0]);
      else {
        await next.restore();
        expect(next.bones(), `killed at change ${killAt}`).toBeGreaterThanOrEqual(promised);
        // Work continues from there.
        next.ask(40);
        expect([killAt, await next.save()]).toEqual([killAt, "saved"]);
      }
    }
  });

  it("says why it could not save, asks before the page is left, and saves once there is room again", async () => {
    const disk = new FaultyStorage();
    const tab = await openTab(disk, new BrowserLocks());
    tab.open(smallSequence());
    expect([await tab.save(), tab.page.asksBeforeLeaving]).toEqual(["saved", false]);
    disk.quota = (await disk.room()).used;
    tab.ask(30);
    expect(tab.page.asksBeforeLeaving).toBe(true);
    expect(await tab.save()).toBe("failed");
    expect(tab.saidOfSaving()).toMatch(/room|full|space/i);
    expect(tab.page.asksBeforeLeaving).toBe(true);
    disk.quota = Number.POSITIVE_INFINITY;
    expect([await tab.save(), tab.page.asksBeforeLeaving]).toEqual(["saved", false]);
    const next = await openTab(new FaultyStorage(disk.data), new BrowserLocks());
    await next.restore();
    expect(next.bones()).toBe(30);
  });

  it("saves unsaved changes before another file replaces the project", async () => {
    const disk = new FaultyStorage();
    const tab = await openTab(disk, new BrowserLocks());
    tab.open(smallSequence("first"));
    tab.ask(31);
    tab.open(smallSequence("second"));
    expect(await tab.save()).toBe("saved");
    const next = await openTab(disk, new BrowserLocks());
    expect((await next.projects.list()).map(({ name }) => name).sort()).toEqual(["first", "second"]);
    await next.restore("first");
    expect(next.bones()).toBe(31);
  });

  it("writes parts again that were removed from outside", async () => {
    const disk = new FaultyStorage();
    const tab = await openTab(disk, new BrowserLocks());
    tab.open(smallSequence());
    await tab.save();
    for (const files of disk.data.values()) files.clear();
    tab.ask(32);
    expect(await tab.save()).toBe("saved");
    const next = await openTab(disk, new BrowserLocks());
    await next.restore();
    expect(next.bones()).toBe(32);
  });

  it("saves beside the versions of another tab that has opened the project meanwhile", async () => {
    const disk = new FaultyStorage();
    const locks = new BrowserLocks();
    const first = await openTab(disk, locks);
    first.open(smallSequence("ours"));
    await first.save();
    first.open(smallSequence("other"));
    await first.save();
    const second = await openTab(disk, locks);
    await second.restore("ours");
    second.ask(50);
    expect(await second.save()).toBe("saved");
    // Back in the first tab, an undo leads to the mesh that the second one has open.
    first.page.show();
    while (first.stores.document.getState().sequence?.name !== "ours") first.history.undo();
    first.ask(60);
    expect(await first.save()).toBe("saved");
    const ours = (await first.projects.list()).filter(({ name }) => name === "ours");
    expect(ours).toHaveLength(1);
    const [{ id, versions }] = ours;
    const newest = versions
      .slice(0, 2)
      .map(async (version) => (await first.projects.load(id, version.id)).settings?.bones);
    expect(await Promise.all(newest)).toEqual([60, 50]);
  });

  it("releases the project when its tab ends, so that another one can continue", async () => {
    const disk = new FaultyStorage();
    const locks = new BrowserLocks();
    const first = await openTab(disk, locks);
    first.open(smallSequence());
    await first.save();
    first.end();
    const second = await openTab(disk, locks);
    await second.restore();
    second.ask(34);
    await second.save();
    expect(await second.projects.list()).toHaveLength(1);
  });
});
