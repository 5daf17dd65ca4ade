import { expect, type Page, test } from "@playwright/test";
import { bind, openBody } from "../../tools/studio-driver/binding-page";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { body } from "../../tools/studio-driver/files/limb";
import { openWithRig, texturedGlb } from "../../tools/studio-driver/files/textured-files";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import {
  documentOf,
  drop,
  goToFrame,
  openStudio,
  performByName,
  selectBones,
  setSolve,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar } from "../../workers/testing/sequences";
import { NO_PICTURE } from "../no-picture";

const letters = (page: Page) => page.evaluate(() => String(getSelection()));

test("Shift-click selects rows of the outliner, and no text", NO_PICTURE, async ({ page }) => {
  await withRig(page);
  const rows = page.getByRole("grid", { name: "Bones" }).getByRole("row");
  await rows.nth(0).click();
  await rows.nth(3).click({ modifiers: ["Shift"] });
  expect((await viewState(page)).alsoSelected).toHaveLength(3);
  expect(await letters(page)).toBe("");

  await page.getByRole("button", { name: "Paint workspace" }).click();
  const influences = page.getByRole("grid", { name: "Influences" }).getByRole("row");
  await influences.nth(1).click();
  await influences.nth(3).click({ modifiers: ["Shift"] });
  expect((await viewState(page)).alsoSelected).toHaveLength(2);
  expect(await letters(page)).toBe("");
});

test(
  "bones keep their colours when others are merged, when they are connected, and through undo",
  NO_PICTURE,
  async ({ page }) => {
    await withRig(page);
    // Connected bones are a tree.
    const list = page.getByRole("grid", { name: "Bones" }).or(page.getByRole("treegrid", { name: "Bones" }));
    const rows = list.getByRole("row");
    /** Colours by name, from the swatches. */
    const colours = () =>
      rows.evaluateAll((all) =>
        Object.fromEntries(
          all.map((row) => [
            row.querySelector("[role=gridcell][title]")?.getAttribute("title") ?? "",
            getComputedStyle(row.querySelector("[data-ui=swatch]")!).backgroundColor,
          ]),
        ),
      );
    await expect.poll(async () => new Set(Object.values(await colours())).size).toBe(4);
    const before = await colours();
    await selectBones(page, 0, 1);
    await page.keyboard.press("Shift+M");
    await expect(rows).toHaveCount(3);
    const merged = await colours();
    for (const [name, colour] of Object.entries(merged)) expect(colour, name).toBe(before[name]);
    await page.getByRole("button", { name: "Skeleton workspace" }).click();
    await page.getByRole("radio", { name: /^Connect/ }).click();
    await page.getByRole("button", { name: "Connect bones" }).click();
    await expect
      .poll(() => page.evaluate(() => window.sinew.document.getState().rig?.bones.some((b) => b.parent >= 0)))
      .toBe(true);
    await expect.poll(colours).toEqual(merged);
    // Undo the connection, the choice of the method, and the merge.
    for (let n = 0; n < 3; n++) await page.keyboard.press("ControlOrMeta+z");
    await expect(rows).toHaveCount(4);
    await expect.poll(colours).toEqual(before);
  },
);

test("each file opens in a view from the front; another rest pose does not turn the camera", async ({
  page,
}) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  const axes = page.getByRole("group", { name: "View axes" });
  await expect.poll(async () => (await viewState(page)).backend).not.toBeNull();
  const { yaw, pitch } = await page.evaluate(() => window.sinew.viewport()!.camera());
  expect(yaw).toBeCloseTo((15 * Math.PI) / 180, 9);
  expect(pitch).toBeCloseTo((8 * Math.PI) / 180, 9);
  const front = await axes.innerHTML();
  const box = (await page.locator("canvas").first().boundingBox())!;
  await page.mouse.move(box.x + 80, box.y + box.height - 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 240, box.y + box.height - 120, { steps: 4 });
  await page.mouse.up();
  const turned = await axes.innerHTML();
  expect(turned).not.toBe(front);
  await goToFrame(page, 5);
  await performByName(page, "Rest pose from this frame");
  await expect.poll(() => page.evaluate(() => window.sinew.viewport() !== null)).toBe(true);
  expect(await axes.innerHTML()).toBe(turned);
  await drop(page, [body()]);
  await expect.poll(() => page.evaluate(() => window.sinew.document.getState().sequence?.name)).toBe("body");
  await expect.poll(() => axes.innerHTML()).toBe(front);
});

/**
 * Drops a skinned bar and opens it unchanged.
 * @param instead the button that opens it in Paint, where Sinew offers to transfer its weights; null elsewhere.
 */
async function openSkinned(page: Page, name: string, instead: string | null = null): Promise<void> {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 6, length: 16, width: 4 });
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await drop(page, [{ path: `${name}.glb`, bytes }]);
  if (instead !== null) await page.getByRole("button", { name: instead }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect.poll(async () => (await documentOf(page)).name).toBe(name);
}

