import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { paintStateOf } from "../../tools/studio-driver/brush";
import { nextFrames, openStudio, viewState } from "../../tools/studio-driver/studio";
import type { CameraPose } from "../../workers/model/scene/scene-settings";
import { NO_PICTURE } from "../no-picture";
import { middle, paintSwayingBar, vertexAt } from "../paint/swaying-bar";

const keys = (page: Page) => page.getByRole("dialog", { name: "Keys" });

async function choosePreset(page: Page, name: string): Promise<void> {
  await page.keyboard.press("?");
  await keys(page).getByRole("radio", { name }).click();
  await expect(keys(page).getByRole("radio", { name })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(keys(page)).toBeHidden();
}

const camera = (page: Page): Promise<CameraPose> => page.evaluate(() => window.sinew.viewport()!.camera());

interface Gesture {
  button: "left" | "middle" | "right";
  /** Keys that are held. */
  hold?: string[];
}

/** Drags from a point and returns how the camera moved. */
async function dragged(page: Page, { button, hold = [] }: Gesture, from: readonly [number, number]) {
  const before = await camera(page);
  await page.mouse.move(...from);
  for (const key of hold) await page.keyboard.down(key);
  await page.mouse.down({ button });
  await page.mouse.move(from[0] + 30, from[1] + 22, { steps: 3 });
  await page.mouse.up({ button });
  for (const key of hold.toReversed()) await page.keyboard.up(key);
  await nextFrames(page);
  const after = await camera(page);
  return {
    orbit: after.yaw !== before.yaw,
    pan: after.target.some((x, axis) => x !== before.target[axis]) && after.distance === before.distance,
    zoom: after.distance !== before.distance,
  };
}

/** A point of the picture beside the mesh and the controls, where no brush takes a press. */
async function besideMesh(page: Page, [x, y]: readonly [number, number]): Promise<readonly [number, number]> {
  for (const [dx, dy] of [
    [170, 90],
    [170, -60],
    [-120, 90],
    [-120, -60],
  ]) {
    const place = [x + dx, y + dy] as const;
    await page.mouse.move(place[0] - 1, place[1]);
    await page.mouse.move(...place);
    await nextFrames(page);
    const { hovered } = await viewState(page);
    const isCanvas = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.tagName === "CANVAS",
      place,
    );
    if (isCanvas && hovered === null) return place;
  }
  throw new Error("The mesh fills the picture.");
}

const ORBIT = { orbit: true, pan: false, zoom: false };
const PAN = { orbit: false, pan: true, zoom: false };
const ZOOM = { orbit: false, zoom: true };
const NONE = { orbit: false, pan: false, zoom: false };

test("each preset moves the view, sizes the brush and plays as its program does", async ({ page }) => {
  const errors = await paintSwayingBar(page);
  // Until the camera has framed the bar for the view that Paint leaves.
  await nextFrames(page);
  const at = await middle(page);
  await vertexAt(page, at);
  const beside = await besideMesh(page, at);
  const radius = async () => (await paintStateOf(page)).radius;
  const strength = async () => (await paintStateOf(page)).strength;
  const steps = () => page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled");

  // Sinew: the left button beside the mesh, the right one anywhere.
  expect(await dragged(page, { button: "left" }, beside)).toEqual(ORBIT);
  expect(await dragged(page, { button: "middle", hold: ["Control"] }, at)).toMatchObject(ZOOM);
  let before = await radius();
  await dragged(page, { button: "left", hold: ["b"] }, at);
  expect(await radius()).toBe(before + 30);

  await choosePreset(page, "Maya");
  expect(await dragged(page, { button: "left" }, beside)).toEqual(NONE);
  const untouched = await steps();
  expect(await dragged(page, { button: "left", hold: ["Alt"] }, at)).toEqual(ORBIT);
  expect(await dragged(page, { button: "middle", hold: ["Alt"] }, at)).toEqual(PAN);
  expect(await dragged(page, { button: "right", hold: ["Alt"] }, at)).toMatchObject(ZOOM);
  expect(await steps()).toBe(untouched);
  before = await strength();
  await dragged(page, { button: "left", hold: ["n"] }, at);
  expect(await strength()).toBeCloseTo(Math.min(1, before + 0.15), 5);
  await page.keyboard.press("Alt+v");
  expect((await viewState(page)).playing).toBe(true);
  await page.keyboard.press("Alt+v");
  expect((await viewState(page)).playing).toBe(false);

  await choosePreset(page, "Blender");
  expect(await dragged(page, { button: "middle" }, at)).toEqual(ORBIT);
  expect(await dragged(page, { button: "middle", hold: ["Shift"] }, at)).toEqual(PAN);
  expect(await dragged(page, { button: "middle", hold: ["Control"] }, at)).toMatchObject(ZOOM);
  // F, then a move without a button. A click accepts the value and paints nothing, Escape restores it.
  before = await radius();
  await page.mouse.move(...at);
  await page.keyboard.press("f");
  await page.mouse.move(at[0] + 25, at[1], { steps: 2 });
  await page.mouse.click(at[0] + 25, at[1]);
  expect(await radius()).toBe(before + 25);
  // The way counts from where the pointer is, even if the key comes before the next frame.
  for (const x of [-40, 15]) {
    before = await radius();
    await Promise.all([page.mouse.move(at[0] + x, at[1]), page.keyboard.press("f")]);
    await page.mouse.move(at[0] + x + 10, at[1]);
    await page.mouse.click(at[0] + x + 10, at[1]);
    expect(await radius()).toBe(before + 10);
  }
  await page.mouse.move(...at);
  before = await strength();
  await page.keyboard.press("Shift+F");
  await page.mouse.move(at[0] - 15, at[1], { steps: 2 });
  expect(await strength()).not.toBe(before);
  await page.keyboard.press("Escape");
  expect(await strength()).toBe(before);
  expect(await steps()).toBe(untouched);

  await choosePreset(page, "Houdini");
  expect(await dragged(page, { button: "left", hold: ["Space"] }, at)).toEqual(ORBIT);
  expect(await dragged(page, { button: "middle", hold: ["Space"] }, at)).toEqual(PAN);
  expect(await dragged(page, { button: "right", hold: ["Alt"] }, at)).toMatchObject(ZOOM);
  expect((await viewState(page)).playing).toBe(false);
  before = await radius();
  await dragged(page, { button: "left", hold: ["Shift"] }, at);
  expect(await radius()).toBe(before + 30);
  await page.keyboard.press("ArrowUp");
  expect((await viewState(page)).playing).toBe(true);
  await page.keyboard.press("ArrowUp");
  expect(errors).toEqual([]);
});

