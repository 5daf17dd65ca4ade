import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { findCursor } from "../../tools/studio-driver/find-cursor";
import { openStudio, selectBones, untilSolved } from "../../tools/studio-driver/studio";
import { keepBar, kill, madeOf, restore, untilSaved } from "./kept-page";

type Live = "livePose" | "liveSkeleton";

/** Waits until a gesture shows its preview. */
const untilLive = (page: Page, key: Live) =>
  expect
    .poll(() =>
      page.evaluate((name) => (window.sinew.document.getState() as DocumentState)[name] !== null, key),
    )
    .toBe(true);

/** Presses at a point and drags, without releasing. */
async function drag(page: Page, [x, y]: [number, number], [dx, dy]: [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 5 });
}

/** Unfinished gestures. */
const GESTURES: Record<string, (page: Page) => Promise<void>> = {
  "a bone's handle is dragged": async (page) => {
    await selectBones(page, 1);
    const handle = await page.evaluate(() => {
      const { x, y } = window.sinew.viewport()!.handleAt(1)!;
      return [x, y] as [number, number];
    });
    await page.mouse.move(...handle);
    await expect.poll(() => page.evaluate(() => window.sinew.view.getState().hand)).toBe("over handle");
    await drag(page, handle, [30, 12]);
    await expect.poll(() => page.evaluate(() => window.sinew.view.getState().hand)).toBe("moving");
  },
  "a bone is turned": async (page) => {
    await selectBones(page, 1);
    await page.getByRole("button", { name: "Deform workspace" }).click();
    await drag(page, await findCursor(page, "grab", [0.05, 0.5], [0.99, 0.5]), [8, 60]);
    await untilLive(page, "livePose");
  },
  "a joint is dragged": async (page) => {
    await page.getByRole("button", { name: "Paint workspace" }).click();
    await page.getByRole("button", { name: "Skeleton from this rig" }).click();
    await untilSaved(page);
    await page.keyboard.press("d");
    const joint = await page.evaluate(() => {
      const { skeleton } = window.sinew.document.getState() as DocumentState;
      const { x, y } = window.sinew.viewport()!.pageOf(skeleton!.segments[0].tail)!;
      return [x, y] as [number, number];
    });
    await page.mouse.move(...joint);
    await expect.poll(() => page.evaluate(() => window.sinew.view.getState().hand)).toBe("over joint");
    await drag(page, joint, [25, 10]);
    await untilLive(page, "liveSkeleton");
  },
};

for (const [what, gesture] of Object.entries(GESTURES)) {
  test(`a tab that dies while ${what} restores the state before it`, async ({ page, context }) => {
    await page.setViewportSize({ width: 1000, height: 640 });
    await keepBar(page);
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await untilSolved(page);
    await untilSaved(page);
    await gesture(page);
    const before = await madeOf(page);
    await kill(page);

    const next = await context.newPage();
    await openStudio(next);
    await restore(next, "bar");
    expect(await madeOf(next)).toEqual(before);
  });
}
