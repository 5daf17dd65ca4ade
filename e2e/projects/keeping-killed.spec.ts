import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { documentOf, openStudio, setBones } from "../../tools/studio-driver/studio";
import { keepBar, kill, madeOf, restore, untilSaved } from "./kept-page";

/** Names of all files of the kept projects. */
const filesKept = (page: Page) =>
  page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("projects");
    const names: string[] = [];
    for await (const folder of root.values()) {
      for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name);
    }
    return names;
  });

/**
 * Solves, and returns when the rig arrives.
 * @param mute blocks all messages to workers from then on.
 */
async function solve(page: Page, mute: boolean): Promise<void> {
  const ended = page.evaluate(
    (mute) =>
      new Promise<void>((resolve) => {
        const stop = window.sinew.document.subscribe(({ report }: DocumentState) => {
          if (!report) return;
          stop();
          if (mute) Worker.prototype.postMessage = () => {};
          resolve();
        });
      }),
    mute,
  );
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await ended;
}

/** The moments at which the tab dies, and whether the rig is then on disk; null if both are possible. */
const MOMENTS: {
  name: string;
  mute: boolean;
  until(page: Page, before: string[]): Promise<void>;
  rig: boolean | null;
}[] = [
  { name: "as a solve ends, before anything is written", mute: true, rig: false, until: async () => {} },
  { name: "as a solve ends", mute: false, rig: null, until: async () => {} },
  {
    name: "when a solve's first file is being written",
    ...{ mute: false, rig: null },
    until: async (page, before) => {
      const isNew = (names: string[]) => names.some((name) => !before.includes(name));
      await expect.poll(async () => isNew(await filesKept(page)), { intervals: [1] }).toBe(true);
    },
  },
  { name: "once a solve is saved", mute: false, rig: true, until: untilSaved },
];

for (const { name, mute, until, rig } of MOMENTS) {
  test(`a tab that dies ${name} restores a complete project`, async ({ page, context }) => {
    await keepBar(page);
    const before = {
      document: await documentOf(page),
      made: await madeOf(page),
      files: await filesKept(page),
    };
    await solve(page, mute);
    const solved = await madeOf(page);
    expect(solved.sum).toBeGreaterThan(0);
    await until(page, before.files);
    await kill(page);

    const next = await context.newPage();
    const errors = await openStudio(next);
    await restore(next, "bar");
    const { vertices, frames, eRms } = await documentOf(next);
    expect([vertices, frames]).toEqual([before.document.vertices, before.document.frames]);
    const made = await madeOf(next);
    const hasRig = made.influences !== undefined;
    if (rig !== null) expect(hasRig).toBe(rig);
    expect(made).toEqual(hasRig ? solved : before.made);
    expect(eRms !== null).toBe(hasRig);
    // The project can be edited and kept.
    await setBones(next, 5);
    await untilSaved(next);
    expect(errors).toEqual([]);
  });
}
