import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  setSolve,
  typeInto,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";

test.beforeEach(async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
});

const bonesAsked = async (page: Page) => (await documentOf(page)).settings.bones;

test("numbers are calculated, refused with a message, undone and redone", async ({ page }) => {
  await typeInto(page, "Bones", "1.6*5");
  expect(await bonesAsked(page)).toBe(8);
  await typeInto(page, "Bones", "(8+4)/2");
  expect(await bonesAsked(page)).toBe(6);
  const places = () =>
    page.locator("[data-ui=field]").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  const before = await places();
  await typeInto(page, "Bones", "5000");
  await expect(page.getByRole("alert")).toContainText("It stays at 6");
  // The message floats over the rows, so none of them moves.
  expect(await places()).toEqual(before);
  await typeInto(page, "Bones", "many");
  await expect(page.getByRole("alert")).toContainText("It stays at 6");
  await page.keyboard.press("ArrowUp");
  expect(await bonesAsked(page)).toBe(7);

  const seen: number[] = [];
  for (const keys of ["z", "z", "z", "Shift+z", "Shift+z", "Shift+z"]) {
    await page.keyboard.press(`ControlOrMeta+${keys}`);
    seen.push(await bonesAsked(page));
  }
  expect(seen).toEqual([6, 8, 20, 8, 6, 7]);
});

test("a solve finds the fewest bones that reach an error", async ({ page }) => {
  await page.getByRole("radio", { name: "Error", exact: true }).click();
  await typeInto(page, "Error target", "0.5");
  expect((await documentOf(page)).settings.errorTarget).toBeCloseTo(0.005, 9);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  const { report, bones } = await documentOf(page);
  expect(report?.rmsePercent).toBeLessThanOrEqual(0.5);
  expect(report?.bonesAsked).toBeNull();
  // Four bones bend the bar exactly.
  expect(bones).toBeGreaterThan(0);
  expect(bones).toBeLessThanOrEqual(5);
});

test("a locked bone keeps its motion when the solve continues", async ({ page }) => {
  const rigOf = () =>
    page.evaluate(() => {
      const { bones, motion } = window.sinew.document.getState().rig as Rig;
      return { names: bones.map(({ name }) => name), motion: [...motion] };
    });
  await setBones(page, 3);
  await setSolve(page, { Iterations: 1, "Seeded restarts": 1 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  const before = await rigOf();
  const locked = before.names.indexOf("bone_02");
  await page.getByRole("button", { name: "Lock bone_02" }).click();
  await expect(page.getByRole("button", { name: "Lock bone_02" })).toHaveAttribute("aria-pressed", "true");

  // Now without the limit that stopped the first solve early.
  await setSolve(page, { Iterations: 10 });
  await page.evaluate(() => Object.assign(window, { rigBefore: window.sinew.document.getState().rig }));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForFunction(
    () =>
      window.sinew.document.getState().rig !== (window as unknown as { rigBefore: Rig }).rigBefore &&
      window.sinew.document.getState().partial === null,
    null,
    { timeout: 60_000 },
  );
  const after = await rigOf();
  expect(after.names).toEqual(before.names);
  const change = (bone: number) =>
    Math.max(
      ...after.motion.map((x, n) =>
        Math.floor(n / 12) % before.names.length === bone ? Math.abs(x - before.motion[n]) : 0,
      ),
    );
  expect(change(locked)).toBe(0);
  expect(Math.max(...before.names.map((_, j) => change(j)))).toBeGreaterThan(1e-6);
});
