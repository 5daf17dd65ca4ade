import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "./fixtures";
import { documentOf, drop, openStudio, setBones, untilOpen, untilSolved } from "./studio";

test("what was open when the page closed is restored", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 3);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await expect(page.getByText("Saving")).toBeHidden();
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
  // The save that follows the result, not the one before it.
  await page.waitForTimeout(2000);
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
  const before = await documentOf(page);

  await openStudio(page);
  const card = page.getByRole("region", { name: "Restore" });
  await expect(card).toContainText("bar was open when the page closed");
  await card.getByRole("button", { name: "Restore", exact: true }).click();
  await untilOpen(page);
  const after = await documentOf(page);
  expect(after).toMatchObject({ name: "bar", bones: 3, settings: before.settings });
  expect(after.eRms).toBeCloseTo(before.eRms ?? Number.NaN, 5);
  await expect(card).toBeHidden();
});
