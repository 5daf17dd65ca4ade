import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { openStudio } from "../../tools/studio-driver/studio";
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

/** The height of the numbers above the timeline, px: the uppermost rows with ink. */
const rulerHeight = (page: Page) =>
  page
    .getByRole("slider", { name: "Frame" })
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const isInked = (y: number) =>
        data.subarray(4 * y * width, 4 * (y + 1) * width).some((x, n) => n % 4 === 3 && x > 60);
      let top = 0;
      while (!isInked(top)) top++;
      let end = top;
      while (isInked(end)) end++;
      return end - top;
    });

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

/** Pairs of controls in the bars at the top that cover each other, and those that leave the window. */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>("body > #root header *, [class*=tools] button")]
      .filter((each) => each.matches("button:not([aria-hidden]), [class*=name]") && each.checkVisibility())
      .map((each) => ({ name: each.innerText || each.ariaLabel, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1);
    const leaving = boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth);
    const covering = boxes.flatMap((a, n) =>
      boxes
        .slice(n + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
        )
        .map((b) => `${a.name} and ${b.name}`),
    );
    return [...leaving.map(({ name }) => name), ...covering];
  });

/** Options of a choice that leave their box. */
const spilledOptions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-ui=segmented] [role=radio]")]
      .filter((each) => each.checkVisibility())
      .filter(
        (each) =>
          each.getBoundingClientRect().right > each.parentElement!.getBoundingClientRect().right + 1 ||
          each.getBoundingClientRect().bottom > each.parentElement!.getBoundingClientRect().bottom + 1,
      )
      .map((each) => each.innerText),
  );

test(
  "with text of twice the size, bars, choices and the start page stay readable",
  NO_PICTURE,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await setTextSize(page, 32);
    await openStudio(page);
    const heading = page.getByRole("heading", { name: "Drop a mesh animation. Get a rig." });
    const bar = (await page.locator("header").first().boundingBox())!;
    expect((await heading.boundingBox())!.y).toBeGreaterThan(bar.y + bar.height);
    expect(await crowded(page)).toEqual([]);
    await withRig(page);
    for (const workspace of ["Solve", "Paint", "Reduce"]) {
      await page.getByRole("button", { name: `${workspace} workspace` }).click();
      expect(await crowded(page)).toEqual([]);
      expect(await spilledOptions(page)).toEqual([]);
      const saved = (await page.getByText(/Saved on this machine|Saving on this machine/).boundingBox())!;
      expect(saved.x + saved.width).toBeLessThanOrEqual(1440);
    }
  },
);

test("with twice the text, the ruler's numbers grow, the heads of columns stay apart, and no button is cut off", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const heights: number[] = [];
  for (const size of [16, 32]) {
    await setTextSize(page, size);
    await withRig(page);
    const heads = page.getByRole("region", { name: "Outliner" }).getByText(/^(Vertices|ERMS)$/);
    await expect(heads).toHaveCount(2);
    const [left, right] = await Promise.all([heads.first().boundingBox(), heads.last().boundingBox()]);
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x);
    heights.push(await rulerHeight(page));
    await page.getByText("Paint", { exact: true }).first().click();
    await expect(page.getByRole("region", { name: "Selection" })).toBeAttached();
    expect(await cutOff(page)).toEqual([]);
    await page.getByText("Solve", { exact: true }).first().click();
  }
  expect(heights[1] / heights[0]).toBeGreaterThan(1.6);
});

/** Elements whose text is wider than its room. */
const tooWide = (elements: Locator) =>
  elements.evaluateAll((all) =>
    (all as HTMLElement[])
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.innerText),
  );

test("with twice the text, names, figures, tools and fields of bones stay apart and whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await setTextSize(page, 32);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "hover", value: "hover" }] });
  await withRig(page);
  const outliner = page.getByRole("region", { name: "Outliner" });
  const names = outliner.getByRole("gridcell", { name: /^\w+_\d+$/ });
  expect(await tooWide(names)).toEqual([]);

  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  const heads = outliner.getByText(/^(Side|Vertices)$/);
  const [side, last] = [await heads.first().boundingBox(), await heads.last().boundingBox()];
  expect(side!.x + side!.width).toBeLessThanOrEqual(last!.x);
  expect(await tooWide(heads.last())).toEqual([]);
  const panel = (await outliner.boundingBox())!;
  expect(last!.x + last!.width).toBeLessThanOrEqual(panel.x + panel.width);
  const tools = (await page.getByRole("toolbar", { name: "Tools" }).boundingBox())!;
  const rig = (await page.getByRole("radio", { name: "Rig", exact: true }).boundingBox())!;
  expect(tools.y).toBeGreaterThanOrEqual(rig.y + rig.height);

  await names.first().click();
  await page.getByRole("button", { name: "Deform workspace" }).click();
  await expect(page.getByRole("button", { name: "Keep this pose" })).toBeVisible();
  expect(await tooWide(page.getByRole("button", { name: "Keep this pose" }))).toEqual([]);
  const fields = page.getByRole("spinbutton", { name: /^(Move|Rotation) [xyz]$/i });
  await expect(fields).toHaveCount(6);
  expect(await tooWide(fields)).toEqual([]);
  const words = page.locator("dl dt, dl dd");
  await expect(words.first()).toBeVisible();
  expect(await tooWide(words)).toEqual([]);

  // The figures of the export scroll, by keys too.
  await page.keyboard.press("ControlOrMeta+e");
  await expect(page.getByText("Nothing of the rig is lost.")).toBeAttached({ timeout: 60_000 });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
