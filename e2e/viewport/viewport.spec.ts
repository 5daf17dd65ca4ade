import { expect, test } from "@playwright/test";
import { withRig, worstDistance } from "../../tools/studio-driver/rig-on-screen";
import { viewState } from "../../tools/studio-driver/studio";

// A software GPU draws this size in half the time.
test.use({ viewport: { width: 1000, height: 640 } });

test("draws with the project's backend, and every vertex is where the engine puts it", async ({
  page,
}, info) => {
  await withRig(page);
  expect((await viewState(page)).backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
  // The bar's diagonal is about 4.2.
  expect(await worstDistance(page, [0, 3, 7, 11, 15])).toBeLessThan(4.2e-4);
});

test("a bone is selected by clicking the mesh", async ({ page }) => {
  await withRig(page);
  expect((await viewState(page)).selectedBone).toBeNull();
  const box = (await page.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The tree for picking is built in the background, so move the pointer until it finds a bone.
  await expect
    .poll(async () => {
      await page.mouse.move(x, y);
      await page.mouse.move(x + 2, y);
      return (await viewState(page)).hovered;
    })
    .not.toBeNull();
  await page.mouse.click(x + 2, y);
  await expect.poll(async () => (await viewState(page)).selectedBone).not.toBeNull();
});
