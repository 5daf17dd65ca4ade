import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { expect, type Page, test } from "@playwright/test";
import {
  documentOf,
  goToFrame,
  OFTEN,
  openStudio,
  performByName,
  setSolve,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";
import { writeObj } from "../../workers/formats/obj/write-obj";
import { pc2Header, pc2Sample } from "../../workers/formats/point-cache/pc2";
import { frameOf } from "../../workers/model/mesh/mesh-sequence";
import { bendingBar } from "../../workers/testing/sequences";
import { cardOf, restore, untilSaved } from "../projects/kept-page";

/** The frames of the cache: those of the bar, again and again. */
const FRAMES = 2000;
const { sequence } = bendingBar({ bones: 4, frames: 30, length: 48, width: 12 });
const OPEN = "Open and leave frames in the files";

let folder = "";
let files: string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-large-"));
  files = [join(folder, "long.obj"), join(folder, "long.pc2")];
  await writeFile(files[0], writeObj(sequence));
  const cache = createWriteStream(files[1]);
  cache.write(pc2Header(sequence.vertexCount, FRAMES));
  const samples = Array.from({ length: sequence.frameCount }, (_, k) =>
    pc2Sample(frameOf(sequence, k), sequence.origin),
  );
  for (let k = 0; k < FRAMES; k++) {
    if (!cache.write(samples[k % samples.length])) await once(cache, "drain");
  }
  cache.end();
  await finished(cache);
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the long bar by the menu's action, and leaves its frames in the files. */
async function openLong(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await performByName(page, OPEN);
  await (await chooser).setFiles(files);
  await untilOpen(page);
}

const note = (page: Page) => page.locator("[data-ui=source-note]");

/** Largest distance of the source on screen from a frame of the bar, in any coordinate. */
async function distanceOnScreen(page: Page, frame: number): Promise<number> {
  const shown = await page.evaluate(async () => [...((await window.sinew.viewport()?.readSource()) ?? [])]);
  const wanted = frameOf(sequence, frame % sequence.frameCount);
  if (shown.length !== wanted.length) return Number.POSITIVE_INFINITY;
  return shown.reduce((most, x, i) => Math.max(most, Math.abs(x - wanted[i])), 0);
}

/** Drags along the timeline, from one share of its width to another. @returns the frame at its end. */
async function scrub(page: Page, from: number, to: number): Promise<number> {
  const track = (await page.getByRole("slider", { name: "Frame", exact: true }).boundingBox())!;
  const y = track.y + track.height / 2;
  await page.mouse.move(track.x + from * track.width, y);
  await page.mouse.down();
  await page.mouse.move(track.x + to * track.width, y, { steps: 25 });
  await page.mouse.up();
  return (await viewState(page)).frame;
}

const untilOnScreen = (page: Page, frame: number) =>
  expect.poll(() => distanceOnScreen(page, frame), OFTEN).toBeLessThan(1e-4);

test("a cache that stays in its file opens, scrubs, solves, plays, exports, undoes and comes back", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const errors = await openStudio(page);
  await openLong(page);
  expect(await documentOf(page)).toMatchObject({ frames: FRAMES, vertices: sequence.vertexCount });
  expect(await page.evaluate(() => window.sinew.document.getState().sequence!.frames)).toMatchObject({
    files: ["long.obj", "long.pc2"],
  });
  await expect(note(page)).toHaveText("Frames are read from long.obj and long.pc2 as you need them");

  // Any frame comes from the file: the last one, one in the middle, one before it.
  await page.keyboard.press("End");
  await untilOnScreen(page, FRAMES - 1);
  await goToFrame(page, 7);
  await untilOnScreen(page, 7);
  await untilOnScreen(page, await scrub(page, 0.2, 0.6));

  // What needs all frames says so.
  const tabs = page.getByRole("navigation", { name: "Workspaces" });
  await expect(tabs.getByRole("button", { name: "Compare workspace" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  await setSolve(page, { Bones: 4, Iterations: 6 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  const { report, bones } = await documentOf(page);
  expect(bones).toBe(4);
  expect(report!.eRms).toBeLessThan(2);
  expect(report!.notes!.join()).toContain("read in passes");
  expect(report!.errorPerFrame).toHaveLength(FRAMES);

  // The rig plays without the source, and frames move on.
  const before = (await viewState(page)).frame;
  await page.keyboard.press("Space");
  await expect.poll(async () => (await viewState(page)).frame, OFTEN).not.toBe(before);
  await page.keyboard.press("Space");

  await performByName(page, "Export…");
  const dialog = page.getByRole("dialog", { name: "Export" });
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("long.glb");

  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => (await documentOf(page)).bones, OFTEN).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(async () => (await documentOf(page)).bones, OFTEN).toBe(4);

  // After a reload the rig is there, and the frames come back with their files.
  await untilSaved(page);
  await page.reload();
  await expect(cardOf(page, "long")).toBeVisible();
  await restore(page, "long");
  expect(await documentOf(page)).toMatchObject({ frames: FRAMES, bones: 4 });
  await expect(note(page)).toContainText("which are not open. Rig and rest pose are here.");
  const again = page.getByRole("button", { name: "Solve again", exact: true });
  await expect(again).toHaveAttribute("aria-disabled", "true");
  const chooser = page.waitForEvent("filechooser");
  await note(page).getByRole("button", { name: "Locate files…" }).click();
  await (await chooser).setFiles(files);
  await expect(note(page)).toHaveText("Frames are read from long.obj and long.pc2 as you need them");
  await page.keyboard.press("End");
  await untilOnScreen(page, FRAMES - 1);
  expect(errors).toEqual([]);
});

test("a solve from files is paused, resumed and cancelled", async ({ page }) => {
  test.setTimeout(120_000);
  await openStudio(page);
  await openLong(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Solve", exact: true })).toBeEnabled();
  expect((await documentOf(page)).bones).toBe(0);
});

test("a file that changes while it is open is named, and nothing is lost", async ({ page }) => {
  test.setTimeout(120_000);
  await openStudio(page);
  await openLong(page);
  await truncate(files[1], 1e6);
  await scrub(page, 0.3, 0.4);
  await expect(note(page)).toContainText("long.pc2 can no longer be read");
  expect(await documentOf(page)).toMatchObject({ frames: FRAMES });
});
