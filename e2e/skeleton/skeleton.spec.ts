import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { body } from "../../tools/studio-driver/files/limb";
import { drop, openStudio, typeInto, untilOpen, viewState } from "../../tools/studio-driver/studio";
import type { Point, Segment } from "../../workers/model/skeleton/skeleton";

let errors: string[];

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  errors = await openStudio(page);
  await drop(page, [body()]);
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await page.getByRole("button", { name: "Draw skeleton" }).click();
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

/** The skeleton in the file's coordinates. */
const segmentsOf = (page: Page) =>
  page.evaluate(() => {
    const { skeleton, sequence } = window.sinew.document.getState() as DocumentState;
    const inFile = (p: Point) => p.map((x, c) => x + sequence!.origin[c]) as Point;
    return (skeleton?.segments ?? []).map(
      (s): Segment => ({ ...s, head: inFile(s.head), tail: inFile(s.tail) }),
    );
  });

/** The place on the page of a point in the file's coordinates. */
const at = (page: Page, point: Point) =>
  page.evaluate((p) => {
    const { sequence } = window.sinew.document.getState() as DocumentState;
    const place = window.sinew
      .viewport()
      ?.pageOf([p[0] - sequence!.origin[0], p[1] - sequence!.origin[1], p[2] - sequence!.origin[2]]);
    return [place!.x, place!.y] as [number, number];
  }, point);

const click = async (page: Page, point: Point, aside: [number, number] = [0, 0]) => {
  const [x, y] = await at(page, point);
  await page.mouse.move(x + aside[0], y + aside[1]);
  await page.mouse.click(x + aside[0], y + aside[1]);
};

/** Waits for the mesh's tree of triangles, after which the studio draws a bone under the pointer. */
const ready = async (page: Page) => {
  await expect(async () => {
    await click(page, [0.9, 1.5, 0]);
    expect((await viewState(page)).firstJoint).not.toBeNull();
  }).toPass();
};

const names = async (page: Page) => (await segmentsOf(page)).map(({ name }) => name);
const offAxis = ([, y, z]: Point) => Math.hypot(y - 1.5, z);

/** The arm of three bones. */
async function drawArm(page: Page): Promise<void> {
  await ready(page);
  for (const x of [1.6, 2.3, 3]) {
    await click(page, [x, 1.5, 0], [0, 6]);
  }
  await expect.poll(() => names(page)).toEqual(["bone_01", "bone_02", "bone_03"]);
}

test("a chain is drawn along a limb, split, mirrored, reparented and undone", async ({ page }) => {
  await drawArm(page);
  const arm = await segmentsOf(page);
  expect(arm.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
  // The clicks are some pixels beside the middle, but the joints are on the axis, within 3 % of the limb's thickness.
  for (const { head, tail } of arm) for (const end of [head, tail]) expect(offAxis(end)).toBeLessThan(0.015);
  expect(arm[1].head).toEqual(arm[0].tail);
  expect(arm[2].tail[0]).toBeCloseTo(3, 1);

  // The chain ends; a bone is clicked and split; E continues from its end.
  await page.keyboard.press("Escape");
  expect((await viewState(page)).segment).toEqual({ segment: 2, end: null });
  await click(page, [1.25, 1.5, 0]);
  expect((await viewState(page)).segment).toEqual({ segment: 0, end: null });
  await page.keyboard.press("s");
  await expect.poll(() => names(page)).toEqual(["bone_01", "bone_04", "bone_02", "bone_03"]);
  await page.keyboard.press("e");
  expect((await viewState(page)).segment).toEqual({ segment: 0, end: "tail" });
  await click(page, [0, 0.8, 0]);
  await expect.poll(() => names(page)).toContain("bone_05");
  const fifth = (await segmentsOf(page))[4];
  expect(fifth.parent).toBe(0);
  expect(Math.hypot(fifth.tail[0], fifth.tail[2])).toBeLessThan(0.015);

  // The chain is mirrored: the other side gets names and the same parents.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await expect.poll(async () => (await segmentsOf(page)).length).toBeGreaterThan(8);
  const both = await segmentsOf(page);
  const named = (name: string) => both.find((segment) => segment.name === name)!;
  expect(both[named("bone_03.R").parent].name).toBe("bone_02.R");
  expect(named("bone_03.R").tail[0]).toBeCloseTo(-named("bone_03.L").tail[0], 5);

  // Choose another parent by name. The bones do not move.
  await page.getByRole("treeitem", { name: "bone_02.R" }).click();
  await page.getByRole("combobox", { name: "Parent" }).click();
  await page.getByRole("option", { name: "bone_01.L" }).last().click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  const edited = await segmentsOf(page);
  const moved = edited.find(({ name }) => name === "bone_02.R")!;
  expect(edited[moved.parent].name).toBe("bone_01.L");
  expect(moved.head).toEqual(named("bone_02.R").head);
  for (const [j, { parent }] of edited.entries()) expect(parent).toBeLessThan(j);

  // Everything is undone and redone.
  for (let n = 0; n < 7; n++) await page.keyboard.press("ControlOrMeta+z");
  expect(await segmentsOf(page)).toEqual([]);
  for (let n = 0; n < 7; n++) await page.keyboard.press("ControlOrMeta+Shift+z");
  expect(await segmentsOf(page)).toEqual(edited);
});

test("a click that snaps to the previous joint draws nothing; after an undo, drawing continues from the joint before it", async ({
  page,
}) => {
  await ready(page);
  const first = (await viewState(page)).firstJoint;
  // These clicks are too far from the axis to hit a joint, but their places snap to existing joints.
  const [a, b] = [await at(page, [0.9, 1.5, 0]), await at(page, [2.3, 1.5, 0])];
  const along = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const aside: [number, number] = [(-10 * (b[1] - a[1])) / along, (10 * (b[0] - a[0])) / along];
  const beside = async (x: number) => click(page, [x, 1.5, 0], aside);
  await beside(0.9);
  expect([(await viewState(page)).firstJoint, await names(page)]).toEqual([first, []]);
  await beside(1.6);
  await beside(2.3);
  expect(await names(page)).toEqual(["bone_01", "bone_02"]);
  // Wait, because a faster click would be a double click, which ends the chain.
  const placed = await page.evaluate(() => performance.now());
  await page.waitForFunction((before) => performance.now() - before > 450, placed);
  await beside(2.3);
  expect(await names(page)).toEqual(["bone_01", "bone_02"]);
  await expect.poll(async () => (await viewState(page)).hand).toBe("over joint");

  await page.keyboard.press("ControlOrMeta+z");
  expect((await viewState(page)).segment).toEqual({ segment: 0, end: "tail" });
  await beside(2.6);
  await expect.poll(() => names(page)).toEqual(["bone_01", "bone_02"]);
  const [upper, lower] = await segmentsOf(page);
  expect([lower.parent, lower.head]).toEqual([0, upper.tail]);
  for (let n = 0; n < 2; n++) await page.keyboard.press("ControlOrMeta+z");
  // The first joint of the tree is restored.
  expect([(await viewState(page)).firstJoint, await names(page)]).toEqual([first, []]);

  // After a joint is moved, a click beside the skeleton starts no bone but deselects.
  for (let n = 0; n < 2; n++) await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const [x, y] = await at(page, (await segmentsOf(page))[0].tail);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 2, { steps: 3 });
  await page.mouse.up();
  expect((await viewState(page)).segment?.end).toBeNull();
  await click(page, [3, 0.5, 0]);
  expect((await viewState(page)).segment).toBeNull();
  expect(await names(page)).toEqual(["bone_01", "bone_02"]);
});

