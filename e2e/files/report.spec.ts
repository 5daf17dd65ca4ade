import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { AS_USERS_SEE, nextFrames, performByName } from "../../tools/studio-driver/studio";

/** Saves the report with the palette. */
async function savedReport(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await performByName(page, "Save report");
  return readFile(await (await download).path(), "utf8");
}

/** What a reader sees of the report. */
const seenOf = (reader: Page) =>
  reader.evaluate(() => {
    const chart = document.querySelector(".chart")!;
    return {
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      plot: chart.querySelector("svg")!.getBoundingClientRect().height,
      label: Number.parseFloat(getComputedStyle(chart).fontSize),
      bars: chart.querySelectorAll("rect").length,
      marked: chart.querySelectorAll(".marked").length,
      pictures: [...document.images].filter((each) => each.naturalWidth > 100).length,
    };
  });

/** The share of strongly coloured pixels in each picture of the report, and its size. */
const picturesOf = (reader: Page) =>
  reader.evaluate(() =>
    [...document.images].map((image) => {
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let coloured = 0;
      for (let n = 0; n < data.length; n += 4) {
        const [r, g, b] = data.subarray(n, n + 3);
        if (Math.max(r, g, b) - Math.min(r, g, b) > 70) coloured++;
      }
      return { width, coloured: coloured / (width * height), shown: image.getBoundingClientRect().width };
    }),
  );

test("its pictures are large in any window; worst frames are coloured by error, with a scale", async ({
  page,
  context,
}) => {
  await withRig(page, AS_USERS_SEE);
  await enterWorkspace(page, "Paint");
  await page.setViewportSize({ width: 640, height: 700 });
  const canvas = page.locator("canvas").first();
  await nextFrames(page);
  const before = await canvas.boundingBox();
  const html = await savedReport(page);
  expect(await canvas.boundingBox()).toEqual(before);
  const reader = await context.newPage();
  await reader.setViewportSize({ width: 1280, height: 800 });
  await reader.setContent(html, { waitUntil: "load" });
  const [now, ...worst] = await picturesOf(reader);
  expect(worst.length).toBeGreaterThan(1);
  expect(now.shown).toBeGreaterThan(900);
  for (const { width, coloured, shown } of worst) {
    expect(width).toBeGreaterThanOrEqual(1200);
    expect(coloured).toBeGreaterThan(0.005);
    expect(shown).toBeGreaterThan(450);
  }
  await expect(reader.locator(".scale")).toHaveCount(1);
  await expect(reader.locator(".scale")).toContainText(/^Distance to source.*m/);
});

test("a report is one file that anybody can read, also on a phone", async ({ page, context }) => {
  await withRig(page);
  const html = await savedReport(page);
  const reader = await context.newPage();
  const requests: string[] = [];
  reader.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url());
  });
  await reader.setContent(html, { waitUntil: "load" });
  const { frames } = await page.evaluate(() => ({
    frames: (window.sinew.document.getState() as { sequence: { frameCount: number } }).sequence.frameCount,
  }));
  for (const colorScheme of ["dark", "light"] as const) {
    await reader.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await reader.setViewportSize({ width, height: 780 });
      const seen = await seenOf(reader);
      expect(seen).toMatchObject({ overflow: 0, bars: frames });
      expect(seen.plot).toBeGreaterThan(150);
      expect(seen.label).toBeGreaterThanOrEqual(12);
      expect(seen.marked).toBeGreaterThan(0);
      expect(seen.pictures).toBeGreaterThan(1);
      const { violations } = await new AxeBuilder({ page: reader }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    }
  }
  expect(requests).toEqual([]);
});
