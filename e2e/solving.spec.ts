import { expect, test } from "@playwright/test";
import { bendingBar } from "../workers/samples/test-sequences";
import { objAndCache } from "./fixtures";
import { documentOf, drop, openStudio, untilOpen, untilSolved } from "./studio";

/** Large enough to be watched: 4 874 vertices. */
const long = () => objAndCache(bendingBar({ bones: 6, frames: 48, length: 200, width: 6 }).sequence, "long");

test.beforeEach(async ({ page }) => {
  await openStudio(page);
  await drop(page, long());
  await untilOpen(page);
});

test("a solve is seen while it runs, and cancelled by Escape", async ({ page }) => {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: /Solving/ });
  await expect(card).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => window.sinew.document.getState().partial?.bones.length ?? 0), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  expect(await documentOf(page)).toMatchObject({ bones: 0, name: "long" });
});

test("a solve is paused, goes on, and is kept as it is", async ({ page }) => {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: /Solving/ });
  await card.getByRole("button", { name: "Pause" }).click();
  await expect(card.getByText("paused at")).toBeVisible();
  await card.getByRole("button", { name: "Go on" }).click();
  await expect
    .poll(() => page.evaluate(() => window.sinew.document.getState().partial !== null), { timeout: 60_000 })
    .toBe(true);
  await card.getByRole("button", { name: "Keep this" }).click();
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(20);
});
