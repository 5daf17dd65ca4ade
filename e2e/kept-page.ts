import { expect, type Page } from "@playwright/test";
import { untilOpen } from "./studio";

/** The card of a project on the first screen. */
export const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Opens the newest version of a project from the first screen. */
export async function restore(page: Page, name: string): Promise<void> {
  await cardOf(page, name)
    .getByRole("button", { name: `Open ${name}`, exact: true })
    .click();
  await untilOpen(page);
}

/** Waits until all that is open is on the disk. */
export async function untilSaved(page: Page): Promise<void> {
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
}

/** Ends a tab as a crash does: nothing of the page runs any more. */
export async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  // The answer never comes.
  void page.goto("chrome://crash").catch(() => {});
  await crashed;
  await page.close();
}

/** Labels of the history's steps that are done. */
export async function stepsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => window.sinew.perform("edit.history"));
  const list = page.getByRole("dialog", { name: "History" });
  await expect(list).toBeVisible();
  const steps = await list.locator(".steps button:not(.undone) .name").allTextContents();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  return steps.reverse();
}
