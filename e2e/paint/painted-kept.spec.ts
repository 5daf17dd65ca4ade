import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { setBrush } from "../../tools/studio-driver/brush";
import { hideBones } from "../../tools/studio-driver/looks";
import { openStudio, performByName, selectBones } from "../../tools/studio-driver/studio";
import { kill, restore, untilSaved } from "../projects/kept-page";
import { apart, middle, paintSwayingBar, stroke, weightsOf } from "./swaying-bar";

/** The names of the layers, from the bottom up, and how many vertices each paints. */
const layersOf = (page: Page) =>
  page.evaluate(() =>
    (window.sinew.document.getState() as DocumentState).weightLayers!.layers.map(({ name, rows }) => ({
      name,
      count: rows.vertices.length,
    })),
  );

/** Paints with the pointer, and returns the weights once the stroke is in the document. */
async function painted(page: Page, by: [number, number]): Promise<number[]> {
  const before = (await weightsOf(page)).rows.flat();
  const [x, y] = await middle(page);
  await stroke(page, [x + by[0], y + by[1]], [10, 0]);
  await expect
    .poll(async () => apart((await weightsOf(page)).rows.flat(), before), { timeout: 30_000 })
    .toBeGreaterThan(1e-3);
  return (await weightsOf(page)).rows.flat();
}

test.describe.configure({ timeout: 240_000 });

test("on a full disk strokes go on, the status bar says that they are not saved, and all are saved when there is room", async ({
  page,
  context,
}) => {
  const errors = await paintSwayingBar(page);
  await untilSaved(page);
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: used });
  const first = await painted(page, [-40, 0]);
  await expect(page.getByRole("contentinfo")).toContainText("Not saved: The browser's storage is full");
  const second = await painted(page, [0, 0]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => apart((await weightsOf(page)).rows.flat(), first)).toBeLessThan(1e-7);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(async () => apart((await weightsOf(page)).rows.flat(), second)).toBeLessThan(1e-7);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  const third = await painted(page, [30, 0]);
  await untilSaved(page);
  await kill(page);
  const last = await context.newPage();
  await openStudio(last);
  await restore(last, "bar");
  expect(apart((await weightsOf(last)).rows.flat(), third)).toBeLessThan(1e-6);
  expect(errors.filter((text) => !/quota/i.test(text))).toEqual([]);
});

test("two tabs that both painted one project merge to a project with the layers of both", async ({
  page,
  context,
}) => {
  await paintSwayingBar(page);
  await painted(page, [-40, 0]);
  await untilSaved(page);
  const other = await context.newPage();
  await other.setViewportSize({ width: 1000, height: 640 });
  await openStudio(other);
  await restore(other, "bar");
  await hideBones(other);
  const add = async (tab: Page, by: [number, number]) => {
    await tab.bringToFront();
    await performByName(tab, "New layer");
    await selectBones(tab, 3);
    await setBrush(tab, { tool: "weight", operation: "add", strength: 0.5, radius: 40, value: 1 });
    return painted(tab, by);
  };
  await add(other, [40, 0]);
  await untilSaved(other);
  await add(page, [-60, 0]);
  await untilSaved(page);
  const [mine, theirs] = [await layersOf(page), await layersOf(other)];
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText("bar was changed in another tab");
  await messages.getByRole("button", { name: "Compare…" }).click();
  const dialog = page.getByRole("dialog", { name: "bar was changed in another tab" });
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog).toBeHidden();
  const merged = await layersOf(page);
  const counts = (layers: { count: number }[]) => layers.map(({ count }) => count);
  // The layers from before, and one new layer from each tab.
  expect(merged).toHaveLength(mine.length + 1);
  expect(counts(merged)).toEqual(expect.arrayContaining(counts(mine)));
  expect(counts(merged)).toEqual(expect.arrayContaining(counts(theirs)));
  expect((await weightsOf(page)).worstSum).toBeLessThan(1e-5);
});
