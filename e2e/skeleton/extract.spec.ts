import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { viewState } from "../../tools/studio-driver/studio";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1120, height: 800 });
  await withRig(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
});

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, skeletonReport, extraction, report } = window.sinew.document.getState() as DocumentState;
    return {
      parents: rig!.bones.map(({ parent }) => parent),
      motion: rig!.motion.reduce((sum, x) => sum + x, 0),
      skeleton: skeletonReport,
      extraction,
      eRms: report!.eRms,
    };
  });

const roots = (parents: number[]) => parents.filter((parent) => parent < 0).length;

test("the solve's bones are connected, with strict and soft joints, in one step", async ({ page }) => {
  const before = await stateOf(page);
  expect(roots(before.parents)).toBe(4);
  await page.getByRole("radio", { name: /^Connect/ }).click();
  await page.getByRole("button", { name: "Connect the bones" }).click();
  await expect(page.getByRole("button", { name: /^Report/ })).toBeVisible();
  const strict = await stateOf(page);
  expect(roots(strict.parents)).toBe(1);
  expect(strict.skeleton?.method).toBe("connect");
  // What all panels show for the rig is measured on this rig.
  expect(strict.eRms).toBeCloseTo(strict.skeleton!.eRmsStrict, 3);

  // Soft joints are there at once, and are the solve's own motion.
  await page.getByRole("radio", { name: "Soft" }).click();
  const soft = await stateOf(page);
  expect(soft.eRms).toBeCloseTo(strict.skeleton!.eRms, 3);
  expect(soft.eRms).toBeLessThanOrEqual(strict.eRms + 1e-6);
  expect(soft.extraction.joints).toBe("soft");

  // One step each: the switch, then the extraction.
  await page.keyboard.press("ControlOrMeta+z");
  expect((await stateOf(page)).motion).toBe(strict.motion);
  await page.keyboard.press("ControlOrMeta+z");
  const back = await stateOf(page);
  expect([back.parents, back.motion, back.skeleton]).toEqual([before.parents, before.motion, null]);
});

test("joints are listed, and a click on one selects its bone", async ({ page }) => {
  await page.getByRole("radio", { name: /^Connect/ }).click();
  await page.getByRole("button", { name: "Connect the bones" }).click();
  const joint = page.getByRole("group", { name: "Joints to look at" }).getByRole("button").first();
  await joint.click();
  const { selectedBone } = await viewState(page);
  const names = await page.evaluate(() =>
    (window.sinew.document.getState() as DocumentState).rig!.bones.map(({ name }) => name),
  );
  await expect(joint).toContainText(names[selectedBone!]);
  // A new name stays with its joint in the report.
  await page.keyboard.press("F2");
  await page.keyboard.type("elbow");
  await page.keyboard.press("Enter");
  await expect(joint).toContainText("elbow");
});

test("an extraction is cancelled, and the rig that was there stays", async ({ page }) => {
  const before = await stateOf(page);
  await page.getByRole("radio", { name: /^Multi-pass/ }).click();
  await page.getByRole("button", { name: /^Extract/ }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: /^Extract/ })).toBeVisible();
  expect((await stateOf(page)).motion).toBe(before.motion);
});
