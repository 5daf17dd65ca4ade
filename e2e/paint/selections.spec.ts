import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { chooseInBar, setBrush, takeTool } from "../../tools/studio-driver/brush";
import { nextFrames, performByName, selectBones, typeInto } from "../../tools/studio-driver/studio";
import { apart, middle, paintSwayingBar, stroke, vertexAt, weightsOf } from "./swaying-bar";

type Point = [number, number];

const selectedOf = (page: Page) =>
  page.evaluate(() => [...(window.sinew.document.getState() as DocumentState).vertexSelection.vertices]);
const maskOf = (page: Page) =>
  page.evaluate(() => {
    const { mask } = (window.sinew.document.getState() as DocumentState).vertexSelection;
    return mask && [...mask];
  });
const undo = (page: Page) => page.keyboard.press("ControlOrMeta+z");

/** Drags with the left button through some points. */
async function drag(page: Page, points: readonly Point[]): Promise<void> {
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 3 });
  await page.mouse.up();
}

const box = (page: Page, [x, y]: Point, half: number) =>
  drag(page, [
    [x - half, y - half],
    [x + half, y + half],
  ]);

/** A short stroke of a tilted pen. */
async function penStroke(page: Page, [x, y]: Point, pen: { tiltX: number; force: number }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", dx: number, buttons: number) =>
    client.send("Input.dispatchMouseEvent", {
      ...{ type, x: x + dx, y, buttons, ...pen, pointerType: "pen", clickCount: 1 },
      button: type === "mouseMoved" && buttons === 0 ? "none" : "left",
    });
  await send("mouseMoved", 0, 0);
  await send("mousePressed", 0, 1);
  await send("mouseMoved", 2, 1);
  await send("mouseReleased", 2, 0);
  await client.detach();
}

/** The width and the height of the ring under a pen that hovers over a place. */
async function ringUnderPen(
  page: Page,
  [x, y]: Point,
  tiltX: number,
): Promise<{ width: number; height: number }> {
  const client = await page.context().newCDPSession(page);
  for (const dx of [1, 0])
    await client.send("Input.dispatchMouseEvent", {
      ...{
        type: "mouseMoved",
        x: x + dx,
        y,
        button: "none",
        buttons: 0,
        tiltX,
        force: 0,
        pointerType: "pen",
      },
    });
  await client.detach();
  await nextFrames(page);
  return page
    .locator("[data-testid=brush-ring]:visible path")
    .nth(1)
    .evaluate((path: SVGPathElement) => {
      const { width, height } = path.getBBox();
      return { width, height };
    });
}

/** The vertices whose weights `act` changes. Undoes it afterwards. */
async function changedBy(page: Page, act: () => Promise<void>): Promise<number[]> {
  const before = await weightsOf(page);
  await act();
  const changed = async () => {
    const now = (await weightsOf(page)).rows;
    return now.flatMap((row, i) => (apart(row, before.rows[i]) > 1e-6 ? [i] : []));
  };
  await expect.poll(async () => (await changed()).length).toBeGreaterThan(0);
  const found = await changed();
  const after = await weightsOf(page);
  expect(after.worstSum).toBeLessThan(1e-6);
  await undo(page);
  return found;
}

// Each act waits for a picture.
test.describe.configure({ timeout: 300_000 });

