import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  drop,
  leaveField,
  openStudio,
  selectBones,
  untilOpen,
  viewState,
} from "../../tools/studio-driver/studio";
import { restore, untilSaved } from "../projects/kept-page";
import { characterFiles, endedFile, motionFile, orientedFile, skinnedFile } from "./own-skeleton-files";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 820 });
  await openStudio(page);
  await drop(page, characterFiles());
  await untilOpen(page);
});

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, ownSkeleton, fitting, fitRecord, report } =
      window.sinew.document.getState() as DocumentState;
    return {
      bones: rig?.bones.map(({ name }) => name) ?? [],
      motion: Array.from(rig?.motion ?? []),
      weights: Array.from(rig?.weights.values ?? []),
      file: ownSkeleton?.file ?? null,
      alignment: ownSkeleton?.alignment ?? null,
      fitting,
      report: fitRecord?.report ?? null,
      steps: fitRecord?.stages.map(({ step }) => step) ?? [],
      eRms: report?.eRms ?? null,
    };
  });

/** The joints of the rig, with their axes. */
const jointsOf = (page: Page) =>
  page.evaluate(() => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    return rig?.bones.map(({ name, axes }) => ({ name, axes: axes ?? null })) ?? [];
  });

const card = (page: Page) => page.getByRole("region", { name: "Alignment" });