test("joints are dragged, bones deleted, kinds and limits set", async ({ page }) => {
  await drawArm(page);
  await page.keyboard.press("Escape");
  const drag = async (from: Point, to: Point, key?: string) => {
    const [[x, y], [tx, ty]] = [await at(page, from), await at(page, to)];
    await page.mouse.move(x, y);
    if (key) await page.keyboard.down(key);
    await page.mouse.down();
    await page.mouse.move(tx, ty, { steps: 4 });
    await page.mouse.up();
    if (key) await page.keyboard.up(key);
  };
  // A joint that is dragged aside within the limb stays on the axis. Without snapping it follows the pointer.
  const elbow = (await segmentsOf(page))[0].tail;
  await drag(elbow, [1.85, 1.56, 0]);
  let arm = await segmentsOf(page);
  expect(offAxis(arm[0].tail)).toBeLessThan(0.015);
  expect(arm[0].tail[0]).toBeGreaterThan(1.75);
  expect(arm[1].head).toEqual(arm[0].tail);
  await drag(arm[0].tail, [1.85, 1.75, 0], "Control");
  arm = await segmentsOf(page);
  expect(offAxis(arm[0].tail)).toBeGreaterThan(0.15);
  await page.keyboard.press("ControlOrMeta+z");
  expect(offAxis((await segmentsOf(page))[0].tail)).toBeLessThan(0.015);

  // A cancelled drag changes nothing.
  const before = await segmentsOf(page);
  const [x, y] = await at(page, before[0].tail);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 30, { steps: 3 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await segmentsOf(page)).toEqual(before);

  // Set the middle bone's kind, its limits by typing and by a handle, and its end.
  await page.getByRole("treeitem", { name: "bone_02" }).click();
  await typeInto(page, "Swing", "45");
  await typeInto(page, "Max twist", "30");
  const limits = async () => (await segmentsOf(page))[1].limits;
  expect((await limits()).swing).toBeCloseTo(Math.PI / 4, 5);
  expect((await limits()).twist[1]).toBeCloseTo(Math.PI / 6, 5);
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Spine" }).click();
  expect((await segmentsOf(page))[1].kind).toBe("spine");
  expect((await limits()).stretch).toEqual([0.8, 1.25]);
  await page.getByRole("textbox", { name: "Bone name" }).fill("forearm");
  await page.keyboard.press("Enter");
  expect((await names(page))[1]).toBe("forearm");

  await page.getByRole("treeitem", { name: "forearm" }).click();
  await page.keyboard.press("Delete");
  await expect.poll(() => names(page)).toEqual(["bone_01", "bone_03"]);
  expect((await segmentsOf(page))[1].parent).toBe(0);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await segmentsOf(page))[1].name).toBe("forearm");
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  test("taps draw and select", async ({ page }) => {
    const tap = async (point: Point) => page.touchscreen.tap(...(await at(page, point)));
    await expect(async () => {
      await tap([0.9, 1.5, 0]);
      expect((await viewState(page)).firstJoint).not.toBeNull();
    }).toPass();
    await tap([1.8, 1.5, 0]);
    await tap([2.8, 1.5, 0]);
    await expect.poll(() => names(page)).toEqual(["bone_01", "bone_02"]);
    for (const { tail } of await segmentsOf(page)) expect(offAxis(tail)).toBeLessThan(0.015);
    await tap([2.3, 1.5, 0]);
    expect((await viewState(page)).segment).toEqual({ segment: 1, end: null });
  });
});
