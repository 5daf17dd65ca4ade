import { expect, type Page, test } from "@playwright/test";
import { bind, openBody } from "../../tools/studio-driver/binding-page";
import { objAndCache } from "../../tools/studio-driver/files/fixtures";
import { drop, openStudio, untilOpen, untilSolved } from "../../tools/studio-driver/studio";
import { bendingBar } from "../../workers/testing/sequences";
import { NO_PICTURE } from "../no-picture";

/** Text in a plot that overlaps a curve or other text. */
const coveredWords = (page: Page, plot: string) =>
  page.evaluate((selector) => {
    const svg = document.querySelector(`${selector} svg`)!;
    const words = [...svg.querySelectorAll("text")].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    const { left, top } = svg.getBoundingClientRect();
    const isIn = (box: DOMRect, x: number, y: number) =>
      x > box.left && x < box.right && y > box.top && y < box.bottom;
    const covered = words.filter(({ box }) =>
      [...svg.querySelectorAll("polyline")].some((line) => {
        const length = line.getTotalLength();
        for (let at = 0; at <= length; at += 1) {
          const { x, y } = line.getPointAtLength(at);
          if (isIn(box, left + x, top + y)) return true;
        }
        return false;
      }),
    );
    const touching = words.filter(({ box }, n) =>
      words.some(
        ({ box: other }, m) =>
          m !== n &&
          box.left < other.right &&
          other.left < box.right &&
          box.top + 2 < other.bottom &&
          other.top + 2 < box.bottom,
      ),
    );
    const frame = svg.getBoundingClientRect();
    const cut = words.filter(
      ({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1,
    );
    return [...covered, ...touching, ...cut].map(({ text }) => text);
  }, plot);

/** Tools, bars and legends over the canvas. */
const overThePicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector("[data-testid=picture] canvas")!.getBoundingClientRect();
    const floating = "[aria-label=Tools], [data-ui=bars] > *, [data-ui=legend], [aria-label=Markers]";
    return [...document.querySelectorAll(floating)].flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const apart =
        right <= canvas.left || left >= canvas.right || bottom <= canvas.top || top >= canvas.bottom;
      return apart ? [] : [element.outerHTML.slice(0, 80)];
    });
  });

async function openBar(page: Page): Promise<string[]> {
  const errors = await openStudio(page);
  const { sequence } = bendingBar({ bones: 5, frames: 12, length: 20, width: 3 });
  await drop(page, objAndCache(sequence, "bar"));
  await untilOpen(page);
  return errors;
}

test(
  "charts of a solve have titles, units and values that pointer and keys can read",
  NO_PICTURE,
  async ({ page }) => {
    await page.setViewportSize({ width: 1120, height: 900 });
    const errors = await openBar(page);
    await page.getByRole("radio", { name: "Knee" }).click();
    await page.getByRole("button", { name: "Solve", exact: true }).first().click();
    await untilSolved(page);

    const curve = page.getByRole("figure", { name: "Error against bones" });
    await expect(curve.locator("figcaption")).toContainText("Error against bonesERMS, log scale");
    await expect(curve.getByText(/^knee: /)).toHaveText(/^knee: \d+ bones?$/);
    expect(await coveredWords(page, "[data-ui=plot]")).toEqual([]);
    const reading = curve.locator("figcaption > :last-child");
    await expect(reading).toBeEmpty();
    await curve.getByRole("button").nth(2).hover();
    await expect(reading).toHaveText(/^\d+ bones: [\d.]+$/);
    await curve.getByRole("button").first().focus();
    await expect(reading).toHaveText(/^1 bone: [\d.]+$/);

    const chart = page.getByRole("slider", { name: "Error per iteration" });
    const drawn = page.locator("figure", { has: chart }).locator("figcaption > :last-child");
    await chart.scrollIntoViewIfNeeded();
    const last = Number(await chart.getAttribute("aria-valuemax"));
    const words = (n: number) => new RegExp(`^iteration ${n}: (<\\s)?[\\d.]+`);
    await expect(chart).toHaveAttribute("aria-valuetext", words(last));
    await chart.hover({ position: { x: 2, y: 50 } });
    await expect(drawn).toHaveText(words(1));
    await page.mouse.move(500, 300);
    await expect(drawn).toBeEmpty();
    await chart.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect(chart).toHaveAttribute("aria-valuetext", words(2));
    await expect(drawn).toHaveText(words(2));

    const bar = page.locator("[data-ui=timeline-bar]");
    await expect(bar).toContainText("Error per frame, ERMS");
    for (const width of [1440, 1120, 1010]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => bar.evaluate((el) => el.scrollWidth - el.clientWidth), `${width} px wide`)
        .toBe(0);
    }
    const track = page.getByRole("slider", { name: "Frame", exact: true });
    const box = (await track.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 12);
    await expect(page.locator("[data-ui=timeline-reading]")).toHaveText(
      /^frame [67]: (<\s)?[\d.]+, mean .+% ± .+%$/,
    );
    await track.focus();
    await page.keyboard.press("ArrowRight");
    await expect(track).toHaveAttribute("aria-valuetext", /^frame 2: (<\s)?[\d.]+, mean .+% ± .+%$/);
    expect(errors).toEqual([]);
  },
);

