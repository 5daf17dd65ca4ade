import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { viewState } from "../../tools/studio-driver/studio";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1120, height: 720 });
  await withRig(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
});

/** The name of each bone's parent, by the bone's name. */
const parentsOf = (page: Page) =>
  page.evaluate(() => {
    const { bones } = (window.sinew.document.getState() as DocumentState).rig!;
    return Object.fromEntries(bones.map(({ name, parent }) => [name, bones[parent]?.name ?? null]));
  });

const namesOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState() as DocumentState).rig!.bones.map(({ name }) => name));

/** The colour of each bone's swatch in the list, by its name. */
const coloursOf = (page: Page) =>
  page
    .getByRole("row")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector("[title]")!.textContent,
          (row.querySelector('i[style*="bone-"]') as HTMLElement).getAttribute("style"),
        ]),
      ),
    );

const row = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });

/** Presses a row and moves it over another one, without a release. */
async function lift(page: Page, name: string, onto: string): Promise<void> {
  const [from, to] = [(await row(page, name).boundingBox())!, (await row(page, onto).boundingBox())!];
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + to.height / 2 - 2, { steps: 4 });
  await page.mouse.move(to.x + 30, to.y + to.height / 2);
}

/** Drops a bone on its new parent, and waits until the skeleton is solved again. */
async function drop(page: Page, name: string, onto: string): Promise<void> {
  await lift(page, name, onto);
  await page.mouse.up();
  await expect.poll(async () => (await parentsOf(page))[name]).toBe(onto);
}

test("bones get parents by dragging, and everything is undone", async ({ page }) => {
  const [a, b, c, d] = await namesOf(page);
  const [free, colours] = [await parentsOf(page), await coloursOf(page)];
  await lift(page, b, a);
  await expect(page.getByRole("status").filter({ hasText: `onto ${a}` })).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => (await parentsOf(page))[b]).toBe(a);
  await drop(page, c, b);
  await drop(page, d, c);
  expect(await parentsOf(page)).toEqual({ [a]: null, [b]: a, [c]: b, [d]: c });
  await expect(page.getByRole("treegrid", { name: "Bones" })).toBeVisible();
  await expect(page.getByRole("row").nth(3)).toHaveAttribute("aria-level", "4");

  // A bone cannot go below itself, and the label says why; Escape cancels.
  await lift(page, b, d);
  await expect(page.getByText(`cannot go below itself: ${d} is below ${b}`)).toBeVisible();
  await page.mouse.up();
  expect((await parentsOf(page))[b]).toBe(a);
  await lift(page, d, a);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await parentsOf(page))[d]).toBe(c);

  // Shift leaves the branch with the old parent.
  await lift(page, c, d);
  await page.keyboard.down("Shift");
  await expect(page.getByText(`onto ${d}, without its branch`, { exact: true })).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect.poll(() => parentsOf(page)).toEqual({ [a]: null, [b]: a, [d]: b, [c]: d });
  expect(await coloursOf(page)).toEqual(colours);

  // The space below the list makes a root.
  const box = (await page.getByRole("treegrid", { name: "Bones" }).boundingBox())!;
  const from = (await row(page, d).boundingBox())!;
  await page.mouse.move(from.x + 12, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 30, { steps: 3 });
  await page.mouse.move(from.x + 20, box.y + box.height - 40, { steps: 3 });
  await expect(page.getByText("as a root", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => (await parentsOf(page))[d]).toBeNull();

  for (let n = 0; n < 5; n++) await page.keyboard.press("ControlOrMeta+z");
  expect(await parentsOf(page)).toEqual(free);
  expect(await coloursOf(page)).toEqual(colours);
});

test.describe("with fingers", () => {
  test.use({ hasTouch: true });

  test("a bone is lifted by resting on it, and a swipe only scrolls", async ({ page }) => {
    const [a, b] = await namesOf(page);
    const free = await parentsOf(page);
    const [from, to] = [(await row(page, b).boundingBox())!, (await row(page, a).boundingBox())!];
    const touch = await page.context().newCDPSession(page);
    const finger = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x + 30, y }],
      });
    const [start, end] = [from, to].map(({ y, height }) => y + height / 2);

    await finger("touchStart", start);
    for (const part of [0.3, 0.6, 1]) await finger("touchMove", start + part * (end - start));
    await finger("touchEnd");
    expect(await parentsOf(page)).toEqual(free);

    await finger("touchStart", start);
    await expect(page.getByRole("status").filter({ hasText: b })).toBeVisible();
    for (const part of [0.3, 0.6, 1]) await finger("touchMove", start + part * (end - start));
    await expect(page.getByRole("status").filter({ hasText: `onto ${a}` })).toBeVisible();
    await finger("touchEnd");
    await expect.poll(async () => (await parentsOf(page))[b]).toBe(a);
    await page.keyboard.press("ControlOrMeta+z");
    expect(await parentsOf(page)).toEqual(free);
  });
});

