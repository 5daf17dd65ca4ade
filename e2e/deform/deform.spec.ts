import { expect, type Page, test } from "@playwright/test";
import type { PreparedState } from "../../app/document/deform/prepared";
import type { DocumentState } from "../../app/document/document";
import { openStudio, selectBones, typeInto, untilOpen, viewState } from "../../tools/studio-driver/studio";

/** State of the Deform workspace as plain values. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { deform, poses, pose, rig } = window.sinew.document.getState() as DocumentState;
    const { direct, stale, slide } = window.sinew.prepared.getState() as PreparedState;
    return {
      lambda: deform.lambda,
      kappa: deform.kappa,
      alpha: deform.alpha,
      slideOfBone: deform.slideOfBone && [...deform.slideOfBone],
      poses: poses.map(({ name }) => name),
      pose: pose?.name ?? null,
      entries: direct?.psi.length ?? 0,
      stale,
      slide: slide ? slide[0] : null,
      influences: rig ? rig.weights.values.length / (rig.weights.offsets.length - 1) : 0,
    };
  });

const untilPrepared = (page: Page) =>
  expect
    .poll(async () => {
      const { entries, stale } = await stateOf(page);
      return entries > 0 && !stale;
    })
    .toBe(true);

/** Drags a field by pixels. */
async function dragField(page: Page, name: string, pixels: number): Promise<void> {
  const box = (await page.getByRole("spinbutton", { name, exact: true }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y, { steps: 3 });
  await page.mouse.move(x + pixels, y, { steps: 3 });
  await page.mouse.up();
}

let errors: string[];

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 720 });
  errors = await openStudio(page);
  const deform = page.getByRole("button", { name: "Deform workspace" });
  await expect(deform).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: /tentacle/i }).click();
  await untilOpen(page);
  await deform.click();
  await untilPrepared(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("sliders preview, take effect and are undone as one step each", async ({ page }) => {
  const before = await stateOf(page);
  await dragField(page, "Rotation smoothness", 40);
  const dragged = await stateOf(page);
  expect(dragged.lambda).toBeGreaterThan(before.lambda);
  await untilPrepared(page);
  expect((await stateOf(page)).entries).toBeGreaterThan(before.entries);

  await typeInto(page, "Slide", "0.2");
  expect((await stateOf(page)).slide).toBeCloseTo(0.2, 5);
  await typeInto(page, "Translation smoothness", "500");
  await expect(page.getByRole("alert")).toContainText("It stays at");

  const seen: number[][] = [];
  for (const keys of ["z", "z", "Shift+z", "Shift+z"]) {
    await page.keyboard.press(`ControlOrMeta+${keys}`);
    const { lambda, alpha } = await stateOf(page);
    seen.push([lambda, alpha]);
  }
  const { lambda } = dragged;
  expect(seen).toEqual([
    [lambda, 0.5],
    [before.lambda, 0.5],
    [lambda, 0.5],
    [lambda, 0.2],
  ]);

  await page.getByRole("combobox", { name: "Preset" }).click();
  await page.getByRole("option", { name: /Elbow over the knuckle/ }).click();
  expect(await stateOf(page)).toMatchObject({ lambda: 25, kappa: 0.5, alpha: 0.7 });
});

test("views are added, changed and removed", async ({ page }) => {
  await page.getByRole("button", { name: "Add view" }).click();
  await expect(page.getByRole("region", { name: "View 3" })).toBeVisible();
  await page.getByRole("button", { name: /Deformer of view 3/ }).click();
  const v2 = page.getByRole("menuitemradio", { name: /Direct Delta Mush v2/ });
  await v2.click();
  await expect(v2).toHaveCount(0);
  await page.getByRole("button", { name: /Shading of view 3/ }).click();
  await page.getByRole("menuitemradio", { name: /^Dual quaternions/ }).click();
  const { panes } = await viewState(page);
  expect(panes[2]).toEqual({ deformer: "ddm-v2", shading: "difference", reference: "dqs" });
  await expect(page.getByRole("heading", { name: "Direct Delta Mush" })).toBeVisible();
  await expect(page.getByText("Distance to dual quaternions")).toBeVisible();
  await page.getByRole("button", { name: "Remove view 1" }).click();
  expect((await viewState(page)).panes.map(({ deformer }) => deformer)).toEqual(["ddm-v0", "ddm-v2"]);
});

test("a bone is posed by numbers, and ghosts can be chosen", async ({ page }) => {
  const poseOf = () =>
    page.evaluate(() => {
      const { pose } = window.sinew.document.getState() as DocumentState;
      return (
        pose && { rotation: [...pose.rotations.slice(8, 12)], moved: [...pose.translations.slice(6, 9)] }
      );
    });
  await expect(page.getByText("Select a bone to type its rotation.")).toBeVisible();
  await selectBones(page, 2);
  await typeInto(page, "Rotation x", "30");
  const turned = (await poseOf())!;
  expect(2 * Math.acos(turned.rotation[3])).toBeGreaterThan(0.1);
  await typeInto(page, "Move y", "1");
  const moved = (await poseOf())!;
  expect(moved.moved[1]).toBeGreaterThan(0);
  expect(moved.rotation).toEqual(turned.rotation);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await poseOf()).toEqual(turned);

  await page.getByRole("button", { name: "Onion skin" }).click();
  await page.getByRole("checkbox", { name: "Show ghosts" }).click();
  await expect(page.getByText("Ghosts appear only while the clip is shown, not a pose.")).toBeVisible();
  await typeInto(page, "Ghosts before", "3");
  expect((await viewState(page)).onion).toMatchObject({ on: true, before: 3 });
});

