import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { bind, keepWeights, openBody, paint, setWeighting } from "../../tools/studio-driver/binding-page";
import { takeTool } from "../../tools/studio-driver/brush";
import type { TestFile } from "../../tools/studio-driver/files/fixtures";
import { enterWorkspace, hideBones } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { drop, nextFrames, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";

/** Distance between inspected points, in CSS pixels. */
const STEP = 40;
/** Distance between points that are pressed or painted at, because each waits for its picture. */
const PRESS_STEP = 80;

type Place = [x: number, y: number];

/** Points of the viewport by the element that the pointer meets there. */
interface Met {
  /** The picture itself. */
  open: Place[];
  /** Invisible elements, as "tag.class at x, y". */
  hidden: string[];
}

/**
 * The topmost element at every 40 px of the viewport. An element over the picture must be visible: it or a parent must
 * paint a background there.
 */
function meet(page: Page, step = STEP): Promise<Met> {
  return page.evaluate((gap) => {
    const area = document.querySelector('[aria-label="Viewport"]')!;
    const box = area.getBoundingClientRect();
    const paints = (element: Element) => {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const clear = /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) && backgroundImage === "none";
      return !clear && opacity !== "0";
    };
    const met: Met = { open: [], hidden: [] };
    for (let y = box.top + gap / 2; y < box.bottom; y += gap) {
      for (let x = box.left + gap / 2; x < box.right; x += gap) {
        const top = document.elementFromPoint(x, y);
        if (!top) continue;
        const svgPart = top instanceof SVGElement && top.closest("[role=button]") !== null;
        if (svgPart) continue;
        if (top.closest("[data-testid=picture]")) {
          met.open.push([x, y]);
          continue;
        }
        let shown = false;
        for (let at: Element | null = top; at && at !== area; at = at.parentElement) shown ||= paints(at);
        if (!shown) met.hidden.push(`${top.tagName}.${top.getAttribute("class")} at ${x}, ${y}`);
      }
    }
    return met;
  }, step);
}

/** Counts the presses that reach the picture from now on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { presses: 0 };
    document.querySelector("[data-testid=picture]")!.addEventListener("pointerdown", () => count.presses++);
    return count;
  });
  return () => counter.evaluate(({ presses }) => presses);
}

/** Moves the pointer to the page's corner, where it hovers over no control, and waits until its tip is gone. */
async function pointAway(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await expect(page.locator(".base-ui-tooltip, [data-ui=tip]")).toHaveCount(0);
}

/** A wall of `cells` × `cells` quads in front of the camera, and a skeleton of two bones in it. */
function wall(cells = 40): TestFile[] {
  const lines: string[] = [];
  for (let r = 0; r <= cells; r++) {
    for (let c = 0; c <= cells; c++) lines.push(`v ${(8 * c) / cells - 4} ${(8 * r) / cells - 4} 0`);
  }
  const at = (r: number, c: number) => r * (cells + 1) + c + 1;
  for (let r = 0; r < cells; r++) {
    for (let c = 0; c < cells; c++) {
      lines.push(`f ${at(r, c)} ${at(r, c + 1)} ${at(r + 1, c + 1)} ${at(r + 1, c)}`);
    }
  }
  const text = (path: string, content: string) => ({ path, bytes: new TextEncoder().encode(content) });
  return [text("wall.obj", lines.join("\n")), text("wall.tgf", "1 -3 0 0\n2 0 0 0\n3 3 0 0\n#\n1 2\n2 3\n#")];
}

const SIZES = [
  [1440, 900],
  [1000, 640],
  [820, 1100],
  [420, 800],
  // A phone held upright, and sideways.
  [390, 844],
  [844, 390],
] as const;

const isPhone = (width: number, height: number) => Math.max(width, height) === 844;

/** The controls over the picture that cover each other or reach beyond it, as "Tools × Legend". */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const area = document.querySelector('[aria-label="Viewport"]')!;
    const names =
      '[aria-label$=" options"], [aria-label="Tools"], [aria-label="Legend"], [aria-label="Markers"]';
    const found = [...area.querySelectorAll(`${names}, [aria-label="View axes"], [aria-label="Views"]`)];
    const boxes = found
      .map((control) => ({ name: control.getAttribute("aria-label"), box: control.getBoundingClientRect() }))
      // A control that is not shown has no box.
      .filter(({ box }) => box.width > 0);
    const outer = area.getBoundingClientRect();
    const beyond = boxes.filter(
      ({ box }) => box.left < outer.left || box.right > outer.right || box.bottom > outer.bottom,
    );
    const pairs = boxes.flatMap((a, n) => boxes.slice(n + 1).map((b) => [a, b]));
    const covered = pairs.filter(
      ([{ box: p }, { box: q }]) =>
        p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom,
    );
    return [
      ...beyond.map(({ name }) => `${name} × edge`),
      ...covered.map(([a, b]) => `${a.name} × ${b.name}`),
    ];
  });
}