test("the value at the pointer disappears with its mesh", async ({ page }) => {
  await openStudio(page);
  await openSkinned(page, "first");
  await enterWorkspace(page, "Paint");
  const table = page.getByRole("region", { name: "Weights at the pointer" });
  const box = (await page.locator("canvas").first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
  await expect(table).toContainText("At the pointer, vertex");
  // Another mesh with the same bones.
  await page.mouse.move(5, 5);
  await openSkinned(page, "second", "Open it instead");
  await expect(table).toContainText("Move over the mesh");
  await expect(table.locator("[data-ui=number-field]")).toHaveCount(0);
});

test(
  "weights of a running optimisation are discarded only if the artist chooses that",
  NO_PICTURE,
  async ({ page }) => {
    await openBody(page);
    await bind(page);
    const before = await page.evaluateHandle(() => window.sinew.document.getState().rig);
    const question = page.getByRole("region", { name: "Stop finding weights?" });
    await performByName(page, "Stop finding weights");
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    expect(await page.evaluate(() => window.sinew.binding.getState().run?.state)).toBe("converged");
    await performByName(page, "Stop finding weights");
    await question.getByRole("button", { name: "Keep current weights" }).click();
    await expect.poll(() => page.evaluate(() => window.sinew.binding.getState().run?.state)).toBe("ended");
    expect(await page.evaluate((rig) => window.sinew.document.getState().rig !== rig, before)).toBe(true);
  },
);

test(
  "names in the outliner use the panel's full width, and its heading is not cut off",
  NO_PICTURE,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await withRig(page);
    const name = page.getByRole("grid", { name: "Bones" }).locator("[role=gridcell]").first();
    const heading = page.locator("[data-ui=column-head] > :first-child");
    const widthOf = async () => (await name.boundingBox())!.width;
    const before = await widthOf();
    for (const order of ["By error", "By name", "By number"]) {
      await page.getByRole("button", { name: "Order and locks" }).click();
      await page.getByRole("menuitemradio", { name: order }).click();
      expect(await heading.evaluate((head) => head.scrollWidth - head.clientWidth)).toBe(0);
    }
    const gutter = page.getByRole("separator", { name: "Width of the outliner" });
    const at = (await gutter.boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + 200);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 120, at.y + 200, { steps: 4 });
    await page.mouse.up();
    // The names took all of the panel's extra width.
    const gained = (await gutter.boundingBox())!.x - at.x;
    expect(gained).toBeGreaterThan(80);
    await expect.poll(async () => Math.abs((await widthOf()) - before - gained)).toBeLessThan(2);
  },
);

test("the mesh is beside the tools of the Paint workspace in a wide view", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  await withRig(page);
  /** The leftmost corner of the resting mesh's box, on the page. */
  const left = () =>
    page.evaluate(() => {
      const { sequence } = window.sinew.document.getState();
      const xs: number[] = [];
      for (let i = 0; i < sequence!.vertexCount; i++) {
        const point = [0, 1, 2].map((c) => sequence!.rest[3 * i + c]) as [number, number, number];
        xs.push(window.sinew.viewport()?.pageOf(point)?.x ?? Number.NaN);
      }
      return Math.min(...xs);
    });
  await page.getByRole("button", { name: "Paint workspace" }).click();
  const tools = (await page.getByRole("toolbar", { name: "Tools" }).boundingBox())!;
  await expect.poll(left).toBeGreaterThan(tools.x + tools.width);
});

test(
  "a rig of a file has no column of errors, so that names of its tree have room",
  NO_PICTURE,
  async ({ page }) => {
    await openStudio(page);
    await openWithRig(page, "bar.glb", await texturedGlb());
    const outliner = page.getByRole("region", { name: "Outliner" });
    await expect(outliner.getByText("Vertices", { exact: true })).toBeVisible();
    await expect(outliner.getByText("ERMS", { exact: true })).toHaveCount(0);

    // The padlock and the eye stand where the figure is, under the pointer only; a closed padlock stays.
    const row = outliner.getByRole("treegrid").getByRole("row").last();
    const figure = row.getByRole("gridcell").filter({ hasText: /^(\d+|none|shares \d+)$/ });
    const [whole, end] = [(await row.boundingBox())!, (await figure.boundingBox())!];
    expect(end.x + end.width).toBeGreaterThan(whole.x + whole.width - 16);
    await row.hover();
    await expect(figure).toBeHidden();
    await row.getByRole("button", { name: /^Lock / }).click();
    await outliner.getByText("Vertices", { exact: true }).hover();
    await expect(figure).toBeHidden();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(figure).toBeVisible();
    await setSolve(page, { Iterations: 2, "Seeded restarts": 1 });
    await page.getByRole("button", { name: /^Solve again$/ }).click();
    await untilSolved(page);
    await expect(outliner.getByText("ERMS", { exact: true })).toBeVisible();
    // A tree has room for one column only; loose bones have both.
    const isTree = (await outliner.getByRole("treegrid").count()) > 0;
    await expect(outliner.getByText("Vertices", { exact: true })).toHaveCount(isTree ? 0 : 1);
  },
);
