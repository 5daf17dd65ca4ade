import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  goToFrame,
  openStudio,
  selectBones,
  setBones,
  typeInto,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";
import { NO_PICTURE } from "../no-picture";
import { cardOf, kill, moveToBin, restore, stepsOf, untilSaved } from "./kept-page";

/** Number of shapes in the rig's correction. */
const rankOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState().rig as Rig | null)?.correction?.rank ?? 0);

/** Fits a correction, undoes and redoes it. Its error is below the rig's own, and the rig stays. */
async function correct(page: Page, rank: number): Promise<void> {
  const section = page.getByRole("region", { name: "Correction" });
  await section.getByRole("button", { name: /Correction/ }).click();
  await typeInto(page, "Correction shapes", String(rank));
  await section.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(() => rankOf(page)).toBe(rank);
  const { eRms, report } = await documentOf(page);
  expect(report?.corrected?.eRms).toBeLessThan(eRms ?? 0);
  await expect(section).toContainText("Error corrected");
  await expect(section.getByRole("checkbox", { name: "Show correction" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => rankOf(page)).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(() => rankOf(page)).toBe(rank);
}

test("a project is restored with rig, versions, history, workspace, frame and camera", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 3);
  await untilSaved(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await correct(page, 2);
  await untilSaved(page);
  const before = await documentOf(page);
  expect(before.report?.corrected).toMatchObject({ rank: 2 });
  // A different view: workspace, frame, selection and camera.
  await selectBones(page, 1);
  await page.getByRole("button", { name: "Deform workspace" }).click();
  const viewport = page.getByRole("region", { name: "Viewport" }).getByTestId("picture");
  const box = (await viewport.boundingBox())!;
  await page.mouse.move(box.x + box.width / 3, box.y + box.height - 60);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(box.x + box.width / 3 + 90, box.y + box.height - 90, { steps: 4 });
  await page.mouse.up({ button: "middle" });
  await goToFrame(page, 7);
  const cameraOf = () => page.evaluate(() => window.sinew.viewport()?.camera());
  const camera = await cameraOf();
  const viewFile = () =>
    page.evaluate(async () => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("projects");
      for await (const folder of root.values()) {
        const file = await (folder as FileSystemDirectoryHandle).getFileHandle("view.json").catch(() => null);
        if (file) return JSON.parse(await (await file.getFile()).text());
      }
    });
  await expect.poll(viewFile).toMatchObject({ frame: 7, selectedBone: 1, camera });
  const steps = await stepsOf(page);

  await openStudio(page);
  await restore(page, "bar");
  await expect(page.getByText("Saved on this machine")).toBeVisible();
  const after = await documentOf(page);
  expect(after).toMatchObject({ name: "bar", bones: 3, settings: before.settings });
  expect(after.eRms).toBeCloseTo(before.eRms ?? Number.NaN, 5);
  expect(after.report?.corrected).toEqual(before.report?.corrected);
  expect(await rankOf(page)).toBe(2);
  expect(await viewState(page)).toMatchObject({ workspace: "deform", frame: 7, selectedBone: 1 });
  await expect.poll(cameraOf).toEqual(camera);
  // The steps are restored; undo to a step that this page never saw restores its state.
  const restored = await stepsOf(page);
  expect(restored.length).toBeGreaterThan(2);
  expect(restored.at(-1)).toBe(steps.at(-1));
  for (const step of restored) expect(steps).toContain(step);
  const list = page.getByRole("dialog", { name: "History" });
  await page.keyboard.press("Control+h");
  await list.locator("button:has([title])").last().click();
  await expect.poll(async () => (await documentOf(page)).bones).toBe(0);
  await expect.poll(async () => (await documentOf(page)).name).toBe("bar");
  await list.locator("button:has([title])").first().click();
  await expect.poll(() => rankOf(page)).toBe(2);
});

test(
  "opening another file replaces nothing, and every project stays on the start page until it is deleted",
  NO_PICTURE,
  async ({ page, context }) => {
    await openStudio(page);
    for (const name of ["first", "second", "third", "fourth", "fifth", "sixth"]) {
      await drop(page, objAndCache(bar().sequence, name));
      await expect.poll(async () => (await documentOf(page)).name).toBe(name);
      await untilSaved(page);
    }
    await kill(page);
    const next = await context.newPage();
    await openStudio(next);
    await expect(next.getByRole("article")).toHaveCount(6);
    // Restoring a project repeatedly makes no copies.
    for (let n = 0; n < 2; n++) {
      await restore(next, "first");
      await setBones(next, 5 + n);
      await untilSaved(next);
      await openStudio(next);
      await expect(next.getByRole("article")).toHaveCount(6);
    }
    await expect(cardOf(next, "first")).toContainText("3 versions");
    await moveToBin(next, "third");
    await expect(next.getByRole("article")).toHaveCount(5);
    await expect(cardOf(next, "third")).toBeHidden();
  },
);
