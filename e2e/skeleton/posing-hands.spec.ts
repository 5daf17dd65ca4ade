import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { findRing } from "../../tools/studio-driver/find-cursor";
import { nextFrames, typeInto } from "../../tools/studio-driver/studio";
import { angleOf, chooseBone, dragFrom, headOnPage, openHound, posesOf, undo } from "./hound";

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await openHound(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

const away = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

/** The text beside the pointer during a drag. */
const spoken = (page: Page, text: RegExp) => expect(page.getByText(text).first()).toBeVisible();

const limitsOf = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    return rig!.bones.find((bone) => bone.name === wanted)!.limits ?? null;
  }, name);

test("a pinned foot stays while the hips are moved, and follows without the pin", async ({ page }) => {
  await page.getByRole("radio", { name: "Drag ends" }).click();
  await chooseBone(page, "hock_L");
  await page.getByRole("checkbox", { name: /Pin the end of hock_L/ }).click();
  await chooseBone(page, "pelvis");
  await nextFrames(page);
  const [foot, other] = [await headOnPage(page, "foot_L"), await headOnPage(page, "foot_R")];
  await dragFrom(page, "pelvis", [0, 14]);
  await page.mouse.up();
  const posed = await posesOf(page);
  expect(angleOf(posed, "shin_L")).toBeGreaterThan(1);
  expect(angleOf(posed, "shin_R")).toBe(0);
  expect(away(await headOnPage(page, "foot_L"), foot)).toBeLessThan(2);
  expect(away(await headOnPage(page, "foot_R"), other)).toBeGreaterThan(8);
  await undo(page);
  expect((await posesOf(page)).rotations).toBeNull();
  await chooseBone(page, "hock_L");
  await page.keyboard.press("Shift+I");
  await chooseBone(page, "pelvis");
  await dragFrom(page, "pelvis", [0, 14]);
  await page.mouse.up();
  expect(away(await headOnPage(page, "foot_L"), foot)).toBeGreaterThan(8);
});

test("the bend swings while the end stays, and Shift and Ctrl drag an end finely and in steps", async ({
  page,
}) => {
  await page.getByRole("radio", { name: "Drag ends" }).click();
  await chooseBone(page, "paw_L");
  await nextFrames(page);
  const [end, elbow] = [await headOnPage(page, "toe_L"), await headOnPage(page, "forearm_L")];
  await dragFrom(page, "forearm_L", [25, 0]);
  await spoken(page, /^−?\d+°/);
  await page.mouse.up();
  expect(away(await headOnPage(page, "toe_L"), end)).toBeLessThan(1.5);
  expect(away(await headOnPage(page, "forearm_L"), elbow)).toBeGreaterThan(1);
  await undo(page);
  expect((await posesOf(page)).rotations).toBeNull();

  await dragFrom(page, "toe_L", [40, -30], "Shift");
  await page.mouse.up();
  expect(away(await headOnPage(page, "toe_L"), end)).toBeLessThan(12);
  await undo(page);
  await dragFrom(page, "toe_L", [30, -40], "Control");
  await spoken(page, /\d+(\.\d+)?\s(mm|cm|m)\b/);
  await page.mouse.up();
  expect(away(await headOnPage(page, "toe_L"), end)).toBeGreaterThan(20);
});

test("a hinge stops the ring, the field and the handle, which say so", async ({ page }) => {
  await chooseBone(page, "forearm_L");
  await page.getByRole("button", { name: /^Limits/ }).click();
  await page.getByRole("combobox", { name: "How the joint turns" }).click();
  await page.getByRole("option", { name: "on a hinge" }).click();
  await typeInto(page, "Min angle", "-20");
  await typeInto(page, "Max angle", "30");
  expect(await limitsOf(page, "forearm_L")).toMatchObject({
    hinge: { range: [expect.closeTo(-Math.PI / 9, 3), expect.closeTo(Math.PI / 6, 3)] },
  });

  // The field refuses what the hinge does not allow.
  await page.getByRole("spinbutton", { name: "Rotation x" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("60");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rotation x goes from −20 to 30.")).toBeVisible();
  await typeInto(page, "Rotation x", "30");
  expect(angleOf(await posesOf(page), "forearm_L")).toBeCloseTo(30, 1);
  await expect(page.getByText("forearm_L is at its limit.")).toBeVisible();
  await undo(page);

  // A ring stops.
  await page.getByRole("radio", { name: "Rotate" }).click();
  await nextFrames(page);
  const [x, y] = await findRing(page, (await posesOf(page)).bones.indexOf("forearm_L"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 260, { steps: 12 });
  await spoken(page, /at its limit/);
  await page.mouse.up();
  const turned = await posesOf(page);
  expect(turned.rotations === null ? 0 : angleOf(turned, "forearm_L")).toBeLessThan(30.2);

  // Without keeping limits, any angle may be typed.
  await page.getByRole("checkbox", { name: "Keep limits while posing" }).click();
  await typeInto(page, "Rotation x", "60");
  expect(angleOf(await posesOf(page), "forearm_L")).toBeGreaterThan(50);
});

test("poses follow their bones through renames and edits, and an undo restores them", async ({ page }) => {
  await chooseBone(page, "upperarm_L");
  await typeInto(page, "Rotation x", "40");
  await page.getByRole("button", { name: "Keep this pose" }).click();
  const shown = page.getByRole("button", { name: "Show pose Pose 1" });
  await shown.focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("never");
  await page.keyboard.press("Escape");
  expect((await posesOf(page)).kept).toEqual(["Pose 1"]);
  await expect(shown).toBeFocused();
  await page.getByRole("button", { name: "Back to motion" }).click();

  // The tree gets another root, and the pose of the arm stays.
  const { bones } = await posesOf(page);
  await chooseBone(page, "spine_02");
  await page.getByTestId("inspector").getByRole("button", { name: "Make root" }).click();
  await expect.poll(async () => (await posesOf(page)).bones[0]).toBe("spine_02");
  expect((await posesOf(page)).kept).toEqual(["Pose 1"]);
  await shown.click();
  const posed = await posesOf(page);
  expect(angleOf(posed, "upperarm_L")).toBeCloseTo(40, 0);
  for (const name of ["upperarm_R", "tail_02", "head"]) expect(angleOf(posed, name)).toBeLessThan(0.5);
  await undo(page);
  await undo(page);
  expect((await posesOf(page)).bones).toEqual(bones);

  // The shown pose is the one that was kept.
  await shown.click();
  expect(angleOf(await posesOf(page), "upperarm_L")).toBeCloseTo(40, 1);
});
