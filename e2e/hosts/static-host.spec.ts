import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";

test("becomes cross-origin isolated on a host without headers, in a sub-folder", async ({ page }) => {
  await openStudio(page);
  await expect
    .poll(() => page.evaluate(() => globalThis.crossOriginIsolated).catch(() => false), { timeout: 30_000 })
    .toBe(true);
  await expect(page.getByText("Drop files or a folder here")).toBeVisible();
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
});

test("reports the engine's end on a page that is not secure, and not while the engine computes", async ({
  page,
  baseURL,
}) => {
  await page.goto((baseURL ?? "").replace("localhost", "sinew.test"));
  expect(await page.evaluate(() => [isSecureContext, "locks" in navigator])).toEqual([false, false]);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const engine = page.workers().find((worker) => worker.url().includes("engine-worker"));
  if (!engine) throw new Error("There is no engine worker");
  const computed = engine.evaluate(() => {
    const end = performance.now() + 6000;
    while (performance.now() < end);
  });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await computed;
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeHidden();
  await engine
    .evaluate(() => self.close())
    .catch(() => {
      // The worker ended before it could answer.
    });
  await expect(dialog.or(page.getByText("The engine stopped while it was idle"))).toContainText(
    "The engine stopped",
    {
      timeout: 10_000,
    },
  );
});

test("requests only its own files", async ({ page, baseURL }) => {
  const own = new URL(baseURL ?? "").origin;
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== own) foreign.push(request.url());
  });
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  expect(foreign).toEqual([]);
});

test("gives scripts values to read, and no way to change the document", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const seen = await page.evaluate(() => {
    const api = window.sinew as unknown as Record<string, object>;
    const tries: boolean[] = [
      Reflect.set(window, "sinew", null),
      Reflect.deleteProperty(window, "sinew"),
      Reflect.set(api, "document", null),
      Reflect.set(api["document"], "setState", null),
    ];
    return { names: Object.keys(api), store: Object.keys(api["document"]), tries };
  });
  expect(seen).toEqual({
    names: ["document", "view", "perform"],
    store: ["getState", "subscribe"],
    tries: [false, false, false, false],
  });
  expect(await page.evaluate(() => window.sinew.perform("edit.redo"))).not.toBeNull();
  expect(await page.evaluate(() => window.sinew.perform("edit.undo"))).toBeNull();
  await expect(page.getByText("Drop files or a folder here")).toBeVisible();
});
