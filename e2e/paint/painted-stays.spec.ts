import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
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
  undo,
} from "../../tools/studio-driver/binding-page";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import type { Point } from "../../workers/model/skeleton/skeleton";

const ON_ARM: Point = [1.4, 1.5, 0.25];
const ON_TRUNK: Point = [0, 0.5, 0.25];

/** Painted weights of a bone, as shown on screen. */
const shown = (page: Page, vertices?: number[], locked = "") =>
  page.evaluate(
    ([among, name]) => {
      const { rig, liveRig, weightEdits } = window.sinew.document.getState() as DocumentState;
      const { weights, bones } = (liveRig ?? rig)!;
      const own = bones.findIndex((bone) => bone.name === name);
      const row = (i: number) =>
        Array.from({ length: weights.offsets[i + 1] - weights.offsets[i] }, (_, n) => {
          const e = weights.offsets[i] + n;
          return [weights.bones[e], weights.values[e]];
        });
      const column = Array.from({ length: weights.offsets.length - 1 }, (_, i) => {
        for (const [j, w] of row(i)) if (j === own) return w;
        return 0;
      });
      const painted = [...weightEdits.painted];
      return { painted, rows: (among ?? painted).map(row), column, all: [...weights.values] };
    },
    [vertices ?? null, locked] as const,
  );

/** Paints the arm by hand, and returns the result. */
async function paintArm(page: Page) {
  await paint(
    page,
    { tool: "weight", operation: "add", value: 1, strength: 1, erase: true, radius: 40 },
    ARM,
  );
  await stroke(page, ON_ARM);
  await expect.poll(async () => (await shown(page)).painted.length).toBeGreaterThan(5);
  return shown(page);
}

/** Holds a bone's weight in another place, which restarts the optimisation, and waits for its end. */
async function hold(page: Page): Promise<void> {
  await paint(page, { tool: "constraint", value: 0.6, erase: false, radius: 40 }, 0);
  // The brush cannot find the mesh before the picking tree exists.
  await expect
    .poll(async () => {
      await stroke(page, ON_TRUNK);
      return (await editsOf(page)).holds;
    })
    .toBeGreaterThan(0);
  await settled(page);
}

test("painted and locked weights stay when a constraint restarts the optimisation, until they are released", async ({
  page,
}) => {
  const errors = await openBody(page);
  await bind(page);
  const painted = await paintArm(page);
  const { name } = await page.evaluate(
    (bone) => (window.sinew.document.getState() as DocumentState).rig!.bones[bone + 1],
    ARM,
  );
  await page.getByRole("button", { name: `Lock weights of ${name}` }).click();
  const before = await shown(page, painted.painted, name);
  await hold(page);
  const after = await shown(page, painted.painted, name);
  expect(after.rows).toEqual(painted.rows);
  expect(after.column).toEqual(before.column);
  expect(after.all).not.toEqual(before.all);

  // The list shows the kept weights.
  const list = page.getByRole("list", { name: "Constraints" });
  await expect(list.getByText("Painted by hand")).toBeVisible();
  await expect(list.getByText(`× ${painted.painted.length}`, { exact: true })).toBeVisible();
  await expect(list.getByText(`Locked ${name}`)).toBeVisible();
  await expect(list.getByText(/^Hold /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Markers" })).toContainText("Painted by hand");

  // Undo and redo bring back the same weights.
  await undo(page);
  expect((await shown(page, painted.painted, name)).rows).toEqual(painted.rows);
  await redo(page);
  const again = await shown(page, painted.painted, name);
  expect([again.rows, again.column]).toEqual([painted.rows, before.column]);

  // Binding again keeps them too.
  await page.getByRole("button", { name: "Bind again" }).click();
  await settled(page);
  const anew = await shown(page, painted.painted, name);
  expect([anew.rows, anew.column]).toEqual([painted.rows, before.column]);

  // A constraint over them changes nothing there, and says so; the eraser releases them.
  await paint(page, { tool: "constraint", value: 0.9, erase: false, radius: 40 }, ARM);
  await stroke(page, ON_ARM);
  await settled(page);
  expect((await shown(page, painted.painted)).rows).toEqual(painted.rows);
  await paint(page, { erase: true, radius: 14 }, ARM);
  await stroke(page, ON_ARM);
  await expect.poll(async () => (await shown(page)).painted.length).toBeLessThan(painted.painted.length);
  await undo(page);
  expect((await shown(page)).painted).toEqual(painted.painted);

  await page.getByRole("button", { name: "Release painted weights" }).click();
  await settled(page);
  const released = await shown(page, painted.painted, name);
  expect(released.painted).toEqual([]);
  expect(released.rows).not.toEqual(painted.rows);
  expect(released.column).toEqual(before.column);
  await undo(page);
  expect((await shown(page)).rows).toEqual(painted.rows);
  expect(errors).toEqual([]);
});

test("a project keeps painted and locked weights", async ({ page }) => {
  await openBody(page);
  await bind(page);
  await paintArm(page);
  await page.keyboard.press("o");
  const before = await shown(page);
  const saving = page.waitForEvent("download");
  await page.keyboard.press("ControlOrMeta+s");
  const bytes = new Uint8Array(await readFile(await (await saving).path()));
  await openStudio(page);
  await drop(page, [{ path: "body.sinew", bytes }]);
  await untilOpen(page);
  expect((await shown(page)).rows).toEqual(before.rows);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await expect.poll(() => page.evaluate(() => window.sinew.viewport() !== null)).toBe(true);
  await hold(page);
  const after = await shown(page);
  expect([after.painted, after.rows]).toEqual([before.painted, before.rows]);
  const locked = () =>
    page.evaluate(() => (window.sinew.document.getState() as DocumentState).weightEdits.locked);
  expect(await locked()).toHaveLength(1);
});
