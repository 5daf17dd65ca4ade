import type { Page } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { drop, nextFrames, openStudio, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { UNWATCHED } from "../../workers/model/task";
import { BODIES, movingBody } from "../../workers/testing/bodies";

/** Opens a body whose left thigh swings, in the Skeleton workspace; returns the page's errors. */
export async function openBody(page: Page, name: keyof typeof BODIES): Promise<string[]> {
  const { sequence, rig } = movingBody(BODIES[name], name === "spider" ? "leg1_01_L" : "thigh_L");
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await page.setViewportSize({ width: 1240, height: 860 });
  const errors = await openStudio(page);
  await drop(page, [{ path: `${name}.glb`, bytes }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  return errors;
}

export const openHound = (page: Page): Promise<string[]> => openBody(page, "hound");

/** The poses in the document. */
export const posesOf = (page: Page) =>
  page.evaluate(() => {
    const { pose, poses, livePose, rig } = window.sinew.document.getState() as DocumentState;
    return {
      rotations: pose ? [...pose.rotations] : null,
      kept: poses.map(({ name }) => name),
      live: livePose !== null,
      bones: rig!.bones.map(({ name }) => name),
      motion: rig!.motion.reduce((sum, x, n) => sum + x * ((n % 89) + 1), 0),
    };
  });

export const undo = (page: Page) => page.keyboard.press("ControlOrMeta+z");

/** The angle of a bone's rotation in the pose, in degrees. */
export const angleOf = ({ rotations, bones }: Awaited<ReturnType<typeof posesOf>>, name: string): number => {
  const at = 4 * bones.indexOf(name);
  const q = rotations!.slice(at, at + 4);
  return (360 / Math.PI) * Math.atan2(Math.hypot(q[0], q[1], q[2]), Math.abs(q[3]));
};

export async function chooseBone(page: Page, name: string): Promise<void> {
  const { bones } = await posesOf(page);
  await selectBones(page, bones.indexOf(name));
}

/** The place of a bone's head on the page, in the pose on screen. */
export const headOnPage = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    return window.sinew.viewport()!.handleAt(rig!.bones.findIndex((bone) => bone.name === wanted))!;
  }, name);

/** Presses on a joint and moves by some pixels, with a key held on the way. */
export async function dragFrom(
  page: Page,
  name: string,
  [dx, dy]: readonly [number, number],
  key: "Shift" | "Control" | null = null,
): Promise<void> {
  const { x, y } = await headOnPage(page, name);
  await page.mouse.move(x, y);
  await nextFrames(page);
  await page.mouse.down();
  if (key) await page.keyboard.down(key);
  await page.mouse.move(x + dx, y + dy, { steps: 5 });
  await nextFrames(page);
  if (key) await page.keyboard.up(key);
}