test("no invisible element catches the pointer, at any size of the window", async ({ page }) => {
  await openBody(page);
  await bind(page);
  await keepWeights(page);
  const tried: { [what: string]: Met } = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await enterWorkspace(page, "Paint");
    for (const next of ["weight", "skeleton", "constraint", "exclude"] as const) {
      await takeTool(page, next);
      await pointAway(page);
      tried[`paint, ${next}, at ${width} × ${height}`] = await meet(page);
      const mayCover = width < 1000 && !isPhone(width, height);
      if (!mayCover) expect(await coveredControls(page), `${next} at ${width} × ${height}`).toEqual([]);
    }
    // Compare needs an animation; another test enters it.
    for (const workspace of ["Solve", "Skeleton", "Deform"] as const) {
      await enterWorkspace(page, workspace);
      await pointAway(page);
      await expect(page.locator("canvas").first()).toBeVisible();
      tried[`${workspace} at ${width} × ${height}`] = await meet(page);
    }
  }
  for (const [what, { open, hidden }] of Object.entries(tried)) {
    expect(hidden, what).toEqual([]);
    expect(open.length, what).toBeGreaterThan(10);
  }
});

/** Paints a little at a point. @returns whether the weights changed. */
async function dab(page: Page, [x, y]: Place): Promise<boolean> {
  const before = await page.evaluateHandle(() => (window.sinew.document.getState() as DocumentState).rig);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y);
  await page.mouse.up();
  const changed = () =>
    page.evaluate((rig) => (window.sinew.document.getState() as DocumentState).rig !== rig, before);
  return expect
    .poll(changed, { timeout: 5_000, intervals: [20] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

test("a stroke paints at every 80 px of the Paint workspace", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  const errors = await openStudio(page);
  await drop(page, wall());
  await untilOpen(page);
  await setWeighting(page, { "Sample poses": 4, Iterations: 2 });
  await bind(page);
  await keepWeights(page);
  await hideBones(page);
  await paint(page, { tool: "weight", operation: "replace", value: 0.5, strength: 1, radius: 30 }, 0);
  // The camera is close enough for the wall to fill the picture.
  const canvas = (await page.locator("canvas").first().boundingBox())!;
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  for (let n = 0; n < 5; n++) await page.mouse.wheel(0, -240);
  const { open } = await meet(page, PRESS_STEP);

  const missed: Place[] = [];
  for (const place of open) {
    if (await dab(page, place)) continue;
    // The legend grows by a row for painted vertices. A point under it can no longer be painted.
    const now = await meet(page, PRESS_STEP);
    if (now.hidden.length > 0 || now.open.some(([x, y]) => x === place[0] && y === place[1]))
      missed.push(place);
    if (missed.length > 3) break;
  }
  expect(missed).toEqual([]);
  expect(open.length).toBeGreaterThan(10);
  expect(errors).toEqual([]);
});

test("a press reaches the picture at every 80 px of the other workspaces", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await withRig(page);
  for (const name of ["Solve", "Skeleton", "Deform", "Compare"]) {
    await page.getByRole("button", { name: `${name} workspace` }).click();
    expect((await meet(page)).hidden, name).toEqual([]);
    const { open } = await meet(page, PRESS_STEP);
    const presses = await countPresses(page);
    for (const [x, y] of open) await page.mouse.click(x, y);
    expect(await presses(), name).toBe(open.length);
    expect(open.length, name).toBeGreaterThan(8);
  }
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const { open, hidden } = await meet(page);
    expect(hidden, `Compare at ${width}`).toEqual([]);
    expect(open.length, `Compare at ${width}`).toBeGreaterThan(10);
  }
});

test("Paint's tools keep their positions for every tool and at every width", NO_PICTURE, async ({ page }) => {
  await openBody(page);
  await bind(page);
  const bars = page.getByRole("region", { name: "Viewport" }).locator('[data-ui="bar"]');
  // The tools are a column of buttons, or one button with a menu, and one to erase, in a narrow view.
  const places = () =>
    bars.getByRole("button", { name: / tool$|^Tool: |^Erase$/ }).evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, top, width } = button.getBoundingClientRect();
        return [left, top, width].map(Math.round);
      }),
    );
  for (const width of [1920, 1280, 1000, 820, 420]) {
    await page.setViewportSize({ width, height: 800 });
    // Until the tools are what this width has: a column or a menu.
    await nextFrames(page);
    await takeTool(page, "weight");
    const before = await places();
    expect(before.length).toBeGreaterThan(0);
    for (const tool of ["skeleton", "wire", "exclude"] as const) {
      await takeTool(page, tool);
      expect(await places(), `${tool} at ${width}`).toEqual(before);
    }
  }
});
