import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { chooseOption } from "../../tools/studio-driver/looks";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  setSolve,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";

/** Opens a bar, and starts a solve that takes longer than the test. */
async function startLongSolve(page: Page): Promise<void> {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await askForLongSolve(page);
}

async function askForLongSolve(page: Page): Promise<void> {
  await chooseOption(page, "Method", "SSDR");
  await setSolve(page, { "Seeded restarts": 100, Iterations: 10_000, Tolerance: 0 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByRole("button", { name: "Keep this" })).toBeVisible();
}

function engineOf(page: Page) {
  const engine = page.workers().find((worker) => worker.url().includes("engine-worker"));
  if (!engine) throw new Error("There is no engine worker");
  return engine;
}

/** Ends the engine's worker like the browser does: without an error or a message. */
async function endEngine(page: Page): Promise<number> {
  await engineOf(page)
    .evaluate(() => self.close())
    .catch(() => {
      // The worker ended before it could answer.
    });
  return Date.now();
}

const noteTime = (since: number) =>
  test.info().annotations.push({ type: "announced after", description: `${Date.now() - since} ms` });

test("an engine that dies during a solve is reported, and the next solve works", async ({ page }) => {
  await startLongSolve(page);
  const before = await documentOf(page);
  await engineOf(page).evaluate(() => {
    setTimeout(() => {
      throw new Error("out of memory");
    });
  });
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The engine stopped");
  await expect(dialog).toContainText("out of memory");
  await expect(dialog).toContainText("Your open document has not changed.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Keep this" })).toBeHidden();
  expect(await documentOf(page)).toEqual(before);

  await setBones(page, 4);
  await setSolve(page, { Iterations: 2, "Seeded restarts": 1 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(4);
});

test("an engine that ends silently during a solve is reported at once", async ({ page }) => {
  await startLongSolve(page);
  const before = await documentOf(page);
  const ended = await endEngine(page);
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The engine stopped", { timeout: 10_000 });
  noteTime(ended);
  await expect(dialog).toContainText("The browser ended it");
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await documentOf(page)).toEqual(before);
});

test("an engine that ends while idle is reported, and the next solve starts another", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const ended = await endEngine(page);
  await expect(page.getByText("The engine stopped while it was idle")).toBeVisible({ timeout: 10_000 });
  noteTime(ended);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
});

test("an engine that computes without a break is not reported", async ({ page }) => {
  await startLongSolve(page);
  await engineOf(page).evaluate(() => {
    const end = performance.now() + 4000;
    while (performance.now() < end);
  });
  await expect(page.getByRole("button", { name: "Keep this" })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.getByRole("button", { name: "Keep this" }).click();
  await untilSolved(page);
});

test("a pool thread that ends is reported, and the next solve works", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await engineOf(page).evaluate(() => {
    const made: Worker[] = [];
    Object.assign(self, { made });
    self.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        made.push(this);
      }
    };
  });
  await askForLongSolve(page);
  const threads = () => engineOf(page).evaluate(() => (self as unknown as { made: Worker[] }).made.length);
  test.skip((await threads()) === 0, "There is only one thread");
  await engineOf(page).evaluate(() => (self as unknown as { made: Worker[] }).made[0].terminate());
  const ended = Date.now();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("A part of the solver stopped", { timeout: 10_000 });
  noteTime(ended);
  await dialog.getByRole("button", { name: "Close" }).click();
  await setBones(page, 4);
  await setSolve(page, { Iterations: 2, "Seeded restarts": 1 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
});