test("poses are kept, named, stepped through, and the clip is shown again", async ({ page }) => {
  await page.keyboard.press("ArrowRight");
  expect((await viewState(page)).frame).toBe(1);
  await page.getByRole("button", { name: "Keep this pose" }).click();
  const [kept] = (await stateOf(page)).poses;
  await expect(page.getByRole("button", { name: `Pose ${kept}`, exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("ArrowLeft");
  expect((await stateOf(page)).pose).toBe("Rest");
  // The rest pose has its card already.
  const keep = page.getByRole("button", { name: "Keep this pose" });
  await expect(keep).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Shift+P");
  await page.mouse.move(500, 300);
  await keep.hover();
  await expect(page.getByText("This is the rest pose, which the list always has.")).toBeVisible();
  expect((await stateOf(page)).poses).toEqual([kept]);
  await page.getByRole("button", { name: `Pose ${kept}`, exact: true }).dblclick();
  await page.getByRole("textbox", { name: `Name of ${kept}` }).fill("Curl");
  await page.keyboard.press("Enter");
  expect(await stateOf(page)).toMatchObject({ poses: ["Curl"], pose: "Curl" });
  await page.getByRole("button", { name: /Play clip/ }).click();
  await expect.poll(async () => (await viewState(page)).frame).toBeGreaterThan(1);
  expect((await stateOf(page)).pose).toBeNull();
  await page.keyboard.press("Space");
  await page.keyboard.press("t");
  await expect(page.getByRole("slider", { name: "Frame", exact: true })).toBeVisible();
});

test("slide is set per joint, and its map is opened for painting", async ({ page }) => {
  await selectBones(page, 1);
  await page.getByRole("button", { name: /^Add / }).filter({ hasNotText: "view" }).last().click();
  await expect.poll(async () => (await stateOf(page)).slideOfBone?.[1]).toBeCloseTo(0.5, 5);

  await page.getByRole("button", { name: "Paint slide strength" }).click();
  expect((await viewState(page)).paintMap).toBe("alpha");
  const radius = (await viewState(page)).mapBrushes.deform.radius;
  await page.keyboard.press("]");
  expect((await viewState(page)).mapBrushes.deform.radius).toBeGreaterThan(radius);
  await page.keyboard.press("Escape");
  expect((await viewState(page)).paintMap).toBeNull();
});

test("a deformer is baked into the rig's weights, and the bake is undone", async ({ page }) => {
  const before = await stateOf(page);
  await page.getByRole("button", { name: "Keep this pose" }).click();
  await page.getByRole("button", { name: "Bake to weights…" }).click();
  await page.getByRole("radio", { name: /Test poses/ }).click();
  await typeInto(page, "Influences", "2");
  await page.getByRole("button", { name: "Bake", exact: true }).click();
  const adopt = page.getByRole("button", { name: "Use as the rig" });
  await expect(adopt).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Smoothed, v5")).toBeVisible();
  await adopt.click();
  const baked = await stateOf(page);
  expect(baked.influences).toBeLessThanOrEqual(2);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await stateOf(page)).influences).toBe(before.influences);
});
