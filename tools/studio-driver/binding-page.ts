import { expect, type Page } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { DocumentState } from "../../app/document/document";
import type { PaintState, ViewState } from "../../app/document/view-state";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { body, bodySkeleton } from "./limb";
import { drop, openStudio, untilOpen } from "./studio";

/** The upper bone of the arm at +x, by number. */
export const ARM = 2;

/**
 * Opens the body with its skeleton, for binding with few poses, because a test waits for each of them. Returns the
 * page's errors.
 */
export async function openBody(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1120, height: 680 });
  const errors = await openStudio(page);
  await drop(page, [body(), bodySkeleton(2)]);
  await untilOpen(page);
  await expect.poll(() => page.evaluate(() => window.sinew.view.getState().workspace)).toBe("paint");
  await page.evaluate(() =>
    window.sinew.document.setState(({ weighting }: DocumentState) => ({
      weighting: { ...weighting, exemplars: 8, iterations: 10 },
    })),
  );
  return errors;
}

const stateOf = (page: Page) =>
  page.evaluate(() => (window.sinew.binding.getState() as BindingState).run?.state ?? null);
/** The size of each kind of edit: entries, wire edges, and vertices that count less. */
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
  expect.poll(() => stateOf(page), { timeout: 60_000, intervals: [50] }).toBe("converged");
export const paint = (page: Page, change: Partial<PaintState>, bone: number) =>
  page.evaluate(
    ([next, selectedBone]) =>
      window.sinew.view.setState((view: ViewState) => ({ selectedBone, paint: { ...view.paint, ...next } })),
    [change, bone] as const,
  );

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
  page.getByRole("button", { name: "Keep these weights", exact: true }).click();

export const undo = (page: Page) => page.evaluate(() => window.sinew.perform("edit.undo"));
export const redo = (page: Page) => page.evaluate(() => window.sinew.perform("edit.redo"));
