import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "./fixtures";
import { drop, openStudio, untilOpen } from "./studio";

for (const theme of ["dark", "light"] as const) {
  test(`the empty and the open studio are accessible, ${theme}`, async ({ page }) => {
    await openStudio(page);
    await page.evaluate((t) => window.sinew.view.setState({ theme: t }), theme);
    const empty = await new AxeBuilder({ page }).analyze();
    expect(empty.violations.map((v) => `${v.id}: ${v.nodes[0].html}`)).toEqual([]);
    await drop(page, objAndCache(bar().sequence, "bar"));
    await untilOpen(page);
    const open = await new AxeBuilder({ page }).analyze();
    expect(open.violations.map((v) => `${v.id}: ${v.nodes[0].html}`)).toEqual([]);
  });
}

test("nothing is wider than a small window", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(page.getByRole("button", { name: "Solve", exact: true }).first()).toBeVisible();
});
