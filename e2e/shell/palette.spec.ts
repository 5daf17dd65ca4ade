import { expect, type Page, test } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { openStudio, viewState } from "../../tools/studio-driver/studio";

/** Searches for an action and performs the first match. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Find action" }).fill(words);
  // Enter performs the marked action, so wait until it is the found one.
  await expect(page.getByRole("option", { selected: true })).toContainText(words, { ignoreCase: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Find action" })).toBeHidden();
}

test("an action of another workspace opens that workspace and runs", async ({ page }) => {
  await withRig(page);
  await find(page, "add view");
  expect((await viewState(page)).workspace).toBe("deform");
  expect((await viewState(page)).panes).toHaveLength(3);

  await find(page, "reach: volume");
  expect(await viewState(page)).toMatchObject({ workspace: "paint", paint: { reach: "volume" } });

  await find(page, "side by side");
  expect(await viewState(page)).toMatchObject({ workspace: "solve", layout: "side-by-side" });

  // Its tool is selected too.
  await find(page, "snap joints");
  expect(await viewState(page)).toMatchObject({
    workspace: "paint",
    paint: { tool: "skeleton" },
    snapJoints: false,
  });
});

test("settings are found by the words beside their fields", async ({ page }) => {
  await withRig(page);
  for (const workspace of ["Solve", "Compare"]) {
    await page.getByRole("button", { name: `${workspace} workspace` }).click();
    for (const name of ["Start from", "Hold out"]) {
      await find(page, name);
      await expect(page.getByRole("combobox", { name, exact: true })).toBeFocused();
      await expect(page.getByRole("button", { name: `${workspace} workspace` })).toHaveAttribute(
        "aria-current",
        "page",
      );
    }
  }
});

test("keys right after Escape are not lost to what was just closed", async ({ page }) => {
  await openStudio(page);
  const field = page.getByRole("combobox", { name: "Find action" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("smo");
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("ControlOrMeta+k")]);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("F1")]);
  await expect(page.getByRole("dialog", { name: "Manual" })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test("menus close after a choice", async ({ page }) => {
  await withRig(page);
  const popup = page.getByRole("menu");
  const choose = async (trigger: string | RegExp, choice: string | RegExp) => {
    await page.getByRole("button", { name: trigger }).click();
    await popup.getByRole("menuitemradio", { name: choice }).click();
    await expect(popup).toHaveCount(0);
  };
  await choose(/^Shading: /, /^Weights/);
  expect((await viewState(page)).shading).toBe("weights");
  await choose("1×", "2×");
  await choose("Order and locks", "By name");
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await choose(/^Colours: /, /^Bone colours/);
  expect((await viewState(page)).paint.colours).toBe("bones");
  await page.getByRole("button", { name: "Deform workspace" }).click();
  await choose(/^Deformer of view 1/, /^Delta Mush/);
  await choose(/^Shading of view 1/, /^Strain/);
});

test("only workspaces that work have a tab", async ({ page }) => {
  await withRig(page);
  const tabs = page.getByRole("navigation", { name: "Workspaces" }).getByRole("button");
  await expect(tabs).toHaveText(["Solve", "Skeleton", "Paint", "Deform", "Reduce", "Compare"]);
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
  }
});
