import { expect, type Page } from "@playwright/test";
import type { ViewState } from "../../app/document/view-state";
import { leaveField, OFTEN, viewState } from "./studio";

/** Switches to a theme with the View menu. */
export async function setTheme(page: Page, theme: ViewState["theme"]): Promise<void> {
  if ((await viewState(page)).theme === theme) return;
  await page.getByRole("menuitem", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Light theme" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  expect((await viewState(page)).theme).toBe(theme);
}

/** Enters a workspace by its tab. */
export async function enterWorkspace(
  page: Page,
  name: "Solve" | "Skeleton" | "Paint" | "Deform" | "Reduce" | "Compare",
) {
  await page.getByRole("button", { name: `${name} workspace` }).click();
  await expect.poll(async () => (await viewState(page)).workspace, OFTEN).toBe(name.toLowerCase());
}

/** Hides the bones, which would be in the way of a brush. */
export async function hideBones(page: Page): Promise<void> {
  await leaveField(page);
  if ((await viewState(page)).showBones) await page.keyboard.press("b");
  expect((await viewState(page)).showBones).toBe(false);
}

/** Chooses an option of a drop-down list. */
export async function chooseOption(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: list, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
}

/** Enters the Skeleton workspace and connects the bones of the solve. */
export async function connectBones(page: Page): Promise<void> {
  await enterWorkspace(page, "Skeleton");
  await page.getByRole("radio", { name: /^Connect/ }).click();
  await page.getByRole("button", { name: "Connect bones" }).click();
  await expect(page.getByRole("button", { name: /^Report/ })).toBeVisible();
}
