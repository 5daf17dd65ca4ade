import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { type BrushChange, setBrush } from "../../tools/studio-driver/brush";
import { bar, type TestFile } from "../../tools/studio-driver/fixtures";
import { hideBones } from "../../tools/studio-driver/looks";
import {
  drop,
  goToFrame,
  openStudio,
  performByName,
  selectBones,
  typeInto,
  untilOpen,
} from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { packWeights } from "../../workers/testing/rigs";

let errors: string[];

/** The middle of the canvas, where the bar is. */
async function middle(page: Page): Promise<[number, number]> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Presses, moves by some pixels in steps, and lets go. */
async function stroke(page: Page, [x, y]: [number, number], by: [number, number] = [24, 0]): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0], y + by[1], { steps: 4 });
  await page.mouse.up();
}

/** The current weights: by vertex and bone, the worst row sum, and the posed vertices in the current frame. */
function weightsOf(page: Page) {
  return page.evaluate(() => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    const { paint, frame } = window.sinew.view.getState() as ViewState;
    if (!rig) throw new Error("No rig");
    const { offsets, bones, values } = rig.weights;
    const B = rig.bones.length;
    const V = offsets.length - 1;
    const rows: number[][] = [];
    const posed = new Float64Array(3 * V);
    let worstSum = 0;
    for (let i = 0; i < V; i++) {
      const row = new Array<number>(B).fill(0);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        row[bones[e]] = values[e];
        for (let r = 0; r < 3; r++) {
          const at = (frame * B + bones[e]) * 12 + 4 * r;
          const m = paint.rest ? [+(r === 0), +(r === 1), +(r === 2), 0] : rig.motion.subarray(at, at + 4);
          const [x, y, z] = rig.rest.subarray(3 * i, 3 * i + 3);
          posed[3 * i + r] += values[e] * (m[0] * x + m[1] * y + m[2] * z + m[3]);
        }
      }
      worstSum = Math.max(worstSum, Math.abs(row.reduce((a, b) => a + b, 0) - 1));
      rows.push(row);
    }
    return { rows, worstSum, posed: [...posed] };
  });
}

const deformed = (page: Page): Promise<number[]> =>
  page.evaluate(async () => [...((await window.sinew.viewport()?.readDeformed()) ?? [])]);

const apart = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** Solver vertex under a point of the page. */
async function vertexAt(page: Page, [x, y]: [number, number]): Promise<number> {
  const hovered = async () => {
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
    return page.evaluate(() => window.sinew.view.getState().hovered?.vertex ?? -1);
  };
  await expect.poll(hovered).toBeGreaterThanOrEqual(0);
  return hovered();
}

/** Weight of a bone at a vertex, once it is in the document. */
const weight = async (page: Page, vertex: number, bone: number) => (await weightsOf(page)).rows[vertex][bone];

/** Centres of four bones along x, in pairs about the bar's middle. */
const CENTRES = [-1.5, -0.5, 0.5, 1.5];
const NAMES = ["outer_R", "inner_R", "inner_L", "outer_L"];

/** The bar with four bones as a GLB. Each bone rotates about z, more in each frame. */
async function swayingBar(): Promise<TestFile> {
  const { sequence } = bar();
  const { vertexCount: V, rest, frameCount: F } = sequence;
  const rows = Array.from({ length: V }, (_, i) => {
    const near = CENTRES.map((x) => Math.max(0, 1 - Math.abs(rest[3 * i] - x) / 1.2));
    const sum = near.reduce((a, b) => a + b, 0);
    return near.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w / sum]] : []));
  });
  const motion = new Float32Array(F * 48);
  for (let k = 0; k < F; k++) {
    CENTRES.forEach((x, j) => {
      const [c, s] = [Math.cos(0.05 * k * (j - 1.5)), Math.sin(0.05 * k * (j - 1.5))];
      motion.set([c, -s, 0, x - c * x, s, c, 0, -s * x, 0, 0, 1, 0], 12 * (4 * k + j));
    });
  }
  const rig: Rig = {
    version: 1,
    bones: NAMES.map((name, j) => ({ name, parent: j - 1, head: [CENTRES[j], 0, 0] })),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion,
    rest,
  };
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  return { path: "bar.glb", bytes };
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  errors = await openStudio(page);
  await drop(page, [await swayingBar()]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await goToFrame(page, 6);
  await hideBones(page);
  await setBrush(page, { tool: "weight", strength: 0.5, radius: 40, value: 1, operation: "add" });
  await selectBones(page, 0);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("strokes add, subtract, replace, scale and smooth, live, in steps that can be undone", async ({
  page,
}) => {
  const at = await middle(page);
  const vertex = await vertexAt(page, at);
  const before = await weightsOf(page);
  const was = await deformed(page);
  expect(before.rows[vertex][0]).toBe(0);
  expect(apart(was, before.posed)).toBeLessThan(1e-4);

  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + 20, at[1], { steps: 4 });
  const live = await deformed(page);
  expect(apart(live, was)).toBeGreaterThan(1e-3);
  await page.mouse.up();
  await expect.poll(() => weight(page, vertex, 0)).toBeCloseTo(0.5, 1);
  const added = await weightsOf(page);
  expect(added.worstSum).toBeLessThan(1e-6);
  expect(apart(await deformed(page), added.posed)).toBeLessThan(1e-4);
  // The result equals the live preview.
  expect(apart(live, added.posed)).toBeLessThan(1e-4);

  await page.keyboard.press("ControlOrMeta+z");
  expect((await weightsOf(page)).rows).toEqual(before.rows);
  expect(apart(await deformed(page), was)).toBeLessThan(1e-6);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect((await weightsOf(page)).rows).toEqual(added.rows);

  // The pose has moved the painted part; the mesh at rest stays under the pointer.
  await setBrush(page, { rest: true });
  const resting = await vertexAt(page, at);
  const peak = await weight(page, resting, 0);
  expect(peak).toBeGreaterThan(0.3);
  await page.keyboard.down("Control");
  await stroke(page, at, [6, 0]);
  await page.keyboard.up("Control");
  await expect.poll(() => weight(page, resting, 0)).toBeLessThan(peak - 0.3);

  await setBrush(page, { operation: "replace", value: 0.8, strength: 1 });
  await stroke(page, at, [6, 0]);
  await expect.poll(() => weight(page, resting, 0)).toBeGreaterThan(0.7);
  const replaced = await weight(page, resting, 0);

  await setBrush(page, { operation: "scale", value: 0.5 });
  await stroke(page, at, [6, 0]);
  await expect.poll(() => weight(page, resting, 0)).toBeLessThan(0.6 * replaced);

  const scaled = (await weightsOf(page)).rows.map((row) => row[0]);
  await setBrush(page, { strength: 0.6 });
  await page.keyboard.down("Shift");
  await stroke(page, at);
  await page.keyboard.up("Shift");
  // A mean over neighbours lowers the peak.
  await expect
    .poll(async () => {
      const smoothed = (await weightsOf(page)).rows.map((row) => row[0]);
      return Math.max(...smoothed.filter((w, i) => w !== scaled[i])) < Math.max(...scaled);
    })
    .toBe(true);
  expect((await weightsOf(page)).worstSum).toBeLessThan(1e-6);
});

