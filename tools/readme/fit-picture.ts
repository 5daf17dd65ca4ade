import { expect, type Page } from "@playwright/test";
import { drop } from "../studio-driver/studio";
import { houndSkeleton } from "./hound-skeleton";

/** Fits the open hound onto its original skeleton, and photographs the alignment and the result. */
export async function fitPictures(page: Page, settle: (page: Page) => Promise<void>): Promise<void> {
  await drop(page, [await houndSkeleton()]);
  const apply = page.getByRole("button", { name: "Apply" });
  await expect(apply).toBeVisible({ timeout: 120_000 });
  await settle(page);
  await page.screenshot({ path: "docs/images/fit-alignment.png" });
  await apply.click();
  const fit = page.getByRole("button", { name: "Fit", exact: true });
  await expect(fit).toBeEnabled({ timeout: 120_000 });
  await fit.click();
  await expect(page.getByRole("button", { name: "Fit again" })).toBeVisible({ timeout: 400_000 });
  await settle(page);
  await page.screenshot({ path: "docs/images/fit-result.png" });
  const inspector = page.getByRole("region", { name: "Inspector" });
  await inspector.screenshot({ path: "docs/images/fit-report.png" });
}
