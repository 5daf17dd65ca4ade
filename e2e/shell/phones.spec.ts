import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { enterWorkspace, setTheme } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { openStudio } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";

test.use({ hasTouch: true, viewport: { width: 844, height: 390 } });
// Each size of the window waits for a picture.
test.setTimeout(300_000);

/** A phone held sideways, and upright. */
const PHONES = [
  [844, 390],
  [390, 844],
] as const;
const softly = expect.configure({ soft: true });
const WORKSPACES = ["Solve", "Skeleton", "Paint", "Deform", "Reduce", "Compare"] as const;

/**
 * What a finger cannot use, as "Rig: 20 × 32". Each control on screen must be hit up to 15 px from its middle, to the
 * left, to the right, above and below, unless its panel ends there and scrolls. Also names parts that are wider than
 * the window, and controls over the picture that cover each other.
 */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { innerWidth: width, innerHeight: height } = window;
    const nameOf = (e: Element) => (e.getAttribute("aria-label") || e.textContent || e.tagName).trim();
    const found: string[] = [];

    const controls = "button, input, [role=button], [role=slider], [role=combobox], [role=checkbox]";
    /** Whether a part of a control, or the label that checks it, is at a point. It scrolls out from under a foot. */
    const isAt = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = control.closest("label");
      for (let at = hit; at; at = at.parentElement)
        if (getComputedStyle(at).position === "sticky") return true;
      return Boolean(hit && (control.contains(hit) || hit.contains(control) || label?.contains(hit)));
    };
    /** The part of the window in which a control scrolls. */
    const frameOf = (control: Element) => {
      const box = { left: 0, top: 0, right: width, bottom: height };
      for (let at = control.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const { left, top, right, bottom } = at.getBoundingClientRect();
        box.left = Math.max(box.left, left);
        box.top = Math.max(box.top, top);
        box.right = Math.min(box.right, right);
        box.bottom = Math.min(box.bottom, bottom);
      }
      return box;
    };
    for (const control of document.querySelectorAll(controls)) {
      const box = control.getBoundingClientRect();
      // The sides of the axes are in the Views menu, too. Hidden elements hold places for popups.
      if (control.closest('[aria-hidden=true], [aria-label="View axes"]') || box.width === 0) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const frame = frameOf(control);
      const isInside = (px: number, py: number) =>
        px > frame.left && px < frame.right && py > frame.top && py < frame.bottom;
      if (!isInside(x, y)) continue;
      const missed = [
        [0, 0],
        [-15, 0],
        [15, 0],
        [0, -15],
        [0, 15],
      ].some(([dx, dy]) => isInside(x + dx, y + dy) && !isAt(control, x + dx, y + dy));
      if (missed) found.push(`${nameOf(control)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
      if (box.left < -1 || box.right > width + 1) found.push(`${nameOf(control)} is beyond the window`);
    }

    if (document.documentElement.scrollWidth > width) found.push("the page scrolls sideways");
    const area = document.querySelector('[aria-label="Viewport"]');
    const over = '[role=toolbar], [aria-label="Legend"], [aria-label="View axes"], [data-ui="label"]';
    const boxes = [...(area?.querySelectorAll(over) ?? [])].map((e) => ({
      name: nameOf(e),
      box: e.getBoundingClientRect(),
    }));
    for (const [n, { name, box }] of boxes.entries()) {
      for (const other of boxes.slice(n + 1)) {
        const { left, right, top, bottom } = other.box;
        if (box.left < right && left < box.right && box.top < bottom && top < box.bottom)
          found.push(`${name} × ${other.name}`);
      }
    }
    return found;
  });
}

test("every workspace can be used by touch on a phone, upright and sideways, in both themes", async ({
  page,
}) => {
  await withRig(page);
  for (const theme of ["dark", "light"] as const) {
    await page.setViewportSize({ width: 1120, height: 720 });
    await setTheme(page, theme);
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      for (const workspace of WORKSPACES) {
        await enterWorkspace(page, workspace);
        await expect(page.locator("canvas").first()).toBeVisible();
        const where = `${workspace}, ${width} × ${height}, ${theme}`;
        await softly.poll(() => faults(page), { message: where, timeout: 8_000 }).toEqual([]);
      }
    }
  }
});

test("every workspace can be used at 200 % of the text size, which halves a window", async ({ page }) => {
  await withRig(page);
  await page.setViewportSize({ width: 720, height: 450 });
  for (const workspace of WORKSPACES) {
    await enterWorkspace(page, workspace);
    await expect(page.locator("canvas").first()).toBeVisible();
    await softly.poll(() => faults(page), { message: workspace, timeout: 8_000 }).toEqual([]);
    // Nor do the bars of a view reach beyond it.
    const beyond = await page.getByRole("region", { name: /^(Viewport|View \d)$/ }).evaluateAll((views) =>
      views.flatMap((view) => {
        const { left, right } = view.getBoundingClientRect();
        const boxes = [...view.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
        return boxes.filter((box) => box.width > 0 && (box.left < left || box.right > right)).map(String);
      }),
    );
    softly(beyond, workspace).toEqual([]);
  }
});

test("on a phone the Paint workspace has a tab with bones and a tab with layers", async ({ page }) => {
  await withRig(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await enterWorkspace(page, "Paint");
  await page.getByRole("tab", { name: "Influences" }).tap();
  const bones = page.getByRole("grid", { name: "Influences" });
  expect((await bones.boundingBox())!.height).toBeGreaterThan(100);
  await bones.getByRole("row").nth(1).tap();
  await expect.poll(() => page.evaluate(() => window.sinew.view.getState().selectedBone)).toBe(1);
  await page.getByRole("tab", { name: "Layers" }).tap();
  await page.getByRole("button", { name: "New layer" }).tap();
  await expect(page.getByRole("grid", { name: "Layers" }).getByRole("row")).toHaveCount(2);
  expect(await faults(page)).toEqual([]);
});

test("on a small phone the paint tools are one menu, and leave the picture free", async ({ page }) => {
  await withRig(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await enterWorkspace(page, "Paint");
  const tool = () => page.evaluate(() => window.sinew.view.getState().paint.tool);
  await expect(page.getByRole("toolbar", { name: "Tools" })).toBeHidden();
  await page.getByRole("button", { name: /^Tool: / }).tap();
  await page.getByRole("menuitemradio", { name: "Lasso" }).tap();
  await expect.poll(tool).toBe("lasso");
  await page.getByRole("button", { name: "Tool: Lasso" }).tap();
  await page.getByRole("menuitemradio", { name: "Weight" }).tap();
  await expect.poll(tool).toBe("weight");
  await page.getByRole("button", { name: "Erase" }).tap();
  await expect(page.getByRole("button", { name: "Erase" })).toHaveAttribute("aria-pressed", "true");
  const view = page.getByRole("region", { name: "Viewport" });
  const covered = await view.evaluate((area) => {
    const { width, height } = area.getBoundingClientRect();
    const bars = [...area.querySelectorAll('[data-ui="bar"]')].map((bar) => bar.getBoundingClientRect());
    return bars.reduce((sum, bar) => sum + bar.width * bar.height, 0) / (width * height);
  });
  expect(covered).toBeLessThan(0.2);
});

test("on a phone held sideways the panels are a drawer", async ({ page }) => {
  await withRig(page);
  const view = page.getByRole("region", { name: "Viewport" });
  const grab = page.getByRole("button", { name: "Open or shut the panels" });
  const widthOf = async () => (await view.boundingBox())!.width;
  await expect(grab).toHaveAttribute("aria-expanded", "true");
  const open = await widthOf();
  await grab.tap();
  await expect(grab).toHaveAttribute("aria-expanded", "false");
  await expect.poll(widthOf).toBeGreaterThan(open + 250);
  await expect(page.getByRole("tab", { name: "Solve", exact: true })).toBeHidden();
  expect(await faults(page)).toEqual([]);
  // Frames are beside the playback.
  const frames = page.getByRole("slider", { name: "Frame", exact: true });
  const box = (await frames.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6);
  await expect.poll(() => page.evaluate(() => window.sinew.view.getState().frame)).toBeGreaterThan(3);
  await grab.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Solve", exact: true })).toBeVisible();
});

test("the start page and the export dialog fit a phone", async ({ page }) => {
  await openStudio(page);
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    expect(await faults(page), `start page, ${width} × ${height}`).toEqual([]);
    await expect(page.getByRole("button", { name: "Open files…" })).toBeInViewport();
  }
  await withRig(page);
  await page.keyboard.press("ControlOrMeta+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await expect(dialog.getByRole("button", { name: "Export" })).toBeInViewport({ ratio: 1 });
    expect(await faults(page), `export, ${width} × ${height}`).toEqual([]);
  }
});

test("the menus and the Keys dialog fit a phone", NO_PICTURE, async ({ page }) => {
  await openStudio(page);
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    for (const name of ["File", "View", "Help"]) {
      await page.getByRole("button", { name: "Menu", exact: true }).tap();
      await page.getByRole("menuitem", { name, exact: true }).tap();
      const menu = page.getByRole("menu", { name, exact: true });
      await expect(menu.getByRole("menuitem").first()).toBeVisible();
      const { x, width: wide } = (await menu.boundingBox())!;
      expect(Math.min(x, width - x - wide), `${name}, ${width} × ${height}`).toBeGreaterThanOrEqual(0);
      expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
      if (name === "Help") continue;
      // The first Escape closes this menu, the second the one that it opened from.
      for (let n = 0; n < 2; n++) await page.keyboard.press("Escape");
    }
    await page.getByRole("menuitem", { name: /^Keys/ }).tap();
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await faults(page), `keys, ${width} × ${height}`).toEqual([]);
    await page.keyboard.press("Escape");
  }
});
