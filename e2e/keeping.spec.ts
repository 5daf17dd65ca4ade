import { expect, type Page, test } from "@playwright/test";
import type { Rig } from "../workers/model/rig";
import { bar, objAndCache } from "./fixtures";
import { documentOf, drop, openStudio, setBones, typeInto, untilOpen, untilSolved } from "./studio";

/** Shapes of the rig's correction. */
const rankOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState().rig as Rig | null)?.correction?.rank ?? 0);

/** Fits a correction by hand, takes it back and does it again: its figure is below the rig's own, the rig stays. */
async function correct(page: Page, rank: number): Promise<void> {
  const section = page.getByRole("region", { name: "Correction" });
  await section.getByRole("button", { name: /Correction/ }).click();
  await typeInto(page, "Correction shapes", String(rank));
  await section.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(() => rankOf(page)).toBe(rank);
  const { eRms, report } = await documentOf(page);
  expect(report?.corrected?.eRms).toBeLessThan(eRms ?? 0);
  await expect(section).toContainText("Error corrected");
  await expect(section.getByRole("checkbox", { name: "Show corrected" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => rankOf(page)).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(() => rankOf(page)).toBe(rank);
}

test("what was open when the page closed is restored", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 3);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await correct(page, 2);
  await expect(page.getByText("Saving")).toBeHidden();
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
  // The save that follows the result, not the one before it.
  await page.waitForTimeout(2000);
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
  const before = await documentOf(page);
  expect(before.report?.corrected).toMatchObject({ rank: 2 });

  await openStudio(page);
  const card = page.getByRole("region", { name: "Restore" });
  await expect(card).toContainText("bar was open when the page closed");
  await card.getByRole("button", { name: "Restore", exact: true }).click();
  await untilOpen(page);
  const after = await documentOf(page);
  expect(after).toMatchObject({ name: "bar", bones: 3, settings: before.settings });
  expect(after.eRms).toBeCloseTo(before.eRms ?? Number.NaN, 5);
  expect(after.report?.corrected).toEqual(before.report?.corrected);
  expect(await rankOf(page)).toBe(2);
  await expect(card).toBeHidden();
});
