import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { drop, openStudio, performByName, untilOpen } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { boxCage } from "../../workers/reduce/cages/testing/cages";
import { clothPatch } from "../../workers/testing/sequences";

const rigOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, pose } = window.sinew.document.getState() as DocumentState;
    if (!rig) return null;
    const { offsets } = rig.weights;
    return {
      bones: rig.bones.length,
      cage: rig.cage?.coordinates ?? null,
      influences: offsets.reduce((most, end, i) => (i > 0 ? Math.max(most, end - offsets[i - 1]) : most), 0),
      moved: pose ? Array.from(pose.translations) : [],
    };
  });

/** Largest distance of the picture's vertices from Σ w (v + t), of the cage's pose. */
const awayFromCage = (page: Page) =>
  page.evaluate(async () => {
    const { rig, pose } = window.sinew.document.getState() as DocumentState;
    const positions = await window.sinew.viewport()!.readPane(0);
    const { offsets, bones, values } = rig!.weights;
    let worst = 0;
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let c = 0; c < 3; c++) {
        let x = 0;
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          x += values[e] * (rig!.rest[3 * i + c] + pose!.translations[3 * bones[e] + c]);
        }
        worst = Math.max(worst, Math.abs(x - positions[3 * i + c]));
      }
    }
    return worst;
  });

/** A cage as an OBJ. */
function objOf({ positions, triangles }: ReturnType<typeof boxCage>): Uint8Array {
  const lines: string[] = [];
  for (let n = 0; n < positions.length; n += 3) lines.push(`v ${positions.subarray(n, n + 3).join(" ")}`);
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push(`f ${Array.from(triangles.subarray(t, t + 3), (i) => i + 1).join(" ")}`);
  }
  return new TextEncoder().encode(lines.join("\n"));
}

test.setTimeout(300_000);

test("a cage is made, dropped, dragged by its corners, and reduced to eight influences", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const sequence = clothPatch({ size: 9, frames: 1 });
  await openStudio(page);
  await drop(page, [{ path: "cloth.sinew", bytes: writeProject({ sequence, rig: null, report: null }) }]);
  await untilOpen(page);

  // Made around the mesh.
  await performByName(page, "Cage around the mesh");
  await page.getByRole("radio", { name: "Mean value" }).click();
  await page.getByRole("button", { name: "Apply cage" }).click();
  await expect.poll(async () => (await rigOf(page))?.cage, { timeout: 60_000 }).toBe("mean-value");

  // Dropped: a box of 26 corners, which looks like a cage and may be opened as a mesh too.
  const reach = sequence.rest.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  await drop(page, [{ path: "box.obj", bytes: objOf(boxCage(2, 1.3 * reach)) }]);
  const dialog = page.getByRole("dialog", { name: "Cage box.obj" });
  await expect(dialog.getByRole("button", { name: "Open as a mesh" })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole("radio", { name: "Harmonic" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Mean value" }).click();
  await dialog.getByRole("button", { name: "Apply cage" }).click();
  await expect.poll(async () => (await rigOf(page))?.bones, { timeout: 120_000 }).toBe(26);
  expect((await rigOf(page))?.cage).toBe("mean-value");

  // A corner is dragged; the picture follows as equation 31 says.
  await enterWorkspace(page, "Deform");
  // The box reaches out of the picture, until it is framed.
  await performByName(page, "Frame all");
  // The middle of the side that faces the camera.
  const place = () =>
    page.evaluate(() => {
      const { bones } = (window.sinew.document.getState() as DocumentState).rig!;
      const most = Math.max(...bones.map(({ head }) => head[2]));
      const found = bones.findIndex(({ head: [x, y, z] }) => z === most && Math.hypot(x, y) < 1e-3 * most);
      return window.sinew.viewport()!.handleAt(found);
    });
  // Once the views have their places, it stays where it is.
  let at = { x: Number.NaN, y: Number.NaN };
  const step = async () => {
    const [before, now] = [at, await place()];
    if (now) at = now;
    return now ? Math.hypot(now.x - before.x, now.y - before.y) : Number.NaN;
  };
  await expect.poll(step, { timeout: 60_000 }).toBeLessThan(0.5);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y - 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await rigOf(page))!.moved.filter((x) => x !== 0).length).toBeGreaterThan(1);
  expect(await awayFromCage(page)).toBeLessThan(1e-4 * reach);

  // Fewer than eight are not offered.
  await enterWorkspace(page, "Reduce");
  await page.getByRole("button", { name: "Reduce with all methods" }).first().click();
  await expect(page.getByText("A cage needs 8 influences or more")).toBeVisible();
  await page.getByRole("button", { name: /^Apply / }).click({ timeout: 120_000 });
  await expect.poll(async () => (await rigOf(page))!.influences).toBe(8);
  await page.keyboard.press("ControlOrMeta+z");
  expect((await rigOf(page))!.influences).toBeGreaterThan(8);
});
