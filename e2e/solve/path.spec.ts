import { expect, type Page, test } from "@playwright/test";
import { objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  leaveField,
  openStudio,
  selectBones,
  setBones,
  setSolve,
  typeInto,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";
import { bendingBar } from "../../workers/testing/sequences";

/** Opens a bar that six bones bend, and solves it with four bones. */
async function openSolved(page: Page, byItself = false): Promise<string[]> {
  const errors = await openStudio(page);
  const { sequence } = bendingBar({ bones: 6, frames: 8, length: 14, width: 2 });
  await drop(page, objAndCache(sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 4);
  await setSolve(page, { Iterations: 20, "Seeded restarts": 1 });
  if (byItself) await page.getByRole("checkbox", { name: "Path in the background" }).click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  return errors;
}

/** Solves the bar, and then its path: by its button, or by itself. */
async function openPath(page: Page, byItself = false): Promise<string[]> {
  const errors = await openSolved(page, byItself);
  if (byItself) {
    const playback = page.getByRole("toolbar", { name: "Playback" });
    await playback.getByRole("button", { name: "Path" }).click({ timeout: 60_000 });
  } else await page.getByRole("button", { name: "Solve path" }).click();
  await expect(page.getByRole("button", { name: "Go to knee" })).toBeVisible({ timeout: 60_000 });
  return errors;
}

const plot = (page: Page) => page.getByRole("slider", { name: "Bones of the rig" });

/** The number of bones of the document's rig, of its settings and of its report, and its error. */
async function shown(page: Page) {
  const { bones, settings, report, eRms } = await documentOf(page);
  return { bones, asked: settings.bones, reported: report?.bones, eRms };
}

/** The largest number of influences of a vertex of the rig on screen. */
const mostInfluences = (page: Page) =>
  page.evaluate(() => {
    const { partial, rig } = window.sinew.document.getState();
    const { offsets } = ((partial ?? rig) as Rig).weights;
    return offsets.reduce((most, at, i) => Math.max(most, at - (offsets[i - 1] ?? 0)), 0);
  });

/** A sum that tells the weights of the rig on screen from others. */
const shownWeights = (page: Page) =>
  page.evaluate(() => {
    const { partial, rig } = window.sinew.document.getState();
    const { values, bones } = ((partial ?? rig) as Rig).weights;
    return values.reduce((sum, w, e) => sum + w * Math.sin(e + 7 * bones[e]), 0);
  });

/** Presses the mouse on a number field. */
async function press(page: Page, label: string): Promise<void> {
  const box = (await page.getByRole("spinbutton", { name: label }).boundingBox())!;
  pointer = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...pointer);
  await page.mouse.down();
}

/** Where the mouse is. */
let pointer: [number, number] = [0, 0];

async function moveBy(page: Page, x: number): Promise<void> {
  pointer = [pointer[0] + x, pointer[1]];
  await page.mouse.move(...pointer, { steps: 6 });
}

/** The place of a count on the plot, in CSS pixels of the page. */
async function placeOf(page: Page, bones: number): Promise<[number, number]> {
  const box = (await plot(page).boundingBox())!;
  const x = await plot(page)
    .locator("circle")
    .nth(bones - 1)
    .evaluate((circle) => circle.getBoundingClientRect().x + circle.getBoundingClientRect().width / 2);
  return [x, box.y + box.height / 2];
}

test("a drag along the curve changes the rig at once, and is one step", async ({ page }) => {
  const errors = await openPath(page);
  const before = await shown(page);
  expect(before.bones).toBe(4);
  await page.mouse.move(...(await placeOf(page, 4)));
  await page.mouse.down();
  for (const bones of [5, 7, 8, 2]) {
    await page.mouse.move(...(await placeOf(page, bones)), { steps: 4 });
    expect(await shown(page)).toMatchObject({ bones, asked: bones, reported: bones });
  }
  await page.mouse.up();
  await expect(page.getByRole("spinbutton", { name: "Bones" })).toHaveAttribute("aria-valuenow", "2");
  await expect(page.locator("[data-ui=path-bar]")).toContainText("2 of 8 bones");
  // The rig that rests is refined within the same step.
  await expect(page.locator("[data-ui=path-bar]")).not.toContainText("Refining");
  await page.keyboard.press("ControlOrMeta+z");
  expect(await shown(page)).toEqual(before);
  expect(errors).toEqual([]);
});

test("keys, the Bones field, the knee and the error target move along the path", async ({ page }) => {
  const errors = await openPath(page);
  await plot(page).focus();
  await page.keyboard.press("ArrowRight");
  expect((await shown(page)).bones).toBe(5);
  await page.keyboard.press("End");
  expect((await shown(page)).bones).toBe(8);
  await page.keyboard.press("Home");
  expect((await shown(page)).bones).toBe(1);

  const field = page.getByRole("spinbutton", { name: "Bones" });
  const box = (await field.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y, { steps: 3 });
  await page.mouse.move(x + 4, y);
  expect((await shown(page)).bones).toBe(3);
  await page.mouse.up();
  expect(await shown(page)).toMatchObject({ bones: 3, asked: 3, reported: 3 });
  await page.keyboard.press("ControlOrMeta+z");
  expect((await shown(page)).bones).toBe(1);

  await page.getByRole("button", { name: "Go to knee" }).click();
  const { settings } = await documentOf(page);
  expect(settings.knee).toBe(true);
  expect((await shown(page)).bones).toBe(settings.bones);

  const handle = (await plot(page).locator("[data-ui=path-target] rect").first().boundingBox())!;
  await page.mouse.move(handle.x + 2, handle.y + handle.height / 2);
  await page.mouse.down();
  const [, middle] = await placeOf(page, 1);
  await page.mouse.move(handle.x + 2, middle, { steps: 4 });
  await page.mouse.up();
  const { errorTarget } = (await documentOf(page)).settings;
  expect(errorTarget).toBeGreaterThan(0);
  const { report } = await documentOf(page);
  expect(report!.rmsePercent / 100).toBeLessThanOrEqual(errorTarget!);
  await expect(plot(page).getByText(/^target .*bones?$/)).toBeVisible();
  expect(errors).toEqual([]);
});

test("a drag of Influences or Smoothness shows a quick fit before its end, and is one step", async ({
  page,
}) => {
  const errors = await openSolved(page);
  const before = await shown(page);
  const [rig, most] = [await shownWeights(page), await mostInfluences(page)];
  expect(most).toBeGreaterThan(1);
  const label = page.locator("[data-ui=label]");

  await press(page, "Influences");
  await moveBy(page, -60);
  await expect.poll(() => mostInfluences(page)).toBe(1);
  await expect(label).toHaveText(/^Quick fit, ERMS [\d.]+$/);
  expect((await documentOf(page)).settings.influences).toBe(4);
  // Back at its start the drag shows the document's own rig.
  await moveBy(page, 60);
  await expect.poll(() => shownWeights(page)).toBe(rig);
  await expect(label).toHaveCount(0);
  await moveBy(page, -60);
  await expect.poll(() => mostInfluences(page)).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => shownWeights(page)).toBe(rig);
  await page.mouse.up();
  expect(await shown(page)).toEqual(before);

  await press(page, "Influences");
  await moveBy(page, -60);
  await expect.poll(() => mostInfluences(page)).toBe(1);
  await page.mouse.up();
  await expect(page.getByText("Fitting the rig to the settings")).toHaveCount(0, { timeout: 30_000 });
  expect(await mostInfluences(page)).toBe(1);
  expect((await shown(page)).eRms).toBeGreaterThan(before.eRms!);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await shown(page)).toEqual(before);
  expect(await mostInfluences(page)).toBe(most);

  await press(page, "Smoothness");
  await moveBy(page, 120);
  await expect.poll(() => shownWeights(page)).not.toBe(rig);
  await expect(label).toHaveText(/^Quick fit/);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await shown(page)).toEqual(before);
  expect(errors).toEqual([]);
});

