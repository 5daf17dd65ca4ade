import { expect, type Page, test } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { DocumentState } from "../../app/document/document";
import {
  ARM,
  bind,
  editsOf,
  openBody,
  paint,
  redo,
  settled,
  stroke,
  takeBone,
  undo,
  weightNear,
} from "../../tools/studio-driver/binding-page";
import { takeTool } from "../../tools/studio-driver/brush";
import { findRing } from "../../tools/studio-driver/find-cursor";
import { chooseOption } from "../../tools/studio-driver/looks";
import type { Point } from "../../workers/model/skeleton/skeleton";

/** The places where the test reads weights: x along the upper arm's bone, on the side of the camera. */
const PLACES = [0.6, 1.6, 1.9, 2.2, 2.3] as const;
type Weights = Record<(typeof PLACES)[number], number>;

/** The head of the upper arm's bone at +x. */
const SHOULDER = [0.5, 1.5] as const;

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

/** The weights after a stroke. Also tries undo and redo; the stroke stays done. */
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

const held = (page: Page) =>
  page.evaluate(() => {
    const { holds } = (window.sinew.document.getState() as DocumentState).weightEdits;
    return { vertices: [...holds.vertices], bones: [...holds.bones] };
  });
const heldVertices = async (page: Page) => (await held(page)).vertices;
/** Segments of the skeleton with held weights. */
const heldBones = async (page: Page) => (await held(page)).bones;

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

