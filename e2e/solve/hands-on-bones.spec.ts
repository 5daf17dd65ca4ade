import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  drop,
  nextFrames,
  openStudio,
  selectBones,
  setBones,
  untilOpen,
  untilSolved,
  viewState,
} from "../../tools/studio-driver/studio";

let errors: string[];

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  errors = await openStudio(page);
  await drop(page, objAndCache(bar().sequence));
  await untilOpen(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

const namesOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState() as DocumentState).rig?.bones.map(({ name }) => name));

const bonesNow = (page: Page, count: number) =>
  expect.poll(async () => (await documentOf(page)).bones, { timeout: 30_000 }).toBe(count);

const canvasOf = async (page: Page) => (await page.locator("canvas").first().boundingBox())!;

/** Moves the pointer over a grid of points until `found` is true. */
async function search(page: Page, found: () => Promise<boolean>, from = 0): Promise<[number, number]> {
  const box = await canvasOf(page);
  for (let n = from; n < 400; n++) {
    const at: [number, number] = [
      box.x + box.width * (0.15 + 0.7 * (((n * 7) % 40) / 40)),
      box.y + box.height * (0.3 + 0.4 * (Math.floor(n / 40) / 10)),
    ];
    await page.mouse.move(...at);
    await nextFrames(page);
    if (await found()) return at;
  }
  throw new Error("It was not found");
}

const overMesh = async (page: Page) => (await viewState(page)).hovered !== null;

/** Position of a bone's handle on the page. */
async function handleOf(page: Page, bone: number): Promise<[number, number]> {
  return page.evaluate((j) => {
    const at = window.sinew.viewport()?.handleAt(j);
    if (!at) throw new Error("The bone has no handle on screen");
    const place: [number, number] = [at.x, at.y];
    return place;
  }, bone);
}

test("bones are split, merged, moved and deleted by hand, and restored by undo", async ({ page }) => {
  await setBones(page, 3);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  const before = await documentOf(page);
  const names = await namesOf(page);

  // The list's menu splits a bone.
  await page.getByRole("row", { name: names?.[1] }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Split bone" }).click();
  await bonesNow(page, 4);
  expect(await namesOf(page)).toEqual([names?.[0], `${names?.[1]}.a`, names?.[2], `${names?.[1]}.b`]);
  expect((await documentOf(page)).eRms).toBeLessThan(before.eRms!);
  expect((await viewState(page)).alsoSelected).toEqual([3]);

  // Both parts are selected; a merge joins them again.
  await page.keyboard.press("Shift+M");
  await bonesNow(page, 3);
  await page.keyboard.press("ControlOrMeta+z");
  await bonesNow(page, 4);
  await page.keyboard.press("ControlOrMeta+z");
  await bonesNow(page, 3);
  expect((await documentOf(page)).eRms).toBe(before.eRms);

  // The menu renames a bone: its field has the focus once the menu has closed.
  await page.getByRole("row", { name: names?.[1] }).click({ button: "right" });
  await page.getByRole("menuitem", { name: /^Rename bone/ }).click();
  await expect(page.getByRole("textbox", { name: `Name of ${names?.[1]}` })).toBeFocused();
  await page.keyboard.type("hip");
  await page.keyboard.press("Enter");
  await expect.poll(() => namesOf(page)).toEqual([names?.[0], "hip", names?.[2]]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => namesOf(page)).toEqual(names);

  // A handle stays where it is dropped. Escape restores its old position.
  const rig = () =>
    page.evaluate(() => [...(window.sinew.document.getState() as DocumentState).rig!.bones[0].head]);
  const head = await rig();
  const [x, y] = await handleOf(page, 0);
  const [tx, ty] = await handleOf(page, 2);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(tx + 6, ty, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await rig()).toEqual(head);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(tx + 6, ty, { steps: 5 });
  await page.mouse.up();
  await expect.poll(rig).not.toEqual(head);
  expect((await documentOf(page)).bones).toBe(3);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await rig()).toEqual(head);

  await selectBones(page, 1);
  await page.keyboard.press("Delete");
  await bonesNow(page, 2);
  expect(await namesOf(page)).toEqual([names?.[0], names?.[2]]);
  await page.keyboard.press("ControlOrMeta+z");
  await bonesNow(page, 3);
});

test("a solve puts more bones where the artist paints for more", async ({ page }) => {
  const painted = () =>
    page.evaluate(() => {
      const { density } = (window.sinew.document.getState() as DocumentState).intent;
      return density ? density.filter((x) => x > 0.5).length : 0;
    });
  await setBones(page, 4);
  await page.mouse.move(0, 0);
  const [x, y] = await search(page, () => overMesh(page));
  await page.getByRole("button", { name: "Bone placement" }).click();
  await page.getByRole("button", { name: "Paint “more bones here”" }).click();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(painted).toBeGreaterThan(3);
  const first = await painted();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await painted()).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect(await painted()).toBe(first);
  await page.keyboard.press("Escape");
  expect((await viewState(page)).intentMap).toBeNull();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(4);
  // The painted map also applies to the next solve.
  expect(await painted()).toBe(first);
});
