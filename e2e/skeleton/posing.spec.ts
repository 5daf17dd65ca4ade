import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  drop,
  nextFrames,
  openStudio,
  selectBones,
  typeInto,
  untilOpen,
} from "../../tools/studio-driver/studio";
import { exportGlb } from "../../workers/formats/gltf/write/export";
import { UNWATCHED } from "../../workers/model/task";
import { BODIES, movingBody } from "../../workers/testing/bodies";
import { cardOf, restore, untilSaved } from "../projects/kept-page";

let errors: string[];

test.beforeEach(async ({ page }) => {
  const { sequence, rig } = movingBody(BODIES.hound, "thigh_L");
  const { bytes } = await exportGlb(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await page.setViewportSize({ width: 1240, height: 860 });
  errors = await openStudio(page);
  await drop(page, [{ path: "hound.glb", bytes }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { pose, poses, livePose, rig } = window.sinew.document.getState() as DocumentState;
    return {
      rotations: pose ? [...pose.rotations] : null,
      kept: poses.map(({ name }) => name),
      live: livePose !== null,
      bones: rig!.bones.map(({ name }) => name),
      motion: rig!.motion.reduce((sum, x, n) => sum + x * ((n % 89) + 1), 0),
    };
  });

const undo = (page: Page) => page.keyboard.press("ControlOrMeta+z");

/** The angle of a bone's rotation in a pose, in degrees. */
const angleOf = ({ rotations, bones }: Awaited<ReturnType<typeof stateOf>>, name: string): number => {
  const at = 4 * bones.indexOf(name);
  const q = rotations!.slice(at, at + 4);
  return (360 / Math.PI) * Math.atan2(Math.hypot(q[0], q[1], q[2]), Math.abs(q[3]));
};

const choose = async (page: Page, name: string) => {
  const { bones } = await stateOf(page);
  await selectBones(page, bones.indexOf(name));
};

/** The posed place of a bone's end on the page: the head of its child at rest, carried along. */
const headOnPage = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    return window.sinew.viewport()!.handleAt(rig!.bones.findIndex((bone) => bone.name === wanted))!;
  }, name);

test("an end is dragged, and the limb follows; Escape cancels, and undo takes it back", async ({ page }) => {
  const { motion } = await stateOf(page);
  await choose(page, "paw_L");
  await page.getByRole("radio", { name: "Drag ends" }).click();
  await nextFrames(page);
  // The end of the paw is where the toe begins.
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
  // The motion stays as it is.
  expect(posed.motion).toBe(motion);
  await undo(page);
  expect((await stateOf(page)).rotations).toBeNull();
});

test("a pose is typed, mirrored, kept, named, mixed in, and still there after a reload", async ({ page }) => {
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
});

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

test("names are offered, edited and given in one step", async ({ page }) => {
  const { bones } = await stateOf(page);
  await page.getByRole("combobox", { name: "Name as" }).click();
  await page.getByRole("option", { name: /Quadruped.*\.L \.R/ }).click();
  await page.getByRole("textbox", { name: "New name of paw_L" }).fill("mitten.L");
  await page.getByRole("button", { name: /^Name \d+ bones$/ }).click();
  const now = (await stateOf(page)).bones;
  expect(now[bones.indexOf("paw_L")]).toBe("mitten.L");
  expect(now[bones.indexOf("thigh_R")]).toBe("thigh.R");
  expect(now[bones.indexOf("neck_01")]).toBe("neck_01");
  await expect(page.getByText("1 set by hand")).toBeVisible();
  await undo(page);
  expect((await stateOf(page)).bones).toEqual(bones);
});
