import { readFile } from "node:fs/promises";
import { expect, type Locator, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";
import { validateGlb } from "../../workers/formats/gltf/write/validate-glb";

test("drop, solve, scrub, undo, export, drop the export", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  expect(await documentOf(page)).toMatchObject({ name: "bar", frames: 16, bones: 0 });

  await setBones(page, 4);
  expect((await documentOf(page)).settings.bones).toBe(4);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  const solved = await documentOf(page);
  expect(solved.bones).toBe(4);
  expect(solved.eRms).toBeLessThan(3);

  // The timeline: arrows step, Home returns, Space plays.
  await page.locator("body").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect((await viewState(page)).frame).toBe(2);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await viewState(page)).frame).not.toBe(2);
  await page.keyboard.press("Space");

  // Undo removes the rig, and redo restores it.
  await page.keyboard.press("ControlOrMeta+z");
  expect((await documentOf(page)).bones).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect((await documentOf(page)).bones).toBe(4);

  // The report shows the size of the file that Export offers.
  const sizeIn = (where: Locator) =>
    where.locator("dt", { hasText: /^Size/ }).locator("xpath=following-sibling::dd[1]");
  const reported = sizeIn(page.locator("body"));
  await expect(reported).toHaveText(/\d\s[kM]B/, { timeout: 30_000 });
  const size = (await reported.innerText()).match(/^[\d.]+\s\wB/)![0];

  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  const figure = dialog.getByRole("group", { name: "Size" });
  // The dialog also gives the size as a share of the cache.
  await expect(figure).toContainText(size.replace(/\s/, ""), { timeout: 30_000 });
  const button = dialog.getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const bytes = await readFile(await download.path());
  expect(await validateGlb(new Uint8Array(bytes))).toEqual([]);

  // The exported file opens again as an animated character.
  await drop(page, [{ path: "again.glb", bytes: new Uint8Array(bytes) }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open instead" }).click();
  await expect.poll(async () => (await documentOf(page)).name, { timeout: 60_000 }).toBe("again");
  expect(await documentOf(page)).toMatchObject({ vertices: solved.report?.vertices, bones: 4, eRms: null });
  expect(errors).toEqual([]);
});
