import { expect, test } from "@playwright/test";
import { nextFrames, typeInto } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { cardOf, restore, untilSaved } from "../projects/kept-page";
import { angleOf, chooseBone as choose, headOnPage, openHound, posesOf as stateOf, undo } from "./hound";

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await openHound(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("an end is dragged and the limb follows; Escape cancels, and an undo restores the pose", async ({
  page,
}) => {
  const { motion } = await stateOf(page);
  await choose(page, "paw_L");
  await page.getByRole("radio", { name: "Drag ends" }).click();
  await nextFrames(page);
  // The paw ends where the toe begins.
  const { x, y } = await headOnPage(page, "toe_L");
  await page.mouse.move(x, y);
  await nextFrames(page);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 40, { steps: 5 });
  expect((await stateOf(page)).live).toBe(true);
  await page.keyboard.press("Escape");
  expect(await stateOf(page)).toMatchObject({ rotations: null, live: false });
  await page.mouse.up();

  await page.mouse.move(x, y);
  await nextFrames(page);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 40, { steps: 5 });
  await page.mouse.up();
  const posed = await stateOf(page);
  for (const name of ["upperarm_L", "forearm_L"]) expect(angleOf(posed, name)).toBeGreaterThan(1);
  for (const name of ["chest", "upperarm_R", "pelvis"]) expect(angleOf(posed, name)).toBe(0);
  const moved = await headOnPage(page, "toe_L");
  expect(Math.hypot(moved.x - x - 30, moved.y - y + 40)).toBeLessThan(3);
  // The motion has not changed.
  expect(posed.motion).toBe(motion);
  await undo(page);
  expect((await stateOf(page)).rotations).toBeNull();
});

test(
  "a pose is typed, mirrored, kept, named, blended in, and restored after a reload",
  NO_PICTURE,
  async ({ page }) => {
    await choose(page, "upperarm_L");
    await typeInto(page, "Rotation x", "30");
    const typed = await stateOf(page);
    expect(angleOf(typed, "upperarm_L")).toBeCloseTo(30, 1);

    await page.getByRole("button", { name: "To other side" }).click();
    expect(angleOf(await stateOf(page), "upperarm_R")).toBeCloseTo(30, 1);
    await undo(page);
    await page.getByRole("button", { name: "Mirror", exact: true }).click();
    const mirrored = await stateOf(page);
    expect(angleOf(mirrored, "upperarm_R")).toBeCloseTo(30, 1);
    expect(angleOf(mirrored, "upperarm_L")).toBeCloseTo(0, 3);

    await page.getByRole("button", { name: "Keep this pose" }).click();
    expect((await stateOf(page)).kept).toEqual(["Pose 1"]);
    const shown = page.getByRole("button", { name: "Show pose Pose 1" });
    await shown.focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("salute");
    await page.keyboard.press("Enter");
    expect((await stateOf(page)).kept).toEqual(["salute"]);
    await expect(page.getByRole("button", { name: "Show pose salute" })).toBeFocused();

    await page.getByRole("button", { name: "Back to motion" }).click();
    expect((await stateOf(page)).rotations).toBeNull();
    await typeInto(page, "Share of the pose", "50");
    expect(angleOf(await stateOf(page), "upperarm_R")).toBeCloseTo(15, 1);
    await page.getByRole("button", { name: "Show pose salute" }).click();
    expect(angleOf(await stateOf(page), "upperarm_R")).toBeCloseTo(30, 1);

    await untilSaved(page);
    await page.reload();
    await cardOf(page, "hound").waitFor();
    await restore(page, "hound");
    expect((await stateOf(page)).kept).toEqual(["salute"]);
  },
);

test("everything is undone, down to the opened file", async ({ page }) => {
  await choose(page, "shin_R");
  await typeInto(page, "Rotation z", "-20");
  await page.getByRole("button", { name: "Keep this pose" }).click();
  await page.getByRole("button", { name: "Delete pose Pose 1" }).click();
  await page.getByRole("button", { name: "Back to motion" }).click();
  for (let n = 0; n < 2; n++) await undo(page);
  expect((await stateOf(page)).kept).toEqual(["Pose 1"]);
  for (let n = 0; n < 2; n++) await undo(page);
  expect(await stateOf(page)).toMatchObject({ rotations: null, kept: [] });
});

test("after a pose is deleted, the one beside it has the focus", NO_PICTURE, async ({ page }) => {
  await choose(page, "shin_R");
  await typeInto(page, "Rotation z", "-20");
  for (let n = 0; n < 3; n++) await page.getByRole("button", { name: "Keep this pose" }).click();
  const row = (n: number) => page.getByRole("button", { name: `Show pose Pose ${n}` });
  await row(2).focus();
  await page.keyboard.press("Delete");
  await expect(row(3)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(row(1)).toBeFocused();
  expect((await stateOf(page)).kept).toEqual(["Pose 1"]);
  // After the last one, a sentence replaces the list and has the focus.
  await page.keyboard.press("Delete");
  await expect(page.getByText("Keep this pose adds the pose on screen to this list.")).toBeFocused();
});

test("names are offered, edited and applied in one step", NO_PICTURE, async ({ page }) => {
  const { bones } = await stateOf(page);
  await page.getByRole("combobox", { name: "Name as" }).click();
  await page.getByRole("option", { name: /Quadruped.*\.L \.R/ }).click();
  await page.getByRole("textbox", { name: "New name of paw_L" }).fill("mitten.L");
  await page.getByRole("button", { name: /^Rename \d+ bones$/ }).click();
  const now = (await stateOf(page)).bones;
  expect(now[bones.indexOf("paw_L")]).toBe("mitten.L");
  expect(now[bones.indexOf("thigh_R")]).toBe("thigh.R");
  expect(now[bones.indexOf("neck_01")]).toBe("neck_01");
  await expect(page.getByText("1 set by hand")).toBeVisible();
  await undo(page);
  expect((await stateOf(page)).bones).toEqual(bones);
});
