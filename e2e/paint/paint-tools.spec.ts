import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { type BrushChange, setBrush } from "../../tools/studio-driver/brush";
import { leaveField, performByName, typeInto } from "../../tools/studio-driver/studio";
import {
  apart,
  deformed,
  middle,
  NAMES,
  paintSwayingBar,
  stroke,
  vertexAt,
  weight,
  weightsOf,
} from "./swaying-bar";

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await paintSwayingBar(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("reach, radius, picking, the table and flooding", async ({ page }) => {
  const at = await middle(page);
  // Until the picking tree exists, a press turns the camera.
  await vertexAt(page, at);
  const changedBy = async (change: BrushChange) => {
    await setBrush(page, change);
    const before = await weightsOf(page);
    await stroke(page, at, [4, 0]);
    const changed = async () => {
      const now = (await weightsOf(page)).rows;
      return now.flatMap((row, i) => (apart(row, before.rows[i]) > 1e-6 ? [i] : []));
    };
    await expect.poll(async () => (await changed()).length).toBeGreaterThan(0);
    const found = await changed();
    await page.keyboard.press("ControlOrMeta+z");
    return found;
  };
  const surface = await changedBy({ reach: "surface", rest: true, radius: 24 });
  const through = await changedBy({ reach: "through" });
  const volume = await changedBy({ reach: "volume", radius: 60 });
  const along = await changedBy({ reach: "surface" });
  const front = await changedBy({ reach: "through", frontOnly: true, radius: 24 });
  // The far side of the bar has the same number of vertices.
  expect(through.length).toBeGreaterThan(1.5 * surface.length);
  expect(along.every((i) => volume.includes(i))).toBe(true);
  expect(front.length).toBeLessThan(through.length);
  expect(front.length).toBeGreaterThan(0.5 * surface.length);
  await setBrush(page, { reach: "surface", frontOnly: false, radius: 40 });

  const radius = () => page.evaluate(() => (window.sinew.view.getState() as ViewState).paint.radius);
  await page.keyboard.press("]");
  expect(await radius()).toBe(48);
  await page.mouse.move(...at);
  await page.keyboard.down("b");
  await page.mouse.down();
  await page.mouse.move(at[0] + 30, at[1], { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("b");
  expect(await radius()).toBe(78);

  await page.keyboard.down("Alt");
  await page.mouse.move(at[0] - 80, at[1]);
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up("Alt");
  const { bone, vertex } = await page.evaluate(() => {
    const view = window.sinew.view.getState() as ViewState;
    return { bone: view.selectedBone ?? -1, vertex: view.paint.vertex ?? -1 };
  });
  const row = (await weightsOf(page)).rows[vertex];
  expect(row[bone]).toBe(Math.max(...row));

  const name = NAMES[bone];
  // F2 renames the selected bone in the list of influences.
  await leaveField(page);
  await page.keyboard.press("F2");
  await page.keyboard.type("forearm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("gridcell", { name: "forearm", exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("gridcell", { name, exact: true })).toBeVisible();
  await typeInto(page, `Weight of ${name}`, "0.25");
  await expect.poll(() => weight(page, vertex, bone)).toBeCloseTo(0.25, 6);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await weightsOf(page)).rows[vertex]).toEqual(row);

  await setBrush(page, { operation: "replace", value: 1, strength: 1 });
  await performByName(page, "Flood mesh");
  const flooded = await weightsOf(page);
  expect(flooded.rows.every((each) => each[bone] === 1)).toBe(true);
  expect(apart(await deformed(page), flooded.posed)).toBeLessThan(1e-4);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await weightsOf(page)).rows[vertex]).toEqual(row);
});

/** A pen stroke with constant pressure. */
async function penStroke(page: Page, [x, y]: [number, number], force: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", dx: number, buttons: number) =>
    client.send("Input.dispatchMouseEvent", {
      ...{ type, x: x + dx, y, buttons, force, pointerType: "pen", clickCount: 1 },
      button: type === "mouseMoved" && buttons === 0 ? "none" : "left",
    });
  await send("mouseMoved", 0, 0);
  await send("mousePressed", 0, 1);
  await send("mouseMoved", 3, 1);
  await send("mouseMoved", 6, 1);
  await send("mouseReleased", 6, 0);
  await client.detach();
}

test("a pen's pressure, falloffs, and one bone alone", async ({ page }) => {
  const at = await middle(page);
  await setBrush(page, { rest: true, operation: "replace", value: 1, strength: 1, falloff: "constant" });
  const vertex = await vertexAt(page, at);
  const before = await weightsOf(page);
  expect(before.rows[vertex][0]).toBe(0);
  await penStroke(page, at, 0.25);
  await expect.poll(() => weight(page, vertex, 0)).toBeCloseTo(0.25, 2);
  await page.keyboard.press("ControlOrMeta+z");
  await setBrush(page, { pressure: false });
  await penStroke(page, at, 0.25);
  await expect.poll(() => weight(page, vertex, 0)).toBeCloseTo(1, 6);
  const constant = (await weightsOf(page)).rows.map((row) => row[0]);
  await page.keyboard.press("ControlOrMeta+z");

  // The share of the brush that each falloff keeps: all, about half, or little more than the middle.
  const sums: number[] = [];
  for (const falloff of ["linear", "needle"] as const) {
    await setBrush(page, { falloff });
    await stroke(page, at, [6, 0]);
    await expect.poll(() => weight(page, vertex, 0)).toBeGreaterThan(0.3);
    const column = (await weightsOf(page)).rows.map((row) => row[0]);
    expect(column.every((w, i) => w <= constant[i] + 1e-6)).toBe(true);
    sums.push(column.reduce((a, b, i) => a + b - before.rows[i][0], 0));
    await page.keyboard.press("ControlOrMeta+z");
  }
  const whole = constant.reduce((a, b, i) => a + b - before.rows[i][0], 0);
  expect(sums[0]).toBeLessThan(0.8 * whole);
  expect(sums[1]).toBeLessThan(0.7 * sums[0]);

  // With solo, the bone moves vertices by its weight, and nothing else moves.
  await setBrush(page, { rest: false });
  await page.keyboard.press("s");
  const { rest, moved } = await page.evaluate(() => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    const { rest, motion, bones } = rig!;
    const at = 12 * bones.length * window.sinew.view.getState().frame;
    const moved = Array.from(rest, (_, n) => {
      const [m, i] = [at + 4 * (n % 3), n - (n % 3)];
      return motion[m] * rest[i] + motion[m + 1] * rest[i + 1] + motion[m + 2] * rest[i + 2] + motion[m + 3];
    });
    return { rest: [...rest], moved };
  });
  const share = (n: number) => before.rows[Math.floor(n / 3)][0];
  const alone = rest.map((x, n) => x + share(n) * (moved[n] - x));
  expect(apart(alone, rest)).toBeGreaterThan(0.01);
  expect(apart(await deformed(page), alone)).toBeLessThan(1e-4);
});
