import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { performByName } from "../../tools/studio-driver/studio";

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
