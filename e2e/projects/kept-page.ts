import { expect, type Page } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { drop, openStudio, setBones, untilOpen } from "../../tools/studio-driver/studio";

/** The card of a project on the start page. */
export const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Opens the newest version of a project from the start page. */
export async function restore(page: Page, name: string): Promise<void> {
  await cardOf(page, name)
    .getByRole("button", { name: `Open ${name}`, exact: true })
    .click();
  await untilOpen(page);
}

/** Opens the menu of a project's card. */
export async function menuOf(page: Page, name: string): Promise<void> {
  await cardOf(page, name).hover();
  await cardOf(page, name)
    .getByRole("button", { name: `More for ${name}` })
    .click();
}

/** Deletes a project on the start page. */
export async function moveToBin(page: Page, name: string): Promise<void> {
  await menuOf(page, name);
  await page.getByRole("menuitem", { name: "Delete" }).click();
}

/** Waits until the whole document is on disk. */
export async function untilSaved(page: Page): Promise<void> {
  await expect(page.getByText(/Saved on this machine/)).toBeVisible();
}

/** Ends a tab like a crash, so that nothing of the page continues. */
export async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  // The answer never comes.
  void page.goto("chrome://crash").catch(() => {});
  await crashed;
  await page.close();
}

/** Labels of the current step and those before it. */
export async function stepsOf(page: Page): Promise<string[]> {
  await page.keyboard.press("Control+h");
  const list = page.getByRole("dialog", { name: "History" });
  await expect(list).toBeVisible();
  // The list starts with the newest: undone steps, the current step, earlier steps.
  const done = list.locator("[aria-current=step], [aria-current=step] ~ button");
  const steps = await done.locator("[title]").allTextContents();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  return steps.reverse();
}

/** Opens the bar, and waits until it is saved. */
export async function keepBar(page: Page): Promise<void> {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 3);
  await untilSaved(page);
}

/** The artist's work in numbers. */
export const madeOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, settings, skeleton, pose, intent } = window.sinew.document.getState() as DocumentState;
    const sum = rig?.weights.values.reduce((all, value, n) => all + value * ((n % 97) + 1), 0);
    const joints = skeleton?.segments.flatMap(({ head, tail }) => [...head, ...tail]);
    return {
      bones: settings.bones,
      influences: rig?.weights.values.length,
      sum,
      heads: rig?.bones.map(({ head }) => [...head].map((x) => x.toFixed(4))),
      joints: joints?.map((x) => x.toFixed(4)),
      isPosed: pose !== null,
      density: intent.density?.reduce((all, x) => all + x, 0),
    };
  });
