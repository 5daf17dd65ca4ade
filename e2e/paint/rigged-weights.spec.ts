import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  ARM,
  bind,
  openBody,
  paint,
  settled,
  setWeighting,
  stroke,
  takeBone,
} from "../../tools/studio-driver/binding-page";
import { drop, openStudio, performByName, untilOpen } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar } from "../../workers/testing/sequences";

/** The rows of weights on screen, and the steps of history. */
const now = (page: Page) =>
  page.evaluate(() => {
    const { rig, liveRig, weightEdits, weightReport } = window.sinew.document.getState() as DocumentState;
    const { offsets, bones, values } = (liveRig ?? rig)!.weights;
    return {
      weights: { offsets: [...offsets], bones: [...bones], values: [...values] },
      painted: [...weightEdits.painted],
      measured: weightReport && { method: weightReport.method, energy: weightReport.heldOutEnergy },
    };
  });

/** Rows of some vertices. */
const rowsOf = ({ weights: { offsets, bones, values } }: Awaited<ReturnType<typeof now>>, among: number[]) =>
  among.map((i) =>
    Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
      bones[offsets[i] + n],
      values[offsets[i] + n],
    ]),
  );

/** A skinned bar of two bones, opened with its rig and its own skeleton. */
async function openRigged(page: Page): Promise<string[]> {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 6, length: 16, width: 4 });
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await page.setViewportSize({ width: 1120, height: 720 });
  const errors = await openStudio(page);
  await drop(page, [{ path: "bar.glb", bytes }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await setWeighting(page, { "Sample poses": 6, Iterations: 5 });
  return errors;
}

/** Paints the middle of the bar by hand. */
async function paintBar(page: Page): Promise<void> {
  const middle = await page.evaluate(() => {
    const { sequence } = window.sinew.document.getState() as DocumentState;
    const { rest, origin } = sequence!;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    rest.forEach((x, n) => {
      low[n % 3] = Math.min(low[n % 3], x);
      high[n % 3] = Math.max(high[n % 3], x);
    });
    const at = low.map((x, c) => (x + high[c]) / 2 + origin[c]);
    return [at[0] - 0.2 * (high[0] - low[0]), at[1], high[2] + origin[2]] as Point;
  });
  await paint(page, { tool: "weight", operation: "replace", value: 0.4, strength: 1, radius: 40 }, 0);
  // The brush reaches nothing until the picking tree exists.
  await expect
    .poll(async () => {
      await stroke(page, middle);
      return (await now(page)).painted.length;
    })
    .toBeGreaterThan(3);
}

test("weights of a rigged file are painted, measured, optimised and bound again from the note", async ({
  page,
}) => {
  test.skip(test.info().project.name !== "webgl2", "The graphics backend does not matter here.");
  const errors = await openRigged(page);
  const note = page.getByText(/^The rig has weights: 2 bones, up to 2 per vertex\./);
  await expect(note).toBeVisible();
  const before = await now(page);

  await note.getByRole("button", { name: "Paint them" }).click();
  expect(await page.evaluate(() => window.sinew.view.getState().paint.tool)).toBe("weight");
  await paintBar(page);
  const painted = await now(page);
  expect(painted.weights).not.toEqual(before.weights);
  await expect(note).toBeVisible();

  // Measuring is a step that changes no weight and starts no optimisation.
  await note.getByRole("button", { name: "measure them" }).click();
  await expect.poll(async () => (await now(page)).measured?.method, { timeout: 60_000 }).toBe("given");
  const measured = await now(page);
  expect([measured.weights, measured.painted]).toEqual([painted.weights, painted.painted]);
  expect(await page.evaluate(() => window.sinew.binding.getState().run)).toBeNull();
  await page.keyboard.press("ControlOrMeta+z");
  expect((await now(page)).measured).toBeNull();
  expect((await now(page)).weights).toEqual(painted.weights);

  // The optimisation continues from them, and keeps the painted ones.
  await note.getByRole("button", { name: "optimise from them" }).click();
  await settled(page);
  const optimised = await now(page);
  expect(rowsOf(optimised, painted.painted)).toEqual(rowsOf(painted, painted.painted));
  expect(optimised.weights).not.toEqual(painted.weights);

  await page.getByRole("button", { name: "Bind again" }).click();
  await settled(page);
  const anew = await now(page);
  expect(rowsOf(anew, painted.painted)).toEqual(rowsOf(painted, painted.painted));
  expect(errors).toEqual([]);
});

test("measuring after hand edits does not bind the mesh again", async ({ page }) => {
  test.skip(test.info().project.name !== "webgl2", "The graphics backend does not matter here.");
  const errors = await openBody(page);
  await bind(page);
  const bound = await now(page);
  await paint(
    page,
    { tool: "weight", operation: "add", value: 1, strength: 1, erase: true, radius: 40 },
    ARM,
  );
  await stroke(page, [1.4, 1.5, 0.25]);
  await expect.poll(async () => (await now(page)).painted.length).toBeGreaterThan(5);
  const painted = await now(page);
  await page.getByRole("button", { name: "Measure again" }).first().click();
  await expect.poll(async () => (await now(page)).measured?.method, { timeout: 60_000 }).toBe("given");
  const measured = await now(page);
  expect(measured.weights).toEqual(painted.weights);
  expect(measured.painted).toEqual(painted.painted);
  expect(measured.measured?.energy).not.toBe(bound.measured?.energy);
  // Only one step was added: the report.
  await page.keyboard.press("ControlOrMeta+z");
  expect(await now(page)).toEqual(painted);
  expect(errors).toEqual([]);
});

test("a hold that contradicts locked bones is reported, counted and removed", async ({ page }) => {
  test.skip(test.info().project.name !== "webgl2", "The graphics backend does not matter here.");
  const errors = await openBody(page);
  await bind(page);
  const trunk: Point = [0, 0.5, 0.25];
  await takeBone(page, 2);
  await performByName(page, "Lock all other bones");
  await paint(page, { tool: "constraint", value: 0.9, erase: false, radius: 40 }, ARM);
  const holds = () =>
    page.evaluate(
      () => (window.sinew.document.getState() as DocumentState).weightEdits.holds.vertices.length,
    );
  await expect
    .poll(async () => {
      await stroke(page, trunk);
      return holds();
    })
    .toBeGreaterThan(0);
  await expect(page.getByText(/locked bones leave too little weight/)).toBeVisible();
  const note = page.getByText(/^Holds at \d+ vertices have no effect/);
  await expect(note).toBeVisible();
  await note.getByRole("button", { name: "remove these holds" }).click();
  await expect(note).toBeHidden();
  expect(await holds()).toBe(0);
  expect(errors).toEqual([]);
});
