import { expect, type Page } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { type BrushChange, setBrush } from "./brush";
import { body, bodySkeleton } from "./files/limb";
import { drop, OFTEN, openStudio, typeInto, untilOpen } from "./studio";

/** The upper bone of the arm at +x, by number. */
export const ARM = 2;

/**
 * Opens the body with its skeleton, for binding with few poses, because a test waits for each of them. Returns the
 * page's errors.
 */
export async function openBody(page: Page, query?: string): Promise<string[]> {
  await page.setViewportSize({ width: 1120, height: 680 });
  const errors = await openStudio(page, query);
  await drop(page, [body(), bodySkeleton(2)]);
  await untilOpen(page);
  await expect.poll(() => page.evaluate(() => window.sinew.view.getState().workspace), OFTEN).toBe("paint");
  await setWeighting(page, { "Sample poses": 8, Iterations: 10 });
  return errors;
}

/**
 * Types settings for finding weights into their fields, by the field's name. The fold with rarely used settings stays
 * closed.
 */
export async function setWeighting(page: Page, settings: Record<string, number>): Promise<void> {
  const fold = page.getByRole("button", { name: /^Optimisation/ });
  await fold.click();
  for (const [field, value] of Object.entries(settings)) await typeInto(page, field, String(value));
  await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "false");
}

const stateOf = (page: Page) =>
  page.evaluate(() => (window.sinew.binding.getState() as BindingState).run?.state ?? null);
/** The size of each kind of edit: entries, links, and vertices with less importance. */
export const editsOf = (page: Page) =>
  page.evaluate(() => {
    const { holds, influences, attach, neumann, smooth, wires, importance } = (
      window.sinew.document.getState() as DocumentState
    ).weightEdits;
    const count = ({ vertices }: { vertices: ArrayLike<number> }) => vertices.length;
    return {
      holds: count(holds),
      influences: count(influences),
      acting: influences.values.filter((x) => x > 0).length,
      attach: count(attach),
      neumann: count(neumann),
      smooth: count(smooth),
      wires: wires.length / 2,
      excluded: importance?.filter((x) => x < 0.99).length ?? 0,
    };
  });
export const settled = (page: Page) =>
  expect.poll(() => stateOf(page), { ...OFTEN, timeout: 60_000 }).toBe("converged");
/** Selects a bone of the rig, or of the skeleton while there is no rig, by its row. */
export async function takeBone(page: Page, bone: number): Promise<void> {
  const { name, isBone } = await page.evaluate((j) => {
    const { rig, liveRig, skeleton } = window.sinew.document.getState() as DocumentState;
    const { tool } = (window.sinew.view.getState() as ViewState).paint;
    const shown = tool === "skeleton" ? null : (liveRig ?? rig);
    return { name: (shown?.bones ?? skeleton!.segments)[j].name, isBone: shown !== null };
  }, bone);
  const outliner = page.getByTestId("outliner");
  await outliner.getByRole(isBone ? "gridcell" : "treeitem", { name, exact: true }).click();
}

/** Takes a tool of the Paint workspace, sets its brush, and selects a bone for it. */
export async function paint(page: Page, change: BrushChange, bone: number): Promise<void> {
  await setBrush(page, change);
  await takeBone(page, bone);
}

/** Position on the page of a point of the file. */
export const at = (page: Page, point: Point) =>
  page.evaluate((p) => {
    const { origin } = (window.sinew.document.getState() as DocumentState).sequence!;
    const place = window.sinew.viewport()!.pageOf([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]])!;
    return [place.x, place.y] as [number, number];
  }, point);

/** A stroke between two points of the file, or a short one if both are the same. */
export async function stroke(page: Page, from: Point, to: Point = from): Promise<void> {
  const [a, b] = [await at(page, from), await at(page, to)];
  await page.mouse.move(a[0] - 3, a[1]);
  await page.mouse.down();
  await page.mouse.move(b[0] + 4, b[1], { steps: 4 });
  await page.mouse.up();
}

/** Mean weight of a bone over the vertices near a point of the file, on screen. */
export const weightNear = (page: Page, bone: number, point: Point) =>
  page.evaluate(
    ([j, p]) => {
      const { sequence, rig, liveRig } = window.sinew.document.getState() as DocumentState;
      const { rest, weights } = (liveRig ?? rig)!;
      let [sum, count] = [0, 0];
      for (let i = 0; i < sequence!.vertexCount; i++) {
        if (Math.hypot(...p.map((x, c) => rest[3 * i + c] + sequence!.origin[c] - x)) > 0.12) continue;
        count++;
        for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
          if (weights.bones[e] === j) sum += weights.values[e];
        }
      }
      return sum / count;
    },
    [bone, point] as const,
  );

export async function bind(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await settled(page);
}

/** Ends the optimisation with its current weights. */
export const keepWeights = (page: Page) =>
  page.getByRole("button", { name: "Keep current weights", exact: true }).click();

export const undo = (page: Page) => page.keyboard.press("ControlOrMeta+z");
export const redo = (page: Page) => page.keyboard.press("ControlOrMeta+Shift+z");
