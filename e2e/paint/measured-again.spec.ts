import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { setBrush } from "../../tools/studio-driver/brush";
import { enterWorkspace, hideBones } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { documentOf, selectBones } from "../../tools/studio-driver/studio";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { middle, stroke } from "./swaying-bar";

/** E_RMS of the rig in the document, by its definition. */
const errorByDefinition = (page: Page) =>
  page.evaluate(() => {
    const { sequence, rig } = window.sinew.document.getState() as DocumentState;
    const { vertexCount: V, frameCount: F, frames } = sequence as MeshSequence;
    const { offsets, bones, values } = rig!.weights;
    const low = [Infinity, Infinity, Infinity];
    const high = low.map((x) => -x);
    let sum = 0;
    for (let i = 0; i < V; i++) {
      const at = [0, 1, 2].map((c) => rig!.rest[3 * i + c]);
      for (let c = 0; c < 3; c++) {
        low[c] = Math.min(low[c], sequence!.rest[3 * i + c]);
        high[c] = Math.max(high[c], sequence!.rest[3 * i + c]);
      }
      for (let f = 0; f < F; f++)
        for (let r = 0; r < 3; r++) {
          let x = 0;
          for (let e = offsets[i]; e < offsets[i + 1]; e++) {
            const m = rig!.motion.subarray((f * rig!.bones.length + bones[e]) * 12 + 4 * r);
            x += values[e] * (m[0] * at[0] + m[1] * at[1] + m[2] * at[2] + m[3]);
          }
          sum += (x - frames[(f * V + i) * 3 + r]) ** 2;
        }
    }
    const diagonal = Math.hypot(...high.map((x, c) => x - low[c]));
    return (2000 * Math.sqrt(sum / (3 * V * F))) / diagonal;
  });

test("after painting, the report says that it is out of date, and measures again", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await withRig(page);
  const before = (await documentOf(page)).eRms!;
  expect(before).toBeCloseTo(await errorByDefinition(page), 4);
  await enterWorkspace(page, "Paint");
  await hideBones(page);
  await selectBones(page, 0);
  await setBrush(page, { rest: true, operation: "replace", value: 1, strength: 1, radius: 40 });
  await stroke(page, await middle(page));
  const isOld = page.getByText("Out of date");
  await expect(isOld).toBeVisible();
  expect((await documentOf(page)).eRms).toBe(before);

  // In a narrow window the link has room of its own.
  await page.setViewportSize({ width: 1120, height: 800 });
  const bar = page.getByRole("toolbar", { name: "Playback" });
  const link = (await bar.getByRole("button", { name: "Measure again" }).boundingBox())!;
  const worst = (await bar.getByText(/^worst \d/).boundingBox())!;
  expect(link.x + link.width).toBeLessThanOrEqual(worst.x);
  await page.setViewportSize({ width: 1440, height: 800 });

  await page.getByRole("button", { name: "Measure again" }).click();
  await expect(isOld).toHaveCount(0);
  const after = (await documentOf(page)).eRms!;
  expect(after).toBeGreaterThan(1.1 * before);
  expect(after).toBeCloseTo(await errorByDefinition(page), 4);
  await expect(page.getByText(/^It was .* before the weights changed/)).toBeVisible();

  // Measuring is one step of undo. Undo it, and the report is out of date; undo the stroke too, and it is right again.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(isOld).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(isOld).toHaveCount(0);
  expect((await documentOf(page)).eRms).toBe(before);
});
