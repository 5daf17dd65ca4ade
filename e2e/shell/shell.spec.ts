import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import {
  drop,
  openStudio,
  selectBones,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";
import type { SolveMethod } from "../../workers/model/solve/methods";
import { bendingBar } from "../../workers/testing/sequences";

async function openBar(page: Page, name = "bar"): Promise<string[]> {
  const errors = await openStudio(page);
  await drop(page, objAndCache(bar().sequence, name));
  await untilOpen(page);
  return errors;
}

/** The left edges of the words in the open menu, in pixels of the page. */
const beginningsIn = (page: Page) =>
  page.getByRole("menu").evaluate((menu) => {
    const starts = [...menu.querySelectorAll('[role="menuitem"]')].map((item) => {
      const words = [...item.children].find((part) => part.textContent && part.tagName === "SPAN") ?? item;
      const range = document.createRange();
      range.selectNodeContents(words);
      return Math.round(range.getBoundingClientRect().left);
    });
    return [...new Set(starts)];
  });

test("every menu opens, and the palette lists every action", async ({ page }) => {
  const errors = await openBar(page);
  for (const workspace of ["Solve", "Paint", "Compare"] as const) {
    await enterWorkspace(page, workspace);
    for (const menu of ["File", "Edit", "View", "Rig", "Help"]) {
      await page.getByRole("menuitem", { name: menu, exact: true }).click();
      await expect(page.getByRole("menu").getByRole("menuitem").nth(1)).toBeVisible();
      expect(await beginningsIn(page)).toHaveLength(1);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
    }
    await page.keyboard.press("ControlOrMeta+k");
    const actions = page.getByRole("listbox", { name: "Actions" });
    await expect.poll(() => actions.getByRole("option").count()).toBeGreaterThan(130);
    for (const name of ["Solve", "Split bone", "Draw skeleton", "Bake to weights…", "Add runs", "Keys"])
      await expect(actions.getByRole("option", { name }).first()).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(actions).toBeHidden();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("In Paint");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  expect(errors).toEqual([]);
});

const setMethod = (page: Page, method: SolveMethod) =>
  page.evaluate((named) => {
    const { settings } = window.sinew.document.getState();
    window.sinew.document.setState({ settings: { ...settings, method: named } });
  }, method);

test("an error in a panel leaves the page and the open document unchanged", async ({ page }) => {
  await openBar(page);
  // Pointer and keys cannot choose a method that does not exist. A file could name one if its reader let it through.
  await setMethod(page, "no such method" as "auto");
  const stopped = page.getByRole("alert");
  await expect(stopped).toContainText("This workspace stopped because of an error in Sinew");
  const download = page.waitForEvent("download");
  await stopped.getByRole("button", { name: "Save project" }).click();
  expect((await download).suggestedFilename()).toBe("bar.sinew");
  await setMethod(page, "auto");
  await stopped.getByRole("button", { name: "Show again" }).click();
  await expect(stopped).toBeHidden();
  await expect(page.getByRole("button", { name: "Solve", exact: true })).toBeVisible();
});

test("panels keep their size in pixels through changes of workspace and window width", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 720 });
  await openBar(page);
  const width = async (name: string) =>
    Math.round((await page.getByRole("region", { name, exact: true }).boundingBox())?.width ?? 0);
  const gutter = page.getByRole("separator", { name: "Width of the outliner" });
  const before = await width("Outliner");
  const at = (await gutter.boundingBox())!;
  await page.mouse.move(at.x + 1, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x + 61, at.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width("Outliner")).toBe(before + 60);
  // The panel is folded, disappears in a workspace without panels, and is unfolded again.
  await page.keyboard.press("Control+1");
  await expect.poll(() => width("Outliner")).toBeLessThan(40);
  await enterWorkspace(page, "Compare");
  await enterWorkspace(page, "Solve");
  await page.keyboard.press("Control+1");
  await expect.poll(() => width("Outliner")).toBe(before + 60);
  await page.setViewportSize({ width: 1900, height: 720 });
  await enterWorkspace(page, "Compare");
  await enterWorkspace(page, "Solve");
  await expect.poll(() => width("Outliner")).toBe(before + 60);
});

test("the tabs of workspaces leave room for undo at every width", async ({ page }) => {
  const errors = await openBar(page);
  const tab = page.getByRole("button", { name: "Compare workspace" });
  const undo = page.getByRole("button", { name: "Undo" });
  for (const width of [1440, 1120, 1024, 1001]) {
    await page.setViewportSize({ width, height: 720 });
    await expect
      .poll(async () => {
        const [left, right] = [(await tab.boundingBox())!, (await undo.boundingBox())!];
        return right.x - (left.x + left.width);
      }, `${width} px wide`)
      .toBeGreaterThanOrEqual(0);
  }
  expect(errors).toEqual([]);
});

test("the error of each frame is shown while a solve runs", async ({ page }) => {
  await openStudio(page);
  const { sequence } = bendingBar({ bones: 6, frames: 48, length: 200, width: 6 });
  await drop(page, objAndCache(sequence, "long"));
  await untilOpen(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("Error per frame, so far")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Keep this" }).click();
  await untilSolved(page);
  await expect(page.getByText(/^Error per frame, E/)).toBeVisible();
});

test("a name that is longer than its row shows its start after it is typed", async ({ page }) => {
  await openStudio(page);
  await page.getByRole("button", { name: /Tentacle/ }).click();
  await untilOpen(page);
  await selectBones(page, 0);
  await page.keyboard.press("F2");
  const name = "shoulder_left_upper_twist_03_helper_of_the_corrective_shapes";
  await page.getByRole("textbox", { name: /^Name of/ }).press("ControlOrMeta+a");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const cell = page.getByRole("gridcell", { name, exact: true });
  await expect(cell).toBeVisible();
  expect(await cell.evaluate((element) => element.scrollLeft)).toBe(0);
});

test("Space plays after a click on a control, and presses one that Tab reached", async ({ page }) => {
  await openBar(page);
  const isPlaying = async () => (await viewState(page)).playing;
  const loop = page.getByRole("button", { name: "Loop", exact: true });
  for (const control of [page.getByRole("button", { name: "Skeleton workspace" }), loop]) {
    await control.click();
    const before = await loop.getAttribute("aria-pressed");
    await page.keyboard.press("Space");
    await expect.poll(isPlaying).toBe(true);
    await page.keyboard.press("Space");
    await expect.poll(isPlaying).toBe(false);
    expect(await loop.getAttribute("aria-pressed")).toBe(before);
  }
  const before = await loop.getAttribute("aria-pressed");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(loop).toBeFocused();
  await page.keyboard.press("Space");
  await expect(loop).not.toHaveAttribute("aria-pressed", before!);
  expect(await isPlaying()).toBe(false);
});
