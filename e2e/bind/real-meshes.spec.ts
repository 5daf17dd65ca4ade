import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { DocumentState } from "../../app/document/document";
import { settled } from "../../tools/studio-driver/binding-page";
import { body } from "../../tools/studio-driver/files/limb";
import { drop, openStudio, untilOpen, viewState } from "../../tools/studio-driver/studio";
import { sharedData } from "../../workers/testing/shared-data";

const DATA = sharedData("static/");

const fileOf = async (path: string) => ({
  path,
  bytes: new Uint8Array(await readFile(new URL(path, DATA))),
});

/** Results of binding: the report, the least mass of a bone, and the worst row of the rig's weights. */
const bound = (page: Page) =>
  page.evaluate(() => {
    const { rig, weightReport, sequence } = window.sinew.document.getState() as DocumentState;
    const { massOfHeat } = window.sinew.binding.getState() as BindingState;
    const { offsets, values } = rig!.weights;
    let worst = 0;
    for (let i = 0; i + 1 < offsets.length; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      worst = Math.max(worst, Math.abs(row.reduce((a, b) => a + b, 0) - 1), -Math.min(...row));
    }
    const { heldOutEnergy, heldOutHeat } = weightReport!;
    const bones = rig!.bones.length;
    return {
      heldOutEnergy,
      heldOutHeat,
      leastMass: Math.min(...massOfHeat!),
      worst,
      bones,
      vertices: sequence!.vertexCount,
    };
  });

test.describe("scanned meshes", () => {
  test.skip(!existsSync(DATA), "../shared/data does not exist.");

  // Values measured for the method: held-out energy, and the number of bones that keep half of their heat mass.
  for (const [name, vertices, bones, most] of [
    ["arm", 8311, 4, 0.0048],
    ["elephant", 6034, 24, 0.0235],
  ] as const) {
    test(`the ${name} opens with its skeleton, is bound, and is as rigid as measured before`, async ({
      page,
    }) => {
      const errors = await openStudio(page);
      await drop(page, [await fileOf(`${name}.obj`), await fileOf(`${name}.tgf`)]);
      await untilOpen(page);
      await page.getByRole("button", { name: "Bind", exact: true }).click();
      await settled(page);
      const found = await bound(page);
      expect(found).toMatchObject({ vertices, bones });
      expect(found.heldOutEnergy).toBeLessThan(most);
      expect(found.heldOutEnergy).toBeLessThan(found.heldOutHeat);
      expect(found.leastMass).toBeGreaterThan(0.5);
      expect(found.worst).toBeLessThan(1e-6);
      expect(errors).toEqual([]);
    });
  }
});

test("a skeleton drawn on a mesh without one is bound", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [body()]);
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await page.getByRole("button", { name: "Draw skeleton" }).click();
  const at = (x: number) =>
    page.evaluate((x) => {
      const { origin } = (window.sinew.document.getState() as DocumentState).sequence!;
      return window.sinew.viewport()!.pageOf([x - origin[0], 1.5 - origin[1], -origin[2]])!;
    }, x);
  const click = async (x: number) => {
    const place = await at(x);
    await page.mouse.move(place.x, place.y);
    await page.mouse.click(place.x, place.y);
  };
  await expect(async () => {
    await click(0.6);
    expect((await viewState(page)).firstJoint).not.toBeNull();
  }).toPass();
  for (const x of [1.9, 3.2]) await click(x);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await settled(page);
  const found = await bound(page);
  expect(found.bones).toBe(2);
  expect(found.worst).toBeLessThan(1e-6);
  expect(found.heldOutEnergy).toBeLessThan(found.heldOutHeat);
  expect(errors).toEqual([]);
});
