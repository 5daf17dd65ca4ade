import { expect, test } from "@playwright/test";
import { withRig, worstDistance } from "./rig-on-screen";
import { viewOf } from "./studio";

// What a software GPU draws in half the time.
test.use({ viewport: { width: 1000, height: 640 } });

test("draws on the backend that the project asks for", async ({ page }, info) => {
  await withRig(page);
  expect((await viewOf(page)).backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
});

test("positions on the graphics processor are those of the engine", async ({ page }) => {
  await withRig(page);
  // The bar's diagonal is about 4.2.
  expect(await worstDistance(page, [0, 3, 7, 11, 15])).toBeLessThan(4.2e-4);
});

test("every layout and shading draws something", async ({ page }) => {
  await withRig(page);
  const sizes: number[] = [];
  for (const layout of ["source", "rig", "overlay", "side-by-side"] as const) {
    for (const shading of ["clay", "error", "weights", "bones", "influences"] as const) {
      await page.evaluate(
        ([l, s]) => window.sinew.view.setState({ layout: l, shading: s, selectedBone: 0 }),
        [layout, shading] as const,
      );
      await page.waitForTimeout(250);
      const picture = await page.locator("canvas").first().screenshot();
      sizes.push(picture.length);
    }
  }
  // A blank canvas compresses to next to nothing.
  expect(Math.min(...sizes)).toBeGreaterThan(8000);
});

test("a bone is selected by clicking the mesh", async ({ page }) => {
  await withRig(page);
  await page.evaluate(() => window.sinew.view.setState({ selectedBone: null, layout: "rig" }));
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("No canvas");
  await page.waitForTimeout(1500);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
  await expect.poll(async () => (await viewOf(page)).hovered, { timeout: 15_000 }).not.toBeNull();
  await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2);
  await expect.poll(async () => (await viewOf(page)).selectedBone).not.toBeNull();
});