test("vertices are selected, mask brushes and operations, and come back from sets", async ({ page }) => {
  const errors = await paintSwayingBar(page);
  await setBrush(page, { rest: true });
  const at = await middle(page);
  const vertex = await vertexAt(page, at);

  // A click, the keys that grow and shrink the selection, and a box.
  await takeTool(page, "select");
  await page.mouse.click(...at);
  expect(await selectedOf(page)).toEqual([vertex]);
  await page.keyboard.press(">");
  const grown = await selectedOf(page);
  expect(grown.length).toBeGreaterThan(4);
  await page.keyboard.press("<");
  expect(await selectedOf(page)).toEqual([vertex]);
  await box(page, at, 30);
  const boxed = await selectedOf(page);
  expect(boxed.length).toBeGreaterThan(1);
  expect(boxed).toContain(vertex);
  await page.keyboard.down("Control");
  await page.mouse.click(...at);
  await page.keyboard.up("Control");
  expect(await selectedOf(page)).toEqual(boxed.filter((i) => i !== vertex));
  await undo(page);
  expect(await selectedOf(page)).toEqual(boxed);

  // Through also selects the far side.
  await chooseInBar(page, "Depth", "Through");
  await box(page, at, 30);
  const through = await selectedOf(page);
  expect(through.length).toBeGreaterThan(boxed.length);
  expect(boxed.every((i) => through.includes(i))).toBe(true);
  await chooseInBar(page, "Depth", "Visible");

  // A double click selects a loop or the part, the lasso a region.
  await page.mouse.dblclick(...at);
  expect((await selectedOf(page)).length).toBeGreaterThan(4);
  await page.mouse.move(...at);
  await page.keyboard.press("ControlOrMeta+Shift+a");
  expect(await selectedOf(page)).toEqual([]);
  await takeTool(page, "lasso");
  await drag(page, [
    [at[0] - 25, at[1] - 25],
    [at[0] + 25, at[1] - 25],
    [at[0] + 25, at[1] + 25],
    [at[0] - 25, at[1] + 25],
  ]);
  const lassoed = await selectedOf(page);
  expect(lassoed).toContain(vertex);

  // The selection limits a stroke while the mask is on.
  await setBrush(page, { tool: "weight", operation: "replace", value: 1, strength: 1, radius: 60 });
  const inside = await changedBy(page, () => stroke(page, at, [4, 0]));
  expect(inside.every((i) => lassoed.includes(i))).toBe(true);
  await page.keyboard.press("k");
  const everywhere = await changedBy(page, () => stroke(page, at, [4, 0]));
  expect(everywhere.some((i) => !lassoed.includes(i))).toBe(true);
  await page.keyboard.press("k");
  // While Select is active, the panel says what a flood would do, and has its settings.
  await takeTool(page, "select");
  const panel = page.getByRole("region", { name: "Selection", exact: true });
  await expect(panel).toContainText("Replace 1.00 at 1.00");
  await panel.getByRole("combobox", { name: "Flood with" }).click();
  await page.getByRole("option", { name: "Add" }).click();
  await expect(panel).toContainText("Add +1.00");
  await panel.getByRole("combobox", { name: "Flood with" }).click();
  await page.getByRole("option", { name: "Replace" }).click();
  await typeInto(page, "Value", "0.5");
  await expect(panel).toContainText("Replace 0.50 at 1.00");
  const flooded = await changedBy(page, () => panel.getByRole("button", { name: "Flood" }).click());
  expect(flooded.every((i) => lassoed.includes(i))).toBe(true);

  // The Mask brush paints a mask, a set keeps a selection, and the weight of a bone selects vertices.
  await setBrush(page, { value: 1 });
  await takeTool(page, "mask");
  await stroke(page, at, [6, 0]);
  await expect.poll(async () => ((await maskOf(page)) ?? [])[vertex]).toBeGreaterThan(0.9);
  const mask = (await maskOf(page)) ?? [];
  await setBrush(page, { tool: "weight" });
  const masked = await changedBy(page, () => stroke(page, at, [4, 0]));
  expect(masked.every((i) => mask[i] > 0)).toBe(true);
  await performByName(page, "Clear the mask");
  expect(await maskOf(page)).toBeNull();
  // A new set asks for its name at once; Escape keeps the name that it has.
  await page.getByRole("button", { name: "Save as set" }).click();
  await expect(page.getByRole("textbox", { name: "Name of Set 1" })).toBeFocused();
  await page.keyboard.type("leg");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^leg/ })).toBeVisible();
  await page.getByRole("button", { name: "Save as set" }).click();
  await expect(page.getByRole("textbox", { name: "Name of Set 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+i");
  await page.getByRole("button", { name: /^Set 1/ }).click();
  expect(await selectedOf(page)).toEqual(lassoed);
  await page.keyboard.press("F2");
  await page.keyboard.type("arm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^arm/ })).toBeVisible();
  await selectBones(page, 1);
  await typeInto(page, "By bone, above", "0.3");
  await page.getByRole("button", { name: "By bone, above" }).click();
  const { rows } = await weightsOf(page);
  const heavy = rows.flatMap((row, i) => (row[1] > 0.3 ? [i] : []));
  expect(heavy.length).toBeGreaterThan(0);
  expect(await selectedOf(page)).toEqual(heavy);
  await page.keyboard.press("ControlOrMeta+Shift+a");
  expect(errors).toEqual([]);
});

test("brushes average, smear and drag gradients; several bones keep their proportions; a pen tilts", async ({
  page,
}) => {
  const errors = await paintSwayingBar(page);
  await setBrush(page, { rest: true, value: 1, strength: 1, radius: 40 });
  const at = await middle(page);
  await vertexAt(page, at);
  const spread = (rows: number[][], among: number[], bone: number) => {
    const column = among.map((i) => rows[i][bone]);
    return Math.max(...column) - Math.min(...column);
  };
  const first = await weightsOf(page);
  await selectBones(page, 1);
  for (const operation of ["average", "smear"] as const) {
    await setBrush(page, { operation });
    const before = (await weightsOf(page)).rows;
    let after = before;
    const changed = await changedBy(page, async () => {
      await stroke(page, at, [14, 0]);
      await expect
        .poll(async () => apart((await weightsOf(page)).rows.flat(), before.flat()))
        .toBeGreaterThan(1e-4);
      after = (await weightsOf(page)).rows;
    });
    if (operation === "average") expect(spread(after, changed, 1)).toBeLessThan(spread(before, changed, 1));
  }
  expect((await weightsOf(page)).rows).toEqual(first.rows);

  // A gradient follows the pointer, and is one step.
  await setBrush(page, { operation: "gradient", falloff: "linear" });
  await expect(page.getByRole("spinbutton", { name: "Strength", exact: true })).toBeVisible();
  for (const without of ["Radius", "Spacing"])
    await expect(page.getByRole("spinbutton", { name: without, exact: true })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Pen tilt" })).toHaveCount(0);
  await expect(page.getByRole("radiogroup", { name: "Reach" })).toHaveCount(0);
  await page.mouse.move(at[0] - 60, at[1]);
  await page.mouse.down();
  await page.mouse.move(at[0] + 20, at[1], { steps: 3 });
  await page.mouse.move(at[0] + 60, at[1], { steps: 3 });
  await page.mouse.up();
  await expect
    .poll(async () => apart((await weightsOf(page)).rows.flat(), first.rows.flat()))
    .toBeGreaterThan(0.1);
  const graded = await weightsOf(page);
  expect(graded.worstSum).toBeLessThan(1e-6);
  expect(graded.rows.filter((row) => row[1] > 0.99).length).toBeGreaterThan(0);
  await undo(page);
  expect((await weightsOf(page)).rows).toEqual(first.rows);

  // The sum of two bones rises; they keep their proportions.
  await selectBones(page, 1, 2);
  await setBrush(page, { operation: "replace", value: 1, falloff: "constant" });
  await stroke(page, at, [6, 0]);
  await expect
    .poll(async () => apart((await weightsOf(page)).rows.flat(), first.rows.flat()))
    .toBeGreaterThan(0.01);
  const together = (await weightsOf(page)).rows;
  together.forEach((row, i) => {
    const [was, now] = [first.rows[i][1] + first.rows[i][2], row[1] + row[2]];
    if (apart(row, first.rows[i]) < 1e-6 || was < 0.01) return;
    expect(now).toBeCloseTo(1, 4);
    expect(row[1] / now).toBeCloseTo(first.rows[i][1] / was, 3);
  });
  await undo(page);

  // A tilted pen reaches farther along its shaft.
  await selectBones(page, 0);
  await setBrush(page, { tilt: true, radius: 24 });
  const upright = await changedBy(page, () => penStroke(page, at, { tiltX: 0, force: 1 }));
  const tilted = await changedBy(page, () => penStroke(page, at, { tiltX: 68, force: 1 }));
  expect(tilted.length).toBeGreaterThan(upright.length);
  // The ring shows the tilt before the pen touches, both on the surface and through the mesh.
  for (const reach of ["surface", "through"] as const) {
    await setBrush(page, { reach });
    const round = await ringUnderPen(page, at, 0);
    const long = await ringUnderPen(page, at, 60);
    expect(long.width / long.height / (round.width / round.height)).toBeCloseTo(2, 1);
  }
  await setBrush(page, { tilt: false, reach: "surface" });
  const upright2 = await ringUnderPen(page, at, 60);
  expect(upright2.width / upright2.height).toBeLessThan(1.5);
  await setBrush(page, { rest: false });

  // A key picks the value under the pointer.
  await selectBones(page, 1);
  await page.mouse.move(at[0], at[1]);
  await expect
    .poll(() => page.evaluate(() => (window.sinew.view.getState() as ViewState).hovered?.vertex ?? -1))
    .toBeGreaterThan(-1);
  const hovered = await page.evaluate(() => (window.sinew.view.getState() as ViewState).hovered!.vertex);
  await page.keyboard.press("i");
  const value = await page.evaluate(() => (window.sinew.view.getState() as ViewState).paint.value);
  expect(value).toBeCloseTo((await weightsOf(page)).rows[hovered][1], 2);

  // While the clip plays, a resting brush paints what passes under it.
  await setBrush(page, { operation: "replace", value: 1, radius: 16 });
  await selectBones(page, 0);
  await page.keyboard.press("Space");
  await changedBy(page, async () => {
    await page.mouse.move(...at);
    await page.mouse.down();
    await expect
      .poll(() => page.evaluate(() => (window.sinew.view.getState() as ViewState).frame), { timeout: 20_000 })
      .toBeGreaterThan(2);
    await page.mouse.up();
    await page.keyboard.press("Space");
  });
  expect(errors).toEqual([]);
});