test("a dropped skeleton is aligned, shown, applied and fitted, and an undo removes it", async ({ page }) => {
  test.slow();
  await drop(page, [await motionFile()]);
  // The file is the skeleton to fit: its alignment is shown, and nothing has changed.
  await expect(card(page).getByRole("button", { name: "Apply" })).toBeVisible();
  expect((await viewState(page)).workspace).toBe("skeleton");
  await expect(page.getByRole("radio", { name: "Fit mine" })).toBeChecked();
  await expect(card(page)).toContainText("cm to m");
  await expect(card(page)).toContainText("5 of 6");
  await card(page).getByRole("button", { name: "show 1" }).click();
  await expect(card(page)).toContainText("10 of 10");
  expect((await stateOf(page)).file).toBeNull();

  await leaveField(page);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stateOf(page)).file).toBe("mine.bvh");
  expect((await stateOf(page)).bones).toHaveLength(6);

  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).report?.solve).toBe("both");
  const fitted = await stateOf(page);
  expect(fitted.report!.rmsePercent).toBeLessThan(0.1);
  await expect(page.getByRole("group", { name: "Error of each step" })).toContainText("Both");
  await expect(card(page)).toBeHidden();

  await page.keyboard.press("ControlOrMeta+z");
  expect((await stateOf(page)).report).toBeNull();
  await page.keyboard.press("ControlOrMeta+z");
  expect((await stateOf(page)).file).toBeNull();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect((await stateOf(page)).motion).toEqual(fitted.motion);

  // It is exported with the bones of the file, and the project is restored completely.
  await page.getByRole("button", { name: "Export…" }).click();
  const write = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(write).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), write.click()]);
  const glb = await readFile(await download.path());
  const { nodes } = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
  const names = nodes.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(fitted.bones));
  await untilSaved(page);
  await openStudio(page);
  await restore(page, "character");
  expect(await stateOf(page)).toEqual(fitted);
  // The workspace and its half are restored.
  await expect(page.getByRole("group", { name: "Error of each step" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Fit again" })).toBeEnabled();
});

test("locked bones stay bit for bit when it is fitted again", async ({ page }) => {
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await page.getByRole("radio", { name: "Fit mine" }).click();
  // In this half, a skinned file is used as a skeleton and not opened.
  await drop(page, [await skinnedFile()]);
  await card(page).getByRole("button", { name: "Apply" }).click();
  await expect.poll(async () => (await stateOf(page)).steps).toEqual(["imported"]);
  const imported = await stateOf(page);
  expect(imported.eRms).toBeLessThan(0.01);

  await selectBones(page, 0);
  await page.keyboard.press("l");
  await page.keyboard.press("Shift+K");
  const name = imported.bones[0];
  expect((await stateOf(page)).fitting.bones[name]).toEqual({ lockMotion: true, lockWeights: true });
  await expect(page.getByRole("button", { name: `Lock motion of ${name}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  // A drag down the other column locks the rows that it passes.
  const padlock = (n: number) => page.getByRole("button", { name: `Lock weights of ${imported.bones[n]}` });
  await padlock(1).hover();
  await page.mouse.down();
  await padlock(2).hover();
  await padlock(3).hover();
  await page.mouse.up();
  const locked = (await stateOf(page)).fitting.bones;
  expect([1, 2, 3].map((n) => locked[imported.bones[n]]?.lockWeights)).toEqual([true, true, true]);

  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).report).not.toBeNull();
  const fitted = await stateOf(page);
  const root = (motion: number[]) => motion.filter((_, at) => at % (12 * imported.bones.length) < 12);
  expect(root(fitted.motion)).toEqual(root(imported.motion));

  await page.getByRole("button", { name: "Fit again" }).click();
  await expect.poll(async () => (await stateOf(page)).report).not.toEqual(fitted.report);
  expect(root((await stateOf(page)).motion)).toEqual(root(imported.motion));
});

test("a file without a skeleton is refused with a message, and nothing is lost", async ({ page }) => {
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await page.getByRole("radio", { name: "Fit mine" }).click();
  const before = await page.evaluate(
    () => (window.sinew.document.getState() as DocumentState).sequence!.name,
  );
  await drop(page, [{ path: "broken.glb", bytes: new TextEncoder().encode("glTF, but not really") }]);
  const complaint = page.getByRole("alertdialog");
  await expect(complaint).toContainText("broken.glb");
  await page.keyboard.press("Escape");
  await expect(complaint).toBeHidden();
  expect(await page.evaluate(() => (window.sinew.document.getState() as DocumentState).sequence!.name)).toBe(
    before,
  );
});

test("the artist's joints keep their order and axes through a fit, edits, undo and a reload", async ({
  page,
}) => {
  const { file, joints } = await orientedFile();
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await drop(page, [file]);
  await page.getByRole("dialog").getByRole("button", { name: "Fit to its skeleton" }).click();
  await card(page).getByRole("button", { name: "Apply" }).click();
  const expectSame = async () => {
    await expect.poll(async () => (await jointsOf(page)).length).toBe(joints.length);
    for (const [j, { name, axes }] of (await jointsOf(page)).entries()) {
      expect(name).toBe(joints[j].name);
      const cosine = axes!.reduce((sum, x, c) => sum + x * joints[j].axes![c], 0);
      expect(Math.abs(cosine)).toBeCloseTo(1, 9);
    }
  };
  await expectSame();
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).report).not.toBeNull();
  await expectSame();

  await page.getByRole("gridcell", { name: "bone 4", exact: true }).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("hand");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await jointsOf(page))[4].name).toBe("hand");
  expect((await jointsOf(page))[4].axes).not.toBeNull();
  await page.keyboard.press("ControlOrMeta+z");
  await expectSame();

  await untilSaved(page);
  await page.reload();
  await restore(page, "character");
  await expectSame();
});

test("an end joint of the artist's skeleton stays, and the outliner says what it is", async ({ page }) => {
  test.slow();
  await drop(page, [await endedFile()]);
  await page.getByRole("button", { name: "Fit to its skeleton" }).click();
  await expect(card(page)).toContainText("foot_end only marks the end of a bone");
  await leaveField(page);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).report?.solve).toBe("both");
  expect((await stateOf(page)).bones).toContain("foot_end");
  const row = page.getByRole("row", { name: /foot_end/ });
  await expect(row.getByTitle("Marks the end of the bone above it")).toHaveText("end");
  await expect(row.getByRole("button", { name: /^Lock/ })).toHaveCount(0);
});
