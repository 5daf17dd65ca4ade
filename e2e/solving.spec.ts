import { expect, test } from "@playwright/test";
import { bendingBar } from "../workers/samples/test-sequences";
import { objAndCache } from "./fixtures";
import { documentOf, drop, openStudio, untilOpen, untilSolved } from "./studio";

/** Long enough to be watched: 25 002 vertices. */
const long = () => objAndCache(bendingBar({ bones: 6, frames: 24, length: 480, width: 13 }).sequence, "long");

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

test("the page answers while a large mesh is solved", async ({ page }) => {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    }).observe({ type: "longtask" });
  });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.waitForTimeout(8000);
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  test.info().annotations.push({ type: "long tasks, ms", description: tasks.map(Math.round).join(" ") });
  const solve = await page.evaluate(() => window.sinew.document.getState().partial !== null);
  expect(solve || (await documentOf(page)).bones > 0).toBe(true);
});
