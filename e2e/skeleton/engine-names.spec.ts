import { expect, type Page, test } from "@playwright/test";
import { openBody, posesOf, undo } from "./hound";

const bonesOf = async (page: Page) => (await posesOf(page)).bones;
const names = (page: Page) => page.getByRole("combobox", { name: "Name as" });
const give = (page: Page) => page.getByRole("button", { name: /^Rename \d+ bones$/ }).click();

test("a person gets the names of Unity and of Unreal's mannequin, one of them edited, a step each", async ({
  page,
}) => {
  const errors = await openBody(page, "person");
  const before = await bonesOf(page);
  const at = (name: string) => before.indexOf(name);
  await names(page).click();
  await page.getByRole("option", { name: /Unity Humanoid/ }).click();
  await page.getByRole("textbox", { name: "New name of toe_L" }).fill("LeftBoot");
  await give(page);
  const unity = await bonesOf(page);
  expect(["pelvis", "upperarm_L", "shin_R", "pinky_02_R", "toe_L"].map((name) => unity[at(name)])).toEqual([
    ...["Hips", "LeftUpperArm", "RightLowerLeg", "RightLittleIntermediate", "LeftBoot"],
  ]);

  await names(page).click();
  await page.getByRole("option", { name: /Unreal mannequin/ }).click();
  await give(page);
  const unreal = await bonesOf(page);
  expect(["pelvis", "chest", "forearm_L", "shin_R", "toe_R"].map((name) => unreal[at(name)])).toEqual([
    ...["pelvis", "spine_02", "lowerarm_l", "calf_r", "ball_r"],
  ]);
  // The artist's own name stays.
  expect(unreal[at("toe_L")]).toBe("LeftBoot");
  await undo(page);
  expect(await bonesOf(page)).toEqual(unity);
  await undo(page);
  expect(await bonesOf(page)).toEqual(before);
  expect(errors).toEqual([]);
});

test("a spider is offered no humanoid names, with the reason", async ({ page }) => {
  await openBody(page, "spider");
  await names(page).click();
  const vrm = page.getByRole("option", { name: /VRM 1\.0/ });
  await expect(vrm).toContainText("no humanoid");
  await expect(vrm).toBeDisabled();
  await expect(vrm).toHaveAttribute("title", /more than two pairs of legs.*humanoids have two legs/);
});