test("text in the plot does not overlap curves at any width", async ({ page }) => {
  const errors = await openBar(page);
  await page.getByRole("button", { name: "Compare workspace" }).click();
  for (const method of ["HIS", "EP-LBS", "FSD", "SMA"]) {
    await page.getByRole("checkbox", { name: method, exact: true }).click();
  }
  const counts = page.getByRole("textbox", { name: "Bone counts" });
  await counts.fill("2, 3, 5, 8, 12");
  await counts.press("Enter");
  await page.getByRole("button", { name: /^Add 15 runs/ }).click();
  await expect(page.locator("table tbody tr")).toHaveCount(15, { timeout: 60_000 });
  await page.locator("table tbody tr").first().click();
  await expect(page.locator("[data-ui=legend]")).toBeVisible();
  for (const width of [1920, 1440, 1120, 1010]) {
    await page.setViewportSize({ width, height: 760 });
    await expect(page.locator("[data-ui=plot] text", { hasText: "asked" })).toHaveText(/asked/);
    await expect.poll(() => coveredWords(page, "[data-ui=plot]"), `${width} px wide`).toEqual([]);
    await expect.poll(() => overThePicture(page), `${width} px wide`).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test("the current run's row fits the columns of the table", NO_PICTURE, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const errors = await openStudio(page);
  const { sequence } = bendingBar({ bones: 8, frames: 60, length: 90, width: 12 });
  await drop(page, objAndCache(sequence, "long bar"));
  await untilOpen(page);
  await page.getByRole("button", { name: "Compare workspace" }).click();
  const counts = page.getByRole("textbox", { name: "Bone counts" });
  await counts.fill("8, 24");
  await counts.press("Enter");
  await page.getByRole("button", { name: /^Add 14 runs/ }).click();
  const running = page.locator("table tfoot tr");
  for (const width of [1440, 1120, 1010]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(running).toBeVisible();
    const offsets = await page.evaluate(() => {
      const edges = (row: Element) =>
        [...row.children].flatMap((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return right > left ? [Math.round(left), Math.round(right)] : [];
        });
      const table = document.querySelector("table")!;
      const heading = [...table.querySelectorAll("thead th, thead td")].map((cell) =>
        Math.round(cell.getBoundingClientRect().right),
      );
      const row = edges(table.querySelector("tfoot tr")!);
      return heading.filter((right) => right > 0 && !row.includes(right));
    });
    expect(offsets, `${width} px wide`).toEqual([]);
  }
  await page.getByRole("button", { name: "Cancel all" }).click();
  const question = page.getByRole("region", { name: "Cancel all runs?" });
  await question.getByRole("button", { name: "Cancel all" }).click();
  await expect(running).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("heat weights in the second view leave both views free", async ({ page }) => {
  const errors = await openBody(page);
  await bind(page);
  const heat = page.getByRole("checkbox", { name: "Compare with heat weights" });
  await heat.scrollIntoViewIfNeeded();
  await heat.click();
  await expect(page.locator("[data-ui=beside-tags]")).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1120, 720],
  ]) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => overThePicture(page), `${width} px wide`).toEqual([]);
    const { height: high } = (await page.getByTestId("picture").locator("canvas").boundingBox())!;
    expect(high).toBeGreaterThan(height / 3);
  }
  expect(errors).toEqual([]);
});
