import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { ARM, at, bind, keepWeights, openBody, paint } from "../../tools/studio-driver/binding-page";
import { colourBy, pickVertex } from "../../tools/studio-driver/brush";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { connectBones, setTheme } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { drop, openStudio, performByName, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { lobedProject } from "../paint/lobed-project";

/** The page's violations of accessibility rules. */
async function violations(page: Page, axe = new AxeBuilder({ page })): Promise<string[]> {
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Colours are measured once transitions and the fading in of dialogs end. Spinners never do. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState === "finished" || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}

async function inTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await setTheme(page, theme);
  await untilStill(page);
}

/** As `violationsInBoth`, with a dialog open, which covers the menu with the themes. */
async function violationsOfDialog(page: Page, open: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await inTheme(page, theme);
    await open();
    await untilStill(page);
    const axe = new AxeBuilder({ page });
    found.push(...(await violations(page, theme === "light" ? axe.withRules("color-contrast") : axe)));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  return found;
}

/** Violations in either theme; the themes differ only in colours. */
async function violationsInBoth(page: Page): Promise<string[]> {
  await inTheme(page, "light");
  const light = await violations(page, new AxeBuilder({ page }).withRules("color-contrast"));
  await inTheme(page, "dark");
  return [...(await violations(page)), ...light];
}

test("the empty and the open studio are accessible, and the manual", NO_PICTURE, async ({ page }) => {
  await openStudio(page);
  expect(await violationsInBoth(page)).toEqual([]);
  const openManual = async () => {
    await page.keyboard.press("F1");
    await expect(page.getByRole("dialog", { name: "Manual" }).getByRole("heading").nth(1)).toBeVisible();
  };
  expect(await violationsOfDialog(page, openManual)).toEqual([]);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  expect(await violationsInBoth(page)).toEqual([]);
  for (const menu of ["View", "Rig"]) {
    await page.getByRole("menuitem", { name: menu, exact: true }).click();
    await expect(page.getByRole("menu", { name: menu })).toBeVisible();
    await untilStill(page);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("heading", { name: "Panels" })).toBeAttached();
  expect(await violations(page)).toEqual([]);
});

test("the Paint workspace is accessible with every kind of tool", async ({ page }) => {
  await openBody(page);
  // Before there are weights, look at the skeleton and one of its bones.
  await paint(page, { tool: "skeleton" }, ARM);
  await expect(page.getByRole("textbox", { name: "Bone name" })).toBeVisible();
  expect(await violationsInBoth(page)).toEqual([]);

  await paint(page, { tool: "constraint" }, ARM);
  await bind(page);
  for (const section of ["Optimisation", "Bone mass", "More figures", "Sample poses", "Joints"]) {
    await page.getByRole("button", { name: new RegExp(`^${section}`) }).click();
  }
  expect(await violationsInBoth(page)).toEqual([]);

  // Look at direct weights with a vertex, then at strain in a sample pose beside the heat weights.
  await paint(page, { tool: "weight" }, ARM);
  await pickVertex(page, await at(page, [1.2, 1.5, 0.25]));
  await page.keyboard.press("o");
  await page.getByRole("button", { name: /^Whole mesh/ }).click();
  expect(await violationsInBoth(page)).toEqual([]);
  await paint(page, { tool: "attach" }, ARM);
  await colourBy(page, "Strain");
  await page.getByRole("checkbox", { name: "Compare with heat weights" }).click();
  await page.keyboard.press(".");
  await expect(page.getByRole("slider", { name: "Where the ramp ends" })).toBeVisible();
  expect(await violationsInBoth(page)).toEqual([]);
});

test("the Skeleton workspace is accessible, empty and with a tree, its costs and its export", async ({
  page,
}) => {
  await withRig(page);
  await page.getByRole("row").nth(2).click({ button: "right" });
  await expect(page.getByRole("menu")).toBeVisible();
  await untilStill(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  expect(await violationsInBoth(page)).toEqual([]);
  await connectBones(page);
  await performByName(page, "Show joint costs");
  await page.getByRole("button", { name: "Rename by pattern" }).click();
  await selectBones(page, 1);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("checkbox", { name: "Levels of detail" }).click();
  await expect(page.getByRole("dialog").getByRole("table")).toBeVisible({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
});

test("mirroring and transfers are accessible, and Paint on a small screen", NO_PICTURE, async ({ page }) => {
  await openBody(page);
  await bind(page);
  await keepWeights(page);
  await page.getByRole("button", { name: "Mirror", exact: true }).click();
  const mirror = page.getByRole("region", { name: "Mirror" });
  await expect(mirror.getByRole("button", { name: "Mirror to a new layer" })).toBeEnabled();
  expect(await violationsInBoth(page)).toEqual([]);
  const openTransfer = async () => {
    await drop(page, [lobedProject("other", 7, 0)]);
    const dialog = page.getByRole("dialog", { name: "Transfer weights" });
    await expect(dialog.getByRole("button", { name: "Transfer" })).toBeVisible();
  };
  expect(await violationsOfDialog(page, openTransfer)).toEqual([]);
  await page.setViewportSize({ width: 420, height: 800 });
  expect(await violations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Influences" }).click();
  expect(await violations(page)).toEqual([]);
});

test("nothing is wider than a small window", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(page.getByRole("button", { name: "Solve", exact: true }).first()).toBeVisible();
});
