import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { connectBones } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { openStudio, viewState } from "../../tools/studio-driver/studio";
import { restore, untilSaved } from "../projects/kept-page";

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
  await page.getByRole("button", { name: "Connect bones" }).click();
  await expect(page.getByRole("button", { name: /^Report/ })).toBeVisible();
  const strict = await stateOf(page);
  expect(roots(strict.parents)).toBe(1);
  expect(strict.skeleton?.method).toBe("connect");
  // All panels show figures that were measured on this rig.
  expect(strict.eRms).toBeCloseTo(strict.skeleton!.eRmsStrict, 3);

  // Soft joints are available at once, with the solve's own motion.
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

test("further searches run to their end if asked, in one step", async ({ page }) => {
  const isThorough = async () => (await stateOf(page)).extraction.thorough;
  expect(await isThorough()).toBe(false);
  const choice = page.getByRole("radiogroup", { name: "Further searches" });
  await choice.getByRole("radio", { name: "All" }).click();
  expect(await isThorough()).toBe(true);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await isThorough()).toBe(false);
});

test("joints are listed, and a click on one selects its bone", async ({ page }) => {
  await page.getByRole("radio", { name: /^Connect/ }).click();
  await page.getByRole("button", { name: "Connect bones" }).click();
  const joint = page.getByRole("group", { name: "Joints to check" }).getByRole("button").first();
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

test("an extraction is cancelled, and the previous rig stays", async ({ page }) => {
  const before = await stateOf(page);
  // The best method takes long enough to press Cancel.
  await page.getByRole("radio", { name: /^Auto/ }).click();
  await page.getByRole("button", { name: /^Extract/ }).click();
  await expect(page.getByText("Error per frame of the previous rig")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: /^Extract/ })).toBeVisible();
  expect((await stateOf(page)).motion).toBe(before.motion);
});

test("a drag of the pull moves joints meanwhile, and is one step", async ({ page }) => {
  await connectBones(page);
  const state = () =>
    page.evaluate(() => {
      const { rig, liveRig, extraction, skeletonReport } = window.sinew.document.getState() as DocumentState;
      const headsOf = (each: DocumentState["rig"]) => each?.bones.map(({ head }) => [...head]) ?? null;
      const far = skeletonReport!.joints.map(({ distancePercent }) => distancePercent);
      return {
        ...{ heads: headsOf(rig), live: headsOf(liveRig), pull: extraction.pull },
        worst: Math.max(...far),
        eRms: skeletonReport!.eRmsStrict,
      };
    });
  const before = await state();
  const box = (await page.getByRole("spinbutton", { name: "Joint pull" }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 10 });
  await expect.poll(async () => (await state()).live, { timeout: 20_000 }).not.toBeNull();
  expect((await state()).live).not.toEqual(before.heads);
  // The report shows the result of the pull, beside the former figures.
  await expect(page.getByText(/, was /)).toBeVisible();
  expect((await state()).pull).toBe(before.pull);
  await page.mouse.up();
  await expect.poll(async () => (await state()).pull, { timeout: 20_000 }).toBeGreaterThan(before.pull);
  const after = await state();
  expect(after.live).toBeNull();
  expect(after.worst).toBeLessThan(before.worst);
  expect(after.eRms).toBeGreaterThanOrEqual(before.eRms - 1e-6);
  await page.keyboard.press("ControlOrMeta+z");
  const { live: _, ...back } = await state();
  const { live: _before, ...was } = before;
  expect(back).toEqual(was);
});

test("the tree shows the cost of each joint, and joints can be coloured by it", async ({ page }) => {
  await connectBones(page);
  await expect(
    page.getByText(/^Cost is the error in .+ that a strict joint adds at its bone\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show joint costs" }).click();
  await expect(page.getByRole("region", { name: "Legend" }).getByText("Joint cost")).toBeVisible();
  await page.getByRole("radio", { name: "Soft" }).click();
  await expect(page.getByText(/^Gap is how far a soft joint opens, in /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Legend" }).getByText("Joint gap")).toBeVisible();
});

test("an extraction is restored after a reload", async ({ page }) => {
  await connectBones(page);
  const { motion: _, ...before } = await stateOf(page);
  await untilSaved(page);
  await openStudio(page);
  await restore(page, "bar");
  const { motion: _after, ...after } = await stateOf(page);
  expect(after).toEqual(before);
  // The view is saved a little later than the document.
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  // The table shows the error of the kept skeleton; the others have not run.
  await expect(page.getByRole("radio", { name: /^Connect/ })).not.toContainText("–");
});
