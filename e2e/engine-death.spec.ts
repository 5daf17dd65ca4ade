import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "./fixtures";
import { documentOf, drop, openStudio, untilOpen, untilSolved } from "./studio";

test("an engine that dies during a solve says so, and the next solve works", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  // Longer than it takes to kill it.
  await page.evaluate(() => {
    const { document } = window.sinew;
    const { settings } = document.getState();
    document.setState({
      settings: { ...settings, method: "ssdr", restarts: 100, iterations: 100_000, tolerance: 0 },
    });
  });
  const before = await documentOf(page);

  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByRole("button", { name: "Keep this" })).toBeVisible();
  const engine = page.workers().find((worker) => worker.url().includes("engine-worker"));
  if (!engine) throw new Error("There is no engine worker");
  await engine.evaluate(() => {
    setTimeout(() => {
      throw new Error("out of memory");
    });
  });
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The engine stopped");
  await expect(dialog).toContainText("out of memory");
  await expect(dialog).toContainText("What was open is still open.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Keep this" })).toBeHidden();
  expect(await documentOf(page)).toEqual(before);

  await page.evaluate(() => {
    const { document } = window.sinew;
    document.setState({
      settings: { ...document.getState().settings, bones: 4, iterations: 2, restarts: 1 },
    });
  });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(4);
});
