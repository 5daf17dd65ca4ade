import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { zipSync } from "fflate";
import type { TestFile } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  setSolve,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { writeObj } from "../../workers/formats/obj/write-obj";
import { writeMdd } from "../../workers/formats/point-cache/mdd";
import { frameOf } from "../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar } from "../../workers/testing/sequences";

const small = () => bendingBar({ bones: 3, frames: 12, length: 24, width: 4 });

/** Every frame as a separate OBJ, the last one first, because the numbers give the order. */
function numbered(folder = ""): TestFile[] {
  const { sequence } = small();
  return Array.from({ length: sequence.frameCount }, (_, k) => ({
    path: `${folder}bar.${k + 1}.obj`,
    bytes: writeObj(sequence, frameOf(sequence, k)),
  })).reverse();
}

/** Largest distance of the open document from the bar, in any frame and coordinate. */
async function distanceToBar(page: Page): Promise<number> {
  const { sequence } = small();
  const opened = await page.evaluate(() => {
    const { frames = new Float32Array(), origin = [0, 0, 0] } =
      window.sinew.document.getState().sequence ?? {};
    return [...(frames as Float32Array)].map((x, i) => x + origin[i % 3]);
  });
  expect(opened.length).toBe(sequence.frames.length);
  const wanted = sequence.frames.map((x, i) => x + sequence.origin[i % 3]);
  return opened.reduce((most, x, i) => Math.max(most, Math.abs(x - wanted[i])), 0);
}

test("numbered files become frames in the order of their numbers", async ({ page }) => {
  await openStudio(page);
  await drop(page, numbered());
  await untilOpen(page);
  expect(await documentOf(page)).toMatchObject({ frames: 12 });
  expect(await distanceToBar(page)).toBeLessThan(1e-5);
});

test("a zip of numbered files opens like the files", async ({ page }) => {
  await openStudio(page);
  const entries = numbered("shot/").map(({ path, bytes }) => [path, bytes] as const);
  await drop(page, [{ path: "shot.zip", bytes: zipSync(Object.fromEntries(entries)) }]);
  await untilOpen(page);
  expect(await distanceToBar(page)).toBeLessThan(1e-5);
});

test("an OBJ and an MDD open together, at the cache's rate", async ({ page }) => {
  await openStudio(page);
  const { sequence } = small();
  await drop(page, [
    { path: "bar.obj", bytes: writeObj(sequence) },
    { path: "bar.mdd", bytes: writeMdd(sequence) },
  ]);
  await untilOpen(page);
  expect(await distanceToBar(page)).toBeLessThan(1e-5);
  expect(await page.evaluate(() => window.sinew.document.getState().sequence?.fps)).toBe(24);
});

/** Names of the animations in a GLB. */
function animationsOf(glb: Buffer): string[] {
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
  return json.animations.map(({ name }: { name: string }) => name);
}

test("a character's clips are chosen, shown as ranges, and exported by name", async ({ page }) => {
  const { sequence, rig } = small();
  sequence.clips = [
    { name: "bend", first: 0, last: 4 },
    { name: "sway", first: 5, last: 8 },
    { name: "rest", first: 9, last: 11 },
  ];
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await openStudio(page);
  await drop(page, [{ path: "walker.glb", bytes }]);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("spinbutton", { name: "Frame rate" })).toHaveAttribute("aria-valuenow", "24");
  await dialog.getByRole("checkbox", { name: /rest/ }).click();
  await dialog.getByRole("radio", { name: "Only the motion" }).click();
  const rate = dialog.getByRole("spinbutton", { name: "Frame rate" });
  // Escape ends a drag, and leaves the dialog open.
  const { x, y } = (await rate.boundingBox())!;
  await page.mouse.move(x + 20, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 8, { steps: 3 });
  await expect(rate).not.toHaveAttribute("aria-valuenow", "24");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(rate).toHaveAttribute("aria-valuenow", "24");
  await rate.focus();
  await page.keyboard.type("24*2");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  const opened = await page.evaluate(() => {
    const { fps, clips } = window.sinew.document.getState().sequence ?? {};
    return { fps, clips };
  });
  expect(opened).toEqual({
    fps: 48,
    clips: [
      { name: "bend", first: 0, last: 8 },
      { name: "sway", first: 9, last: 15 },
    ],
  });

  await setBones(page, 3);
  await setSolve(page, { Iterations: 2 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await page.getByRole("button", { name: "Export…" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(animationsOf(await readFile(await download.path()))).toEqual(["bend", "sway"]);
});
