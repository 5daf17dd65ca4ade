import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { body } from "../../tools/studio-driver/files/limb";
import { drop, openStudio, typeInto, untilOpen } from "../../tools/studio-driver/studio";
import { restore, untilSaved } from "../projects/kept-page";

/** A trunk with an arm on each side, the arms turning in eleven frames. */
const arm = (name: string, x: number) =>
  `JOINT ${name}\n{\nOFFSET ${x} 1.4 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n` +
  `End Site\n{\nOFFSET ${5 * x} 0 0\n}\n}\n`;
const FRAMES = Array.from({ length: 11 }, (_, k) => `0 0.1 0 0 0 0 ${6 * k} 0 0 ${-6 * k} 0 0`);
const MOVING = {
  path: "body.bvh",
  bytes: new TextEncoder().encode(
    "HIERARCHY\nROOT trunk\n{\nOFFSET 0 0.1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" +
      `${arm("left", 0.5)}${arm("right", -0.5)}}\nMOTION\nFrames: 11\nFrame Time: 0.04\n${FRAMES.join("\n")}\n`,
  ),
};

/** Everything that binds the mesh, as numbers. */
const bindingOf = (page: Page) =>
  page.evaluate(() => {
    const state = window.sinew.document.getState() as DocumentState;
    const { rig, skeleton, skeletonClips, weightEdits, weightReport, weighting } = state;
    return {
      clips: skeletonClips?.clips.map(({ name, frameCount, motions }) => [
        ...[name, frameCount, skeletonClips.bones.join()],
        motions.reduce((sum, x) => sum + Math.abs(x), 0),
      ]),
      segments: skeleton?.segments.map(({ name }) => name),
      poses: weightEdits.addedExemplars.map(({ name, pose }) => [name, pose.rotations.length]),
      weights: rig?.weights.values.length ?? 0,
      method: [weighting.method, weightReport?.method ?? null],
    };
  });

test("frames of a skeleton's clip become sample poses; a bound mesh is restored and reopened completely", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1120, height: 760 });
  const errors = await openStudio(page);
  await drop(page, [body(), MOVING]);
  await untilOpen(page);
  const exemplars = page.getByRole("region", { name: "Sample poses" });
  await exemplars.getByRole("button", { name: /Sample poses/ }).click();
  await typeInto(page, "Frames of the clip", "3");
  await exemplars.getByRole("button", { name: "Add frames of the clip" }).click();
  const poses = async () => (await bindingOf(page)).poses.map(([name]) => String(name).split(" ").at(-1));
  expect(await poses()).toEqual(["1", "6", "11"]);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await poses()).toEqual([]);
  await page.keyboard.press("ControlOrMeta+Shift+z");

  await page.getByRole("combobox", { name: "Weight method" }).click();
  await page.getByRole("option", { name: /Heat/ }).click();
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await expect.poll(async () => (await bindingOf(page)).method).toEqual(["heat", "heat"]);
  const before = await bindingOf(page);
  expect(before.weights).toBeGreaterThan(2000);
  expect(before.clips).toHaveLength(1);
  await untilSaved(page);
  const saving = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const bytes = new Uint8Array(await readFile(await (await saving).path()));

  await openStudio(page);
  await restore(page, "body");
  expect(await bindingOf(page)).toEqual(before);

  await openStudio(page);
  await drop(page, [{ path: "body.sinew", bytes }]);
  await untilOpen(page);
  expect(await bindingOf(page)).toEqual(before);
  expect(await page.evaluate(() => window.sinew.view.getState().workspace)).toBe("paint");
  // Its clip still poses it, and the open section is open again.
  await exemplars.getByRole("button", { name: "Add frames of the clip" }).click();
  expect((await poses()).length).toBeGreaterThan(3);
  expect(errors).toEqual([]);
});
