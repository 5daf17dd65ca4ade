import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";

test.beforeEach(async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
});

/** Stops all animation frames, as on a page that is too busy to draw. */
const starve = (page: Page) =>
  page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });

test("popups and dialogs are visible on a page that gets no frames", async ({ page }) => {
  await starve(page);
  await page.keyboard.press("Control+h");
  await expect(page.getByRole("dialog", { name: "History" })).toHaveCSS("opacity", "1");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").filter({ has: page.getByRole("combobox") })).toHaveCSS(
    "opacity",
    "1",
  );
});

test("a list that is closed while it opens disappears, and opens again", async ({ page }) => {
  const list = page.getByRole("dialog", { name: "History" });
  for (let n = 0; n < 5; n++) {
    await page.evaluate(() => {
      const press = (key: string, ctrlKey: boolean) =>
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key, code: `Key${key.toUpperCase()}`, ctrlKey, bubbles: true }),
        );
      press("h", true);
      press("h", true);
    });
    await expect(list).toBeHidden();
    await page.keyboard.press("Control+h");
    await expect(list).toBeVisible();
    await expect(list).toHaveCSS("opacity", "1");
    // Press the keys as fast as possible.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+h");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  }
});