test("attachments, barriers, smoothness and supports are painted, and the weights follow", async ({
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

  // If the bone is excluded, it has no weight there; if it is allowed again, it gets its share.
  await paint(page, { tool: "influence", radius: 40 }, ARM);
  const out = await after(page, () => withCtrl(page, () => stroke(page, onArm(2.2))));
  expect(out[2.2]).toBeLessThan(0.02);
  const back = await after(page, () => stroke(page, onArm(2.2)));
  expect(back[2.2]).toBeGreaterThan(0.05);
});

test("vertices without importance have no effect, and linked parts move together", async ({ page }) => {
  await paint(page, { tool: "exclude", strength: 1, radius: 60 }, ARM);
  const excluded = await after(page, () => stroke(page, onArm(1.9)));
  expect(Math.max(...PLACES.map((x) => Math.abs(excluded[x] - bound[x])))).toBeGreaterThan(0.003);
  await undo(page);

  // Once linked, the ends of the two arms share their bones.
  const OTHER = ARM + 2;
  expect(await weightNear(page, OTHER, onArm(0.6))).toBeLessThan(1e-4);
  await paint(page, { tool: "wire", radius: 20 }, ARM);
  const linked = await after(page, () => stroke(page, onArm(-0.6), onArm(0.6)));
  expect(linked[0.6]).toBeLessThan(0.95);
  expect(await weightNear(page, OTHER, onArm(0.6))).toBeGreaterThan(0.05);
  // A link is cut where its end is in reach.
  await paint(page, { tool: "wire", radius: 40 }, ARM);
  const cut = await after(page, () => withCtrl(page, () => stroke(page, onArm(0.6))));
  expect((await editsOf(page)).wires).toBe(0);
  expect(cut[0.6]).toBeGreaterThan(0.98);
});

/** The rotation of a bone in the pose, as a quaternion; null while nothing is posed. */
const rotationOf = (page: Page, bone: number) =>
  page.evaluate((j) => {
    const { pose } = window.sinew.document.getState() as DocumentState;
    return pose && [...pose.rotations.subarray(4 * j, 4 * j + 4)];
  }, bone);

/** Drags a ring of the arm at +x by about 45 degrees clockwise. Ctrl rounds the angle. */
async function turnArm(page: Page, direction: number): Promise<number[]> {
  // Seen from the front, the ring around z looks widest.
  const from = await findRing(page, ARM, direction, 40);
  const centre = (await page.evaluate((j) => window.sinew.viewport()!.handleAt(j), ARM))!;
  const [x, y] = [from[0] - centre.x, from[1] - centre.y];
  const [c, s] = [Math.SQRT1_2, Math.SQRT1_2];
  await page.keyboard.down("Control");
  await page.mouse.down();
  await page.mouse.move(centre.x + c * x - s * y, centre.y + s * x + c * y, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Control");
  return (await rotationOf(page, ARM)) ?? [0, 0, 0, 1];
}

/**
 * Lowers the arm at +x by its ring about z, trying one ring after another.
 * @returns the place of a point of the arm after that
 */
async function lowerArm(page: Page, [px, py, pz]: Point): Promise<Point> {
  await takeBone(page, ARM);
  await page.keyboard.press("r");
  for (let direction = 0; direction < 6; direction += 0.7) {
    const [x, y, z, w] = await turnArm(page, direction);
    const angle = 2 * Math.atan2(z, w);
    if (Math.hypot(x, y) < 1e-3 && angle < -0.5) {
      await page.keyboard.press("r");
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [dx, dy] = [px - SHOULDER[0], py - SHOULDER[1]];
      return [SHOULDER[0] + c * dx - s * dy, SHOULDER[1] + s * dx + c * dy, pz];
    }
    if (await rotationOf(page, ARM)) await undo(page);
  }
  throw new Error("No ring lowers the arm");
}

test("a posed mesh is painted on both sides at once, and on other parts within a ball", async ({ page }) => {
  // The stroke paints the same vertices as one at the arm's middle would at rest.
  const lowered = await lowerArm(page, onArm(1.9));
  await paint(page, { tool: "constraint", value: 1, radius: 24, mirrorX: true }, ARM);
  const both = await after(page, async () => {
    await expect(async () => {
      await stroke(page, lowered);
      expect(new Set(await heldBones(page))).toEqual(new Set([ARM, ARM + 2]));
    }).toPass();
  });
  expect(both[1.9]).toBeGreaterThan(bound[1.9] + 0.1);
  expect(await weightNear(page, ARM + 2, onArm(-1.9))).toBeGreaterThan(0.95);
  await undo(page);

  await undo(page);
  expect(await rotationOf(page, ARM)).toBeNull();
  await paint(page, { mirrorX: false, radius: 36, falloff: "constant" }, ARM);
  // The trunk's vertices come first in the file. The gap to the arm is smaller than the brush.
  const inTrunk = async () => (await heldVertices(page)).filter((i) => i < 800).length;
  await stroke(page, onArm(0.6));
  expect((await heldVertices(page)).length).toBeGreaterThan(0);
  expect(await inTrunk()).toBe(0);
  await undo(page);
  await paint(page, { reach: "volume" }, ARM);
  await stroke(page, onArm(0.6));
  expect(await inTrunk()).toBeGreaterThan(0);
});

test("a spine is held as one bone if any of its rigid bones is selected", async ({ page }) => {
  await takeTool(page, "skeleton");
  await takeBone(page, 0);
  await chooseOption(page, "Kind", "Spine");
  // Its bones have changed, so it is bound again automatically.
  const boneCount = () =>
    page.evaluate(() => (window.sinew.document.getState() as DocumentState).rig?.bones.length ?? 0);
  await expect.poll(boneCount, { timeout: 60_000 }).toBeGreaterThan(6);
  await settled(page);
  const pieces = await page.evaluate(() => {
    const { segmentOfBone } = window.sinew.binding.getState() as BindingState;
    return Array.from(segmentOfBone!, (segment, j) => (segment === 0 ? j : -1)).filter((j) => j >= 0);
  });
  expect(pieces.length).toBeGreaterThan(2);
  const place: Point = [0, 1, 0.25];
  const ofSpine = async () => {
    let sum = 0;
    for (const piece of pieces) sum += await weightNear(page, piece, place);
    return sum;
  };
  const before = await ofSpine();
  expect(before).toBeLessThan(0.9);
  await paint(page, { tool: "constraint", value: 1, radius: 24 }, pieces[1]);
  await after(page, () => stroke(page, place));
  expect(new Set(await heldBones(page))).toEqual(new Set([0]));
  expect(await ofSpine()).toBeGreaterThan(0.95);
});
