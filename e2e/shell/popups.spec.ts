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

test("shortcuts work in popovers, which leave the page usable", async ({ page }) => {
  const foot = page.getByRole("contentinfo");
  const popovers = [
    { name: "Jobs", open: () => foot.getByRole("button", { name: /Jobs/ }).click() },
    { name: "History", open: () => page.keyboard.press("Control+h") },
    { name: "Views", open: () => page.getByRole("button", { name: "Views", exact: true }).click() },
  ];
  for (const { name, open } of popovers) {
    const popover = page.getByRole("dialog", { name, exact: true });
    const opened = async () => {
      await open();
      await expect.poll(() => popover.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    };
    await opened();
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("ControlOrMeta+o");
    await chooser;
    if (!(await popover.isVisible())) await opened();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Find action" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox", { name: "Find action" })).toHaveCount(0);
    if (await popover.isVisible()) await page.keyboard.press("Escape");
    await expect(popover).toBeHidden();
  }
});

test("a text that a narrow panel cuts off is shown whole under the pointer", async ({ page }) => {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Find action" })).toBeFocused();
  await page.keyboard.type("attach");
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=option] *")].findIndex(
      (each) => getComputedStyle(each).textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth,
    ),
  );
  expect(cut).toBeGreaterThan(-1);
  const text = page.locator("[role=option] *").nth(cut);
  await expect(text).not.toHaveAttribute("title");
  await text.hover();
  await expect(text).toHaveAttribute("title", (await text.innerText()).trim());
});
