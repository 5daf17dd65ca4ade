import { expect, type Page, test } from "@playwright/test";
import type { MeshSequence } from "../workers/model/mesh-sequence";
import type { Rig } from "../workers/model/rig";
import { bar, objAndCache } from "./fixtures";
import { drop, openStudio, untilOpen, untilSolved, viewOf } from "./studio";

/** Opens a bar and puts its known rig on screen. */
async function withKnownRig(page: Page): Promise<void> {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await page.evaluate(() => {
    const { document } = window.sinew;
    document.setState({
      settings: { ...document.getState().settings, bones: 4, iterations: 4, restarts: 1 },
    });
  });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await expect.poll(async () => (await viewOf(page)).backend).not.toBeNull();
}

test("draws on the backend that the project asks for", async ({ page }, info) => {
  await withKnownRig(page);
  expect((await viewOf(page)).backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
});

test("positions on the graphics processor are those of the engine", async ({ page }) => {
  await withKnownRig(page);
  const worst = await page.evaluate(async () => {
    const { sequence, rig } = window.sinew.document.getState() as { sequence: MeshSequence; rig: Rig };
    const { vertexCount: V } = sequence;
    const { offsets, bones, values } = rig.weights;
    const viewport = window.sinew.viewport();
    if (!viewport || !("readDeformed" in viewport)) throw new Error("No viewport");
    const read = viewport as unknown as {
      readDeformed(): Promise<Float32Array>;
      readSource(): Promise<Float32Array>;
    };
    let largest = 0;
    for (const frame of [0, 3, 7, 11, 15]) {
      window.sinew.view.setState({ frame, playing: false });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [deformed, source] = [await read.readDeformed(), await read.readSource()];
      for (let i = 0; i < V; i++) {
        for (let row = 0; row < 3; row++) {
          let x = 0;
          for (let e = offsets[i]; e < offsets[i + 1]; e++) {
            const m = (frame * rig.bones.length + bones[e]) * 12 + 4 * row;
            for (let c = 0; c < 3; c++) x += values[e] * rig.motion[m + c] * rig.rest[3 * i + c];
            x += values[e] * rig.motion[m + 3];
          }
          largest = Math.max(largest, Math.abs(deformed[3 * i + row] - x));
          const s = sequence.frames[(frame * V + i) * 3 + row];
          largest = Math.max(largest, Math.abs(source[3 * i + row] - s));
        }
      }
    }
    return largest;
  });
  // The bar's diagonal is about 4.2.
  expect(worst).toBeLessThan(4.2e-4);
});

test("every layout and shading draws something", async ({ page }) => {
  await withKnownRig(page);
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
  await withKnownRig(page);
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
