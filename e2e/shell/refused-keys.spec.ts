import { expect, type Page, test } from "@playwright/test";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { documentOf, leaveField, openStudio, selectBones } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";

const messages = (page: Page) => page.getByRole("region", { name: "Messages" }).getByRole("status");

/** The tooltip of an item in the Rig menu. */
async function reasonInMenu(page: Page, item: string): Promise<string> {
  await page.getByRole("menuitem", { name: "Rig", exact: true }).click();
  const reason = await page.getByRole("menuitem", { name: item }).getAttribute("title");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await leaveField(page);
  return reason ?? "";
}

test("a key that cannot act says why, as the tooltip does", NO_PICTURE, async ({ page }) => {
  await withRig(page);
  await leaveField(page);
  const reason = await reasonInMenu(page, "Delete bones");
  expect(reason).toContain("No bone is selected");
  await page.keyboard.press("Delete");
  await expect(messages(page)).toHaveText([`Delete bones${reason}`]);

  // Each message replaces the one before.
  await page.keyboard.press("p");
  await expect(messages(page)).toHaveText([/^Pause solve/]);

  // Holding a key down gives one message.
  await messages(page).getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.down("Delete");
  await expect(messages(page)).toHaveText([/^Delete bones/]);
  await messages(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(messages(page)).toHaveCount(0);
  await leaveField(page);
  await page.keyboard.down("Delete");
  await page.keyboard.up("Delete");
  await expect(messages(page)).toHaveCount(0);

  // A key that can act says nothing.
  await selectBones(page, 0);
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await documentOf(page)).bones).toBe(3);
  await expect(messages(page).filter({ hasText: "No bone is selected" })).toHaveCount(0);
});

test(
  "a key of another workspace names the workspace, and one of this workspace goes first",
  NO_PICTURE,
  async ({ page }) => {
    await withRig(page);
    await leaveField(page);
    // Q selects bones in Skeleton.
    await page.keyboard.press("q");
    await expect(messages(page)).toHaveText(["Select bonesThis is for the Skeleton workspace."]);
    // L locks a bone of a solve in Solve, and a bone of a fit in Skeleton.
    await page.keyboard.press("l");
    await expect(messages(page)).toHaveText([/^Lock boneNo bone is selected/]);
    await enterWorkspace(page, "Skeleton");
    await leaveField(page);
    await page.keyboard.press("l");
    await expect(messages(page)).toHaveText([/^Lock bone motion in fits/]);
  },
);

test("Escape, typed letters and copied text stay quiet", NO_PICTURE, async ({ page }) => {
  await withRig(page);
  await leaveField(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("pause");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Find action" })).toHaveCount(0);
  await page.getByText("Largest distance", { exact: true }).dblclick();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
  await page.keyboard.press("ControlOrMeta+c");
  await expect(messages(page)).toHaveCount(0);
  // If no text is selected, the key is a shortcut again.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.keyboard.press("ControlOrMeta+c");
  await expect(messages(page)).toHaveText([/^Copy vertex weights/]);
});

test("before anything is open, keys say what to do first", NO_PICTURE, async ({ page }) => {
  await openStudio(page);
  await page.keyboard.press("ControlOrMeta+e");
  await expect(messages(page)).toHaveText(["ExportNothing is open. Open a sequence first."]);
});
