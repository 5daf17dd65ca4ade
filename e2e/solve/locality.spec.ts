import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  openStudio,
  setBones,
  setSolve,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";
import { NO_PICTURE } from "../no-picture";

const weightsOf = (page: Page) =>
  page.evaluate(() => {
    const { weights } = window.sinew.document.getState().rig as Rig;
    return weights.values.length;
  });

/** Opens a bar and solves it quickly, with six bones. */
async function solveBar(page: Page): Promise<void> {
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 6);
  await setSolve(page, { Iterations: 20, "Seeded restarts": 1 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
}

test(
  "the cost of local weights follows the drag, and they can be applied and undone",
  NO_PICTURE,
  async ({ page }) => {
    const errors = await openStudio(page);
    await solveBar(page);

    await page.getByRole("button", { name: /^Locality/ }).click();
    await page.getByRole("checkbox", { name: "Keep near bones" }).click();
    const reach = page.getByRole("spinbutton", { name: "Reach of bones" });
    await reach.scrollIntoViewIfNeeded();
    const box = (await reach.boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, y, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2 - 120, y, { steps: 4 });
    // The estimate appears before the drag ends.
    await expect(page.getByText("at most", { exact: true })).toBeVisible();
    await page.mouse.up();
    const { reach: asked } = (await documentOf(page)).settings;
    expect(asked).toBeLessThan(1);

    // The result replaces it, with adapted bones.
    await page.getByRole("button", { name: "Apply to rig" }).click();
    const { report } = await documentOf(page);
    expect(report?.locality?.reach).toBe(asked);
    const local = await weightsOf(page);
    await page.keyboard.press("ControlOrMeta+z");
    expect((await documentOf(page)).report?.locality).toBeUndefined();
    expect(await weightsOf(page)).toBeGreaterThanOrEqual(local);
    expect(errors).toEqual([]);
  },
);

test(
  "an action makes the weights of the open rig local, and shows the cost before",
  NO_PICTURE,
  async ({ page }) => {
    const errors = await openStudio(page);
    await solveBar(page);
    const free = await weightsOf(page);

    await page.getByRole("button", { name: "Paint workspace" }).click();
    await page.getByRole("button", { name: "Whole mesh" }).click();
    await page.getByRole("button", { name: "Make weights local…" }).click();
    const cost = page.getByText("Added error");
    await expect(cost).toBeVisible();
    expect(await weightsOf(page)).toBe(free);
    await page.getByRole("button", { name: "Apply to rig" }).click();
    // At any cost, nothing of it is left far from its bone.
    expect((await documentOf(page)).report?.locality?.farAfter).toBe(0);
    await page.keyboard.press("ControlOrMeta+z");
    expect(await weightsOf(page)).toBe(free);
    expect(errors).toEqual([]);
  },
);
