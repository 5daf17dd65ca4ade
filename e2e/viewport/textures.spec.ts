import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { openWithRig, texturedGlb } from "../../tools/studio-driver/files/textured-files";
import { openStudio, performByName, viewState } from "../../tools/studio-driver/studio";

/** Shares of the picture's pixels that are clearly red, and clearly blue. */
const coloured = (page: Page) =>
  page.evaluate(async () => {
    const picture = await window.sinew.viewport()?.screenshot();
    if (!picture) return { red: 0, blue: 0 };
    const bitmap = await createImageBitmap(picture);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const count = { red: 0, blue: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      if (r > 2 * b && r > 2 * g && r > 60) count.red++;
      if (b > 1.6 * r && b > 1.3 * g && b > 60) count.blue++;
    }
    return { red: (400 * count.red) / data.length, blue: (400 * count.blue) / data.length };
  });

test("a GLB shows its textures, and so does the file that is exported from it", async ({ page, browser }) => {
  await openStudio(page);
  await openWithRig(page, "bar.glb", await texturedGlb());
  expect((await viewState(page)).shading).toBe("textures");
  await expect.poll(async () => (await coloured(page)).red, { timeout: 20_000 }).toBeGreaterThan(0.5);
  expect((await coloured(page)).blue).toBeGreaterThan(0.5);
  await performByName(page, "Shading: clay");
  await expect.poll(async () => (await coloured(page)).red).toBe(0);
  await page.getByRole("button", { name: "Export…" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const bytes = await readFile(await download.path());
  const other = await (await browser.newContext()).newPage();
  await openStudio(other);
  await openWithRig(other, "again.glb", bytes);
  await expect.poll(async () => (await coloured(other)).red, { timeout: 20_000 }).toBeGreaterThan(0.5);
  expect((await coloured(other)).blue).toBeGreaterThan(0.5);
});
