import { expect, type Page } from "@playwright/test";
import type { BrushSettings, FalloffShape } from "../../app/document/brush-settings";
import type { PaintState, PaintToolName } from "../../app/document/paint-state";
import type { ViewState } from "../../app/document/view-state";
import { leaveField, OFTEN, typeInto } from "./studio";

/** Tools by the names on their buttons. */
const TOOLS: Record<PaintToolName, string> = {
  skeleton: "Skeleton",
  weight: "Weight",
  select: "Select",
  lasso: "Lasso",
  mask: "Mask",
  constraint: "Constraint",
  influence: "Influence",
  wire: "Link",
  attach: "Attach",
  neumann: "Barrier (Neumann)",
  smooth: "Smooth",
  exclude: "Importance",
};

const FIELDS = { radius: "Radius", strength: "Strength", value: "Value", spacing: "Spacing" } as const;
const CHECKS = {
  mirrorX: "Mirror",
  pressure: "Pen pressure",
  tilt: "Pen tilt",
  frontOnly: "Front faces only",
  rest: "Rest pose",
} as const;

/** Settings of the Paint workspace's brush that a test changes. */
export type BrushChange = Partial<BrushSettings & Pick<PaintState, "tool" | "operation" | "rest">>;

export const paintStateOf = (page: Page) =>
  page.evaluate(() => (window.sinew.view.getState() as ViewState).paint);

const titled = (word: string) => word[0].toUpperCase() + word.slice(1);

/** Takes a tool of the Paint workspace by its button, or in the menu of a narrow view. */
export async function takeTool(page: Page, tool: PaintToolName): Promise<void> {
  const tools = page.getByRole("toolbar", { name: "Tools" });
  const menu = page.getByRole("button", { name: /^Tool: / });
  await expect(tools.or(menu)).toBeVisible();
  if (await menu.isVisible()) {
    await menu.click();
    await page
      .getByRole("menuitemradio", { name: new RegExp(`^${TOOLS[tool].replace(/[()]/g, "\\$&")}`) })
      .click();
    await expect(page.getByRole("menu")).toHaveCount(0);
  } else await tools.getByRole("button", { name: `${TOOLS[tool]} tool` }).click();
  await expect.poll(async () => (await paintStateOf(page)).tool, OFTEN).toBe(tool);
}

const choose = (page: Page, group: string, option: string) =>
  page
    .getByRole("radiogroup", { name: group, exact: true })
    .getByRole("radio", { name: option, exact: true })
    .click();

const MORE: ReadonlySet<string> = new Set(["smear", "average", "gradient", "radial"]);

const menuInBar = (page: Page, what: string) => page.getByRole("button", { name: `${what}: ` });

/** Chooses an option in the bar over the viewport: by its button, or in the menu of a narrow bar. */
export async function chooseInBar(page: Page, what: string, option: string): Promise<void> {
  const menu = menuInBar(page, what);
  if (!(await menu.isVisible())) return choose(page, what, option);
  await menu.click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${option}`) }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** Chooses the operation of the brush. A wide bar has a menu for those without a button. */
async function chooseOperation(page: Page, operation: PaintState["operation"]): Promise<void> {
  if (!MORE.has(operation) || (await menuInBar(page, "Operation").isVisible()))
    return chooseInBar(page, "Operation", titled(operation));
  await page.getByRole("button", { name: /^More brushes/ }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${titled(operation)}`) }).click();
}

/** Chooses the falloff by its curve. */
export const chooseFalloff = (page: Page, falloff: FalloffShape) => choose(page, "Falloff", titled(falloff));

/**
 * Sets the brush of the Paint workspace in the toolbars and the inspector. Settings that already have their value are
 * not touched.
 */
export async function setBrush(page: Page, change: BrushChange): Promise<void> {
  const { tool, operation, reach, falloff, erase, spacing, ...others } = change;
  if (tool && tool !== (await paintStateOf(page)).tool) await takeTool(page, tool);
  const now = await paintStateOf(page);
  if (operation && operation !== now.operation) await chooseOperation(page, operation);
  if (reach && reach !== now.reach) await chooseInBar(page, "Reach", titled(reach));
  if (falloff && falloff !== now.falloff) await chooseFalloff(page, falloff);
  if (erase !== undefined && erase !== now.erase)
    await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Erase" }).click();
  const numbers = { ...others, ...(spacing !== undefined && { spacing: 100 * spacing }) };
  for (const [key, field] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][]) {
    const value = numbers[key];
    if (value !== undefined && change[key] !== now[key]) await typeInto(page, field, String(value));
  }
  for (const [key, check] of Object.entries(CHECKS) as [keyof typeof CHECKS, string][]) {
    const on = others[key];
    if (on !== undefined && on !== now[key])
      await page.getByRole("checkbox", { name: check, exact: true }).click();
  }
  await leaveField(page);
  expect(await paintStateOf(page)).toMatchObject(change);
}

/** Chooses the colours of the surface in the Paint workspace, with the menu over the viewport. */
export async function colourBy(
  page: Page,
  colours: "Weights" | "Bone colours" | "Strain" | "Clay" | "Textures",
) {
  await page.getByRole("button", { name: /^Colours: / }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${colours}`) }).click();
  await expect(page.getByRole("button", { name: `Colours: ${colours}` })).toBeVisible();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** Keeps the vertex under a point of the page in the table, by its key. */
export async function pickVertex(page: Page, [x, y]: readonly [number, number]): Promise<number> {
  await leaveField(page);
  // Picking works only once its tree exists.
  await expect
    .poll(async () => {
      await page.mouse.move(x - 1, y);
      await page.mouse.move(x, y);
      return page.evaluate(() => (window.sinew.view.getState() as ViewState).hovered !== null);
    })
    .toBe(true);
  await page.keyboard.press("v");
  const { vertex } = await paintStateOf(page);
  expect(vertex).not.toBeNull();
  return vertex!;
}
