/** The pictures of the guide about skeletons: the hound, its joints, their costs, and the levels of its export. */
import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";

const FOLDER = "docs/images/skeleton";
const FRAME = 30;
const BONES = "24";
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
  await page.getByRole("button", { name: "Show the cost of joints" }).click();
  await shoot("costs");
  await page.getByRole("button", { name: "Show the cost of joints" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("checkbox", { name: "Levels of detail" }).click();
  await page.getByRole("dialog").getByRole("table").waitFor({ timeout: PATIENCE });
  await shoot("export");
  await page.keyboard.press("Escape");
}
