import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { drop, leaveField, openStudio, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { lobedProject } from "./lobed-project";

/** The weights of all entries, and the selected vertices. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, vertexSelection } = window.sinew.document.getState() as DocumentState;
    return { values: [...rig!.weights.values], selected: [...vertexSelection.vertices] };
  });

const selectByBone = async (page: Page, bone: number) => {
  await selectBones(page, bone);
  await page.getByRole("button", { name: "By bone, above" }).click();
  await leaveField(page);
};

test(
  "selected weights are copied and pasted by keys, and the studio says so",
  NO_PICTURE,
  async ({ page }) => {
    const errors = await openStudio(page);
    await drop(page, [lobedProject("body", 6, 0)]);
    await untilOpen(page);
    await enterWorkspace(page, "Paint");
    await expect(page.getByRole("button", { name: "Paste weights" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );

    await selectByBone(page, 1);
    const { selected } = await stateOf(page);
    expect(selected.length).toBeGreaterThan(0);
    await page.keyboard.press("ControlOrMeta+c");
    const copied = `Weights of ${selected.length} ${selected.length === 1 ? "vertex" : "vertices"} copied`;
    await expect(page.getByText(copied)).toBeVisible();

    await selectByBone(page, 2);
    const before = (await stateOf(page)).values;
    await page.keyboard.press("ControlOrMeta+v");
    await expect.poll(async () => (await stateOf(page)).values).not.toEqual(before);
    await page.keyboard.press("ControlOrMeta+z");
    expect((await stateOf(page)).values).toEqual(before);
    expect(errors).toEqual([]);
  },
);

test("a transfer without partners is refused, and says what to do", NO_PICTURE, async ({ page }) => {
  await openStudio(page);
  await drop(page, [lobedProject("body", 6, 0)]);
  await untilOpen(page);
  await enterWorkspace(page, "Paint");
  await drop(page, [lobedProject("other", 6, 0)]);
  const dialog = page.getByRole("dialog", { name: "Transfer weights" });
  const partners = dialog.getByRole("combobox", { name: /^Partner of/ });
  await expect(dialog.getByText("All bones have partners")).toBeVisible();
  for (let n = 0; n < (await partners.count()); n++) {
    await partners.nth(n).click();
    await page.getByRole("option", { name: "Leave out" }).click();
    await expect(page.getByRole("option")).toHaveCount(0);
  }
  const transfer = dialog.getByRole("button", { name: "Transfer", exact: true });
  await expect(transfer).toHaveAttribute("aria-disabled", "true");
  await expect(transfer).toHaveAttribute("title", /^No bone of the file has a partner\./);
  await transfer.click({ force: true });
  await expect(dialog).toBeVisible();
});