test("the tree is folded, walked and rooted by keyboard", async ({ page }) => {
  const [a, b, c] = await namesOf(page);
  await drop(page, b, a);
  await drop(page, c, b);
  await row(page, a).click();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, b)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(row(page, b)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  expect((await viewState(page)).selectedBone).toBe(await namesOf(page).then((all) => all.indexOf(b)));
  // Shift folds the branch below as well.
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect((await viewState(page)).selectedBone).toBe(await namesOf(page).then((all) => all.indexOf(a)));

  // A button makes the root, and a field sets the parent.
  await page.keyboard.press("Shift+ArrowRight");
  await row(page, c).click();
  const tools = page.getByRole("toolbar", { name: "Tools" });
  await tools.getByRole("button", { name: "Make root" }).click();
  await expect.poll(() => parentsOf(page)).toMatchObject({ [c]: null, [b]: c, [a]: b });
  await row(page, a).click();
  await page.getByRole("combobox", { name: "Parent" }).click();
  await page.getByRole("option", { name: c }).click();
  await expect.poll(async () => (await parentsOf(page))[a]).toBe(c);

  // F2 renames in place, and the tree goes on taking keys.
  await row(page, a).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("hip");
  await page.keyboard.press("Enter");
  await expect.poll(() => namesOf(page)).toContain("hip");
  await expect(page.getByRole("treegrid", { name: "Bones" })).toBeFocused();
  await page.keyboard.press("F2");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("treegrid", { name: "Bones" })).toBeFocused();
});

test("names are changed by a pattern after a preview", async ({ page }) => {
  const before = await namesOf(page);
  await page.getByRole("button", { name: "Rename by pattern" }).click();
  await page.getByRole("radio", { name: "Wildcard" }).click();
  await page.getByRole("textbox", { name: "Find" }).fill("*_#");
  await page.getByRole("textbox", { name: "Replace with" }).fill("limb_###");
  await expect(page.getByText("limb_", { exact: false }).first()).toBeVisible();
  await page.getByRole("textbox", { name: "Replace with" }).fill("limb");
  await expect(page.getByText(/Two bones would be called limb/)).toBeVisible();
  await page.getByRole("textbox", { name: "Replace with" }).fill("*-##");
  await page.getByRole("button", { name: `Rename ${before.length} bones` }).click();
  expect(await namesOf(page)).toEqual(before.map((name) => name.replace("_", "-")));
  await page.keyboard.press("ControlOrMeta+z");
  expect(await namesOf(page)).toEqual(before);
});

test("a long name is whole under the pointer, and keeps its end otherwise", async ({ page }) => {
  const [bone] = await namesOf(page);
  const long = "b_RightUpperArm_with_its_long_name_06";
  await row(page, bone).dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(long);
  await page.keyboard.press("Enter");
  const cell = row(page, long);
  const parts = cell.locator("span");
  const cut = () => parts.first().evaluate((front) => front.scrollWidth > front.clientWidth);
  await page.mouse.move(600, 300);
  expect(await cut()).toBe(true);
  await expect(parts.last()).toHaveText(long.slice(-5));
  const [end, room] = [(await parts.last().boundingBox())!, (await cell.boundingBox())!];
  expect(end.x + end.width).toBeLessThanOrEqual(room.x + room.width + 1);
  await cell.hover();
  expect(await cut()).toBe(false);
  // It does not leave the list.
  const whole = (await parts.last().boundingBox())!;
  const list = (await page
    .getByRole("treegrid", { name: "Bones" })
    .or(page.getByRole("grid", { name: "Bones" }))
    .boundingBox())!;
  expect(whole.x).toBeGreaterThan(end.x);
  expect(list.x + list.width).toBeGreaterThan(whole.x);
});

test("bones that move nothing are removed by one action", async ({ page }) => {
  const before = await namesOf(page);
  await page.evaluate(() => {
    const { document } = window.sinew;
    const { rig } = document.getState() as DocumentState;
    const { bones, offsets, values } = rig!.weights;
    // The last bone's weights go to the first bone of the same vertex.
    const last = rig!.bones.length - 1;
    const given = values.slice();
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        if (bones[e] !== last || offsets[i + 1] - offsets[i] < 2) continue;
        given[offsets[i]] += given[e];
        given[e] = 0;
      }
    }
    const moved = bones.map((j, e) => (j === last && given[e] > 0 ? 0 : j));
    document.setState({ rig: { ...rig!, weights: { ...rig!.weights, bones: moved, values: given } } });
  });
  await expect(page.getByTestId("outliner").getByText("none", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove idle bones" }).click();
  await expect.poll(() => namesOf(page)).toEqual(before.slice(0, -1));
  await expect(page.getByRole("button", { name: "Remove idle bones" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await namesOf(page)).toEqual(before);
});
