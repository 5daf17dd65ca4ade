import { expect, type Page, test } from "@playwright/test";
import type { Point } from "../workers/model/skeleton";
import { ARM, bind, editsOf, openBody, paint, redo, settled, stroke, undo, weightNear } from "./binding-page";

/** Where weights are looked at: at x of the upper arm's bone along the arm, on the side of the camera. */
const PLACES = [0.6, 1.6, 1.9, 2.2, 2.3] as const;
type Weights = Record<(typeof PLACES)[number], number>;

const onArm = (x: number): Point => [x, 1.5, 0.25];

async function weightsOf(page: Page): Promise<Weights> {
  const found: number[] = [];
  for (const x of PLACES) found.push(await weightNear(page, ARM, onArm(x)));
  return Object.fromEntries(PLACES.map((x, n) => [x, found[n]])) as Weights;
}

function expectSame(a: Weights, b: Weights): void {
  for (const x of PLACES) expect(a[x]).toBeCloseTo(b[x], 4);
}

async function withCtrl(page: Page, act: () => Promise<void>): Promise<void> {
  await page.keyboard.down("Control");
  await act();
  await page.keyboard.up("Control");
}

/** The weights that a stroke leads to; undo and redo are tried on the way. It stays done. */
async function after(page: Page, act: () => Promise<void>): Promise<Weights> {
  const [weights, edits] = [await weightsOf(page), await editsOf(page)];
  await act();
  await expect.poll(() => editsOf(page)).not.toEqual(edits);
  const others = await editsOf(page);
  await settled(page);
  const found = await weightsOf(page);
  await undo(page);
  expect(await editsOf(page)).toEqual(edits);
  expectSame(await weightsOf(page), weights);
  await redo(page);
  expect(await editsOf(page)).toEqual(others);
  expectSame(await weightsOf(page), found);
  return found;
}

let errors: string[];
let bound: Weights;

test.beforeEach(async ({ page }) => {
  errors = await openBody(page);
  await bind(page);
  bound = await weightsOf(page);
  expect(bound[0.6]).toBeGreaterThan(0.99);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("attachments, borders, smoothness and supports are painted, and the weights follow", async ({
  page,
}) => {
  await paint(page, { tool: "attach", radius: 24 }, ARM);
  const attached = await after(page, () => stroke(page, onArm(2.3)));
  expect(attached[2.3]).toBeGreaterThan(bound[2.3] + 0.2);
  const released = await after(page, () => withCtrl(page, () => stroke(page, onArm(2.3))));
  expect(released[2.3]).toBeLessThan(bound[2.3] + 0.02);

  await paint(page, { tool: "neumann", radius: 24 }, ARM);
  const off = await after(page, () => stroke(page, onArm(1.6)));
  expect(off[1.6]).toBeLessThan(bound[1.6] - 0.2);
  await undo(page);

  await paint(page, { tool: "smooth", strength: 1, radius: 60 }, ARM);
  const smooth = await after(page, () => stroke(page, onArm(1.9)));
  expect(smooth[1.6] - smooth[2.2]).toBeLessThan(bound[1.6] - bound[2.2] - 0.01);
  await undo(page);

  // Kept from acting, a bone has no weight there at all; let act again, it takes its part.
  await paint(page, { tool: "influence", radius: 40 }, ARM);
  const out = await after(page, () => withCtrl(page, () => stroke(page, onArm(2.2))));
  expect(out[2.2]).toBeLessThan(0.02);
  const back = await after(page, () => stroke(page, onArm(2.2)));
  expect(back[2.2]).toBeGreaterThan(0.05);
});

test("what is excluded no longer counts, and linked parts move together", async ({ page }) => {
  await paint(page, { tool: "exclude", strength: 1, radius: 60 }, ARM);
  const excluded = await after(page, () => stroke(page, onArm(1.9)));
  expect(Math.max(...PLACES.map((x) => Math.abs(excluded[x] - bound[x])))).toBeGreaterThan(0.003);
  await undo(page);

  // Linked, the ends of the two arms share their bones.
  const OTHER = ARM + 2;
  expect(await weightNear(page, OTHER, onArm(0.6))).toBeLessThan(1e-4);
  await paint(page, { tool: "wire", radius: 20 }, ARM);
  const linked = await after(page, () => stroke(page, onArm(-0.6), onArm(0.6)));
  expect(linked[0.6]).toBeLessThan(0.95);
  expect(await weightNear(page, OTHER, onArm(0.6))).toBeGreaterThan(0.05);
  const cut = await after(page, () => withCtrl(page, () => stroke(page, onArm(0.6))));
  expect((await editsOf(page)).wires).toBe(0);
  expect(cut[0.6]).toBeGreaterThan(0.98);
});
