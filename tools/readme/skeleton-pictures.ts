/**
 * The pictures of the guide about skeletons: the hound, its names, their costs, a pose, and the levels of its export.
 */
import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";

const FOLDER = "docs/images/skeleton";
const FRAME = 30;
const BONES = "20";
/** An extraction on a slow machine takes minutes. */
const PATIENCE = 600_000;

/** @param settle waits until the picture is drawn */
export async function skeletonPictures(page: Page, settle: () => Promise<void>): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  page.setDefaultTimeout(PATIENCE);
  const shoot = async (name: string) => {
    await settle();
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  };
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await page.evaluate((frame) => {
    window.sinew.view.setState({ frame, shading: "clay", layout: "rig", selectedBone: null });
  }, FRAME);
  await page.getByRole("spinbutton", { name: "Bones", exact: true }).focus();
  await page.keyboard.type(BONES);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Extract/ }).click();
  await page.waitForFunction(() => window.sinew.document.getState().skeletonReport !== null, null, {
    timeout: PATIENCE,
  });
  await shoot("found");
  await page.getByRole("combobox", { name: "Name as" }).click();
  await page.getByRole("option", { name: /_L _R/ }).first().click();
  const give = page.getByRole("button", { name: /^Rename \d+ bones/ });
  await give.scrollIntoViewIfNeeded();
  await shoot("names");
  await give.click();
  await page.getByRole("button", { name: "Show joint costs" }).click();
  await shoot("costs");
  await page.getByRole("button", { name: "Show joint costs" }).click();
  await pose(page);
  await shoot("pose");
  await page.keyboard.press("Alt+m");
  await page.keyboard.press("q");
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("checkbox", { name: "Levels of detail" }).click();
  await page.getByRole("dialog").getByRole("table").waitFor({ timeout: PATIENCE });
  await shoot("export");
  await page.keyboard.press("Escape");
}

/** Drags the lower end of a front leg up and forward: it is where the last bone begins. */
async function pose(page: Page): Promise<void> {
  await page.getByRole("gridcell", { name: "forearm_L", exact: true }).click();
  await page.keyboard.press("i");
  const at = await page.evaluate(() => {
    const { bones } = window.sinew.document.getState().rig!;
    const forearm = bones.findIndex(({ name }) => name === "forearm_L");
    return window.sinew.viewport()!.handleAt(bones.findIndex(({ parent }) => parent === forearm))!;
  });
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 70, at.y - 60, { steps: 6 });
  await page.mouse.up();
}