test(
  "keys are edited, conflicts are reported, and the browser remembers the keys",
  NO_PICTURE,
  async ({ page }) => {
    await openStudio(page);
    await page.keyboard.press("?");
    const filter = keys(page).getByRole("textbox", { name: "Filter by name" });
    const row = (name: string) =>
      keys(page)
        .getByRole("button", { name: new RegExp(`^${name}: `) })
        .first();
    await filter.fill("Frame");
    await row("Frame all").click();
    await page.keyboard.press("Control+z");
    const conflict = keys(page).getByRole("alert");
    await expect(conflict).toContainText("Ctrl Z is taken by “Undo”");
    await conflict.getByRole("button", { name: "Cancel" }).click();
    await row("Frame all").click();
    await page.keyboard.press("Control+Shift+w");
    await expect(row("Frame all")).toContainText("The browser keeps");
    await page.keyboard.press("y");
    await expect(row("Frame all")).toContainText("Y");

    await row("Frame selection").click();
    await page.keyboard.press("y");
    await expect(conflict).toContainText("Y is taken by “Frame all”");
    await conflict.getByRole("button", { name: "Move it here" }).click();
    await expect(row("Frame selection")).toContainText("Y");
    await expect(keys(page).getByRole("button", { name: "Frame all: add a key" })).toBeVisible();
    await keys(page).getByRole("button", { name: "Reset Frame all" }).click();
    await expect(row("Frame all")).toContainText("Shift F");

    await filter.fill("orbit the");
    await keys(page).getByRole("button", { name: "Orbit the view: add a key" }).click();
    await keys(page)
      .getByText("Press a button here")
      .click({ button: "middle", modifiers: ["Alt"] });
    await expect(keys(page).getByRole("button", { name: "Orbit the view: Alt MMB. Change" })).toBeVisible();

    const download = page.waitForEvent("download");
    await keys(page).getByRole("button", { name: "Export" }).click();
    const written = await readFile(await (await download).path(), "utf8");
    expect(JSON.parse(written).edits.keys).toEqual({ "view.frame-selection": ["Y"] });
    await page.keyboard.press("Escape");

    await page.reload();
    await page.keyboard.press("?");
    await filter.fill("Frame sel");
    await expect(row("Frame selection")).toContainText("Y");
    const importing = async (text: string) => {
      const chooser = page.waitForEvent("filechooser");
      await keys(page).getByRole("button", { name: "Import…" }).click();
      await (await chooser).setFiles({
        name: "keys.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    };
    await importing('{"preset": "softimage"');
    await expect(keys(page).getByRole("alert")).toContainText("This is not a JSON file");
    await keys(page).getByRole("button", { name: "Reset all" }).click();
    await expect(row("Frame selection")).toContainText("F");
    await importing(written);
    await expect(row("Frame selection")).toContainText("Y");
    await expect(keys(page).getByRole("alert")).toHaveCount(0);
  },
);