test("a path starts by itself; edits and other settings take the rig off it, an undo puts it back", async ({
  page,
}) => {
  const errors = await openPath(page, true);
  await selectBones(page, 1);
  await page.keyboard.press("Delete");
  await expect(page.locator("[data-ui=path-bar]")).toContainText("The rig was changed");
  await expect(plot(page)).toHaveAttribute("aria-disabled", "true");

  // On a phone, the strip keeps to one line, and its last button is in the window.
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.locator("[data-ui=path-bar]");
  const words = bar.getByText("The rig was changed");
  await expect.poll(async () => (await words.boundingBox())?.height).toBeLessThan(24);
  await expect(bar.getByRole("button").last()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(window);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(plot(page)).toHaveAttribute("aria-disabled", "false");
  await page.locator("[data-ui=path-bar]").getByRole("button", { name: "Timeline" }).click();
  await expect(page.getByRole("toolbar", { name: "Playback" })).toBeVisible();
  await page.getByRole("toolbar", { name: "Playback" }).getByRole("button", { name: "Path" }).click();
  await expect(plot(page)).toBeVisible();

  // The rig also follows the other settings at once, in one step.
  const before = await shown(page);
  const most = await mostInfluences(page);
  expect(most).toBeGreaterThan(1);
  await typeInto(page, "Influences", "1");
  await expect.poll(() => mostInfluences(page)).toBe(1);
  // The quick fit is shown first; the error is of the rig that was refined.
  await expect.poll(async () => (await shown(page)).eRms).toBeGreaterThan(before.eRms!);
  await expect(page.getByText("Fitting the rig to the settings")).toHaveCount(0);
  await leaveField(page);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await shown(page)).toEqual(before);
  expect(await mostInfluences(page)).toBe(most);
  expect(errors).toEqual([]);
});
