import { expect, test } from "@playwright/test";
import { withRig, worstDistance } from "../../tools/studio-driver/rig-on-screen";
import { viewState } from "../../tools/studio-driver/studio";

test("a lost GPU device is replaced, with all its data", async ({ page }) => {
  await page.addInitScript(() => {
    const devices: GPUDevice[] = [];
    Object.assign(window, { devices });
    if (typeof GPUAdapter === "undefined") return;
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...options) {
      const device = await request.apply(this, options);
      devices.push(device);
      return device;
    };
  });
  await withRig(page);
  const { backend } = await viewState(page);
  expect(await worstDistance(page, [7])).toBeLessThan(4.2e-4);

  await page.evaluate((drawnBy) => {
    Object.assign(window, { viewportBefore: window.sinew.viewport() });
    if (drawnBy === "WebGPU") (window as unknown as { devices: GPUDevice[] }).devices.at(-1)?.destroy();
    else
      document
        .querySelector<HTMLCanvasElement>("[data-testid=picture] canvas")
        ?.getContext("webgl2")
        ?.getExtension("WEBGL_lose_context")
        ?.loseContext();
  }, backend);
  await page.waitForFunction(() => {
    const viewport = window.sinew.viewport();
    return viewport && viewport !== (window as unknown as { viewportBefore: unknown }).viewportBefore;
  });
  expect((await viewState(page)).backend).toBe(backend);
  expect(await worstDistance(page, [3, 11])).toBeLessThan(4.2e-4);
});