test("locked bones keep their weights; Escape changes nothing", async ({ page }) => {
  const at = await middle(page);
  const before = await weightsOf(page);
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await stroke(page, at);
  await expect
    .poll(async () => apart((await weightsOf(page)).rows.flat(), before.rows.flat()))
    .toBeGreaterThan(0.1);
  const after = await weightsOf(page);
  expect(after.rows.map((row) => row[2])).toEqual(before.rows.map((row) => row[2]));
  expect(after.worstSum).toBeLessThan(1e-6);
  await expect(page.getByText("inner_L is locked.")).toBeVisible();

  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] - 20, at[1], { steps: 3 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await weightsOf(page)).rows).toEqual(after.rows);
  expect(apart(await deformed(page), after.posed)).toBeLessThan(1e-4);

  // If all other bones are locked, no weight can be taken from them, and the pointer shows that.
  await page.getByRole("button", { name: "Lock weights of outer_R" }).click({ modifiers: ["Alt"] });
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await page.mouse.move(...at);
  await page.mouse.down();
  await expect(page.getByText(/All other bones are locked/)).toBeVisible();
  await page.mouse.up();
  expect((await weightsOf(page)).rows).toEqual(after.rows);
});

test("mirrored strokes paint both sides; weights of one side are copied to the other", async ({ page }) => {
  await setBrush(page, { mirrorX: true, rest: true, radius: 30 });
  await selectBones(page, 1);
  const at = await middle(page);
  const left: [number, number] = [at[0] - 60, at[1]];
  await vertexAt(page, left);
  const before = await weightsOf(page);
  // Strokes are refused until all vertices are paired with their mirror images.
  await expect(async () => {
    await stroke(page, left, [0, 4]);
    expect(apart((await weightsOf(page)).rows.flat(), before.rows.flat())).toBeGreaterThan(0.05);
  }).toPass();
  const { rows } = await weightsOf(page);
  const rest = await page.evaluate(() => [...(window.sinew.document.getState() as DocumentState).rig!.rest]);
  const imageOf = (i: number) =>
    rows.findIndex(
      (_, l) =>
        Math.abs(rest[3 * l] + rest[3 * i]) +
          Math.abs(rest[3 * l + 1] - rest[3 * i + 1]) +
          Math.abs(rest[3 * l + 2] - rest[3 * i + 2]) <
        1e-4,
    );
  const asymmetry = (all: number[][]) =>
    all.reduce((most, row, i) => {
      const image = all[imageOf(i)];
      return Math.max(most, ...row.map((w, j) => Math.abs(w - image[3 - j])));
    }, 0);
  expect(asymmetry(rows)).toBeLessThan(1e-5);

  await setBrush(page, { mirrorX: false });
  await stroke(page, left, [0, 4]);
  await expect.poll(async () => asymmetry((await weightsOf(page)).rows)).toBeGreaterThan(0.02);
  const uneven = await weightsOf(page);
  const side = uneven.rows.findIndex((row, i) => apart(row, rows[i]) > 0.01);
  const towards = rest[3 * side] > 0 ? "−" : "+";
  await performByName(page, `Mirror weights to ${towards}X`);
  await expect.poll(async () => asymmetry((await weightsOf(page)).rows)).toBeLessThan(1e-5);
  const even = await weightsOf(page);
  expect(even.rows[side]).toEqual(uneven.rows[side]);
  expect(even.worstSum).toBeLessThan(1e-6);
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
  // The far side of the bar has as many vertices again.
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
  await typeInto(page, `Weight of ${name}`, "0.25");
  await expect.poll(() => weight(page, vertex, bone)).toBeCloseTo(0.25, 6);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await weightsOf(page)).rows[vertex]).toEqual(row);

  await setBrush(page, { operation: "replace", value: 1, strength: 1 });
  await performByName(page, "Flood the whole mesh");
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

  // How much of the brush each falloff keeps: all, about half, or little more than its middle.
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

  // Alone, the bone moves vertices by its weight, and nothing else moves.
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
