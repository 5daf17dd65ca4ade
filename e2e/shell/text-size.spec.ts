import { expect, type Locator, type Page, test } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { NO_PICTURE } from "../no-picture";

/** Sets the size of text in the browser's settings, px. */
async function setTextSize(page: Page, size: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
}

/** The size of a button with an icon, and of its icon, px. */
async function buttonSize(panel: Locator): Promise<{ button: number; icon: number }> {
  const button = panel.locator("[data-ui=icon-button]").first();
  const icon = await button.locator("[data-ui=icon]").boundingBox();
  return { button: (await button.boundingBox())!.width, icon: icon!.width };
}

/** Names of buttons and headings whose text is wider or higher than their room. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("section h2, section h3, section button")]
      .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== "visible")
      .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
      .map((each) => each.innerText),
  );

test("text, rows and panels follow the browser's size of text", NO_PICTURE, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const sizes: { text: number; row: number; button: number; icon: number; panel: number }[] = [];
  for (const size of [16, 24]) {
    await setTextSize(page, size);
    await withRig(page);
    const row = page.getByRole("region", { name: "Outliner" }).getByRole("row").last();
    const panel = page.getByRole("region", { name: "Inspector" });
    await expect(row).toBeVisible();
    sizes.push({
      text: await row.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      row: (await row.boundingBox())!.height,
      ...(await buttonSize(panel)),
      panel: (await panel.boundingBox())!.width,
    });
    for (const workspace of ["Solve", "Skeleton", "Reduce"]) {
      await page.getByText(workspace, { exact: true }).first().click();
      expect(await panel.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
      expect(await cutOff(page)).toEqual([]);
    }
  }
  const [usual, large] = sizes;
  expect(usual).toMatchObject({ text: 12, row: 24, button: 24, icon: 16 });
  expect(large).toMatchObject({ text: 18, row: 36, button: 36, icon: 24 });
  expect(large.panel / usual.panel).toBeGreaterThan(1.4);
});

test("panels with large text follow the window, and get their size back", NO_PICTURE, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await setTextSize(page, 24);
  await withRig(page);
  const panel = page.getByRole("region", { name: "Inspector" });
  const width = async () => Math.round((await panel.boundingBox())!.width);
  const before = await width();
  await page.setViewportSize({ width: 1010, height: 800 });
  await expect.poll(width).toBeLessThan(0.8 * before);
  const viewport = page.getByTestId("picture");
  expect((await viewport.boundingBox())!.width).toBeGreaterThan(300);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(before);
});
