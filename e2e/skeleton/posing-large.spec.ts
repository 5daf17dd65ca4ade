import { expect, test } from "@playwright/test";
import { expectShortTasks, inWords, mainThreadTasks } from "../../tools/studio-driver/browser/main-thread";
import { drop, nextFrames, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar } from "../../workers/testing/sequences";
import { headOnPage, posesOf } from "./hound";

// Times vary on a machine that others use, too. A software GPU draws two pictures of this mesh per second, and each act
// waits for one.
test.describe.configure({ retries: 2, timeout: 300_000 });

test("an end is dragged in a rig of 100 bones and 50 000 vertices without a long task", async ({
  page,
  browser,
}) => {
  const { sequence, rig } = bendingBar({ bones: 100, frames: 2, length: 400, width: 32 });
  expect(sequence.vertexCount).toBeGreaterThan(50_000);
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await page.setViewportSize({ width: 1120, height: 720 });
  const errors = await openStudio(page);
  await drop(page, [{ path: "bar.glb", bytes }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await page.getByRole("radio", { name: "Drag ends" }).click();
  // The last bone but one: the chain of 98 bones above it follows.
  await page.getByRole("combobox", { name: "Bone to pose" }).press("Enter");
  const { bones } = await posesOf(page);
  // The list opens after a picture or two. Until an option has the focus, keys go to the button.
  const focused = page.locator("[role=option]:focus");
  await expect(focused).toBeVisible();
  await page.keyboard.press("End");
  await expect(focused).toContainText(bones.at(-1)!);
  await page.keyboard.press("ArrowUp");
  await expect(focused).toContainText(bones.at(-2)!);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Bone to pose" })).toContainText(bones[98]);
  await nextFrames(page);
  const { x, y } = await headOnPage(page, bones[99]);
  await page.mouse.move(x, y);
  await nextFrames(page);
  const tasks = await mainThreadTasks(browser, page, async () => {
    await page.mouse.down();
    for (let n = 1; n <= 6; n++) {
      await page.mouse.move(x - 12 * n, y - 9 * n);
      await nextFrames(page, 1);
    }
    await page.mouse.up();
    await nextFrames(page);
  });
  test.info().annotations.push({ type: "main thread", description: inWords(tasks.slice(0, 3)).join("; ") });
  expect((await posesOf(page)).rotations).not.toBeNull();
  expectShortTasks(tasks);
  expect(errors).toEqual([]);
});
