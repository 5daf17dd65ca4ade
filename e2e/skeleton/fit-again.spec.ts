import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { drop, leaveField, nextFrames, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { restore, untilSaved } from "../projects/kept-page";
import { characterFiles, skinnedFile } from "./own-skeleton-files";

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { sequence, ownSkeleton, fitRecord, liveRig } = window.sinew.document.getState() as DocumentState;
    return {
      open: sequence?.name ?? null,
      shift: ownSkeleton?.alignment.shift ?? null,
      isFitted: fitRecord?.report != null,
      shown: liveRig?.bones.length ?? null,
    };
  });

/** The middle of the joints on the page. */
const middleOf = (page: Page) =>
  page.evaluate(() => {
    const { bones } = (window.sinew.document.getState() as DocumentState).rig!;
    const places = bones.map((_, j) => window.sinew.viewport()!.handleAt(j)!);
    const mean = (of: (p: { x: number; y: number }) => number) =>
      places.reduce((sum, p) => sum + of(p), 0) / places.length;
    return { x: mean((p) => p.x), y: mean((p) => p.y) };
  });

const card = (page: Page) => page.getByRole("region", { name: "Alignment" });

test("a skinned file is offered as a skeleton, placed by hand, compared, and placed again after a reload", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 820 });
  await openStudio(page);
  await drop(page, characterFiles());
  await untilOpen(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await drop(page, [await skinnedFile()]);
  // The file could also be opened, so a dialog asks before the open animation is replaced.
  const asked = page.getByRole("dialog");
  await expect(asked.getByRole("button", { name: "Open instead" })).toBeVisible();
  await asked.getByRole("button", { name: "Fit to its skeleton" }).click();
  await card(page).getByRole("button", { name: "Apply" }).click();
  await expect.poll(async () => (await stateOf(page)).shift).not.toBeNull();
  const { open, shift } = await stateOf(page);
  expect(open).toBe("character");

  // A drag of the centre moves the skeleton, which is only a proposal until it is applied.
  await card(page).getByRole("button", { name: "By hand" }).click();
  await nextFrames(page);
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  await nextFrames(page);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.mouse.up();
  await expect(card(page).getByRole("button", { name: "Apply" })).toBeEnabled();
  expect((await stateOf(page)).shift).toEqual(shift);
  await leaveField(page);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stateOf(page)).shift).not.toEqual(shift);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => (await stateOf(page)).shift).toEqual(shift);

  await page.getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await stateOf(page)).isFitted).toBe(true);
  await leaveField(page);
  await page.keyboard.down("\\");
  await expect.poll(async () => (await stateOf(page)).shown).toBe(6);
  await expect(page.getByRole("radio", { name: "Before" })).toBeChecked();
  await page.keyboard.up("\\");
  await expect.poll(async () => (await stateOf(page)).shown).toBeNull();

  // The file is part of the project.
  await untilSaved(page);
  await openStudio(page);
  await restore(page, "character");
  await expect(page.getByRole("radio", { name: "After" })).toBeChecked();
  await page.getByRole("button", { name: "Show alignment" }).click();
  await card(page).getByRole("button", { name: "Align again" }).click();
  await expect(card(page).getByRole("button", { name: "Apply" })).toBeEnabled();
  await expect(card(page)).toContainText("10 of 10");
});
