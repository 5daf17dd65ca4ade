import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { typeInto, viewState } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { cardOf, restore, untilSaved } from "../projects/kept-page";
import { parentTo, pull, type SkeletonState, select, skeletonOf } from "./skeleton-page";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1240, height: 860 });
  await withRig(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  await page.getByRole("radio", { name: /^Connect/ }).click();
  await page.getByRole("button", { name: "Connect bones" }).click();
  await expect(page.getByRole("button", { name: /^Report/ })).toBeVisible();
});

const bonesOf = async (page: Page) => (await skeletonOf(page)).names.length;

/** The message about the newest edit, with its cost. */
const cost = (page: Page, label: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: label }).last()).toContainText(
    /Error [\d.]+\s% → [\d.]+\s% of the diagonal/,
  );

/** Expects that bones keep their colours, and that no two bones share one. */
function sameColours(before: SkeletonState, after: SkeletonState): void {
  for (const [name, colour] of Object.entries(after.colours)) {
    if (name in before.colours) expect(colour).toBe(before.colours[name]);
  }
  expect(new Set(Object.values(after.colours)).size).toBe(after.names.length);
}

test("every edit is solved again, undone and redone", async ({ page }) => {
  test.setTimeout(240_000);
  const seen: SkeletonState[] = [await skeletonOf(page)];
  const first = seen[0];
  const next = async (changed: (state: SkeletonState) => boolean) => {
    await expect.poll(async () => changed(await skeletonOf(page))).toBe(true);
    const now = await skeletonOf(page);
    sameColours(seen[seen.length - 1], now);
    // The panels show the figures of this rig.
    expect(now.eRms).toBeCloseTo(now.strict, 3);
    seen.push(now);
    return now;
  };
  const root = first.names.find((name) => first.parents[name] === null)!;
  const leaf = first.names.find((name) => first.parents[name] !== null && first.parents[name] !== root)!;

  await parentTo(page, leaf, root);
  const parented = await next(({ parents }) => parents[leaf] === root);
  await cost(page, `Parent ${leaf} to ${root}`);
  expect(parented.weights).toBe(first.weights);
  expect(parented.strict).toBeGreaterThan(first.strict);

  // Move a joint. Escape restores everything.
  await page.keyboard.press("j");
  await pull(page, leaf, 24, -18);
  await expect.poll(async () => (await skeletonOf(page)).live).toBe(true);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await skeletonOf(page)).toEqual(parented);
  await pull(page, leaf, 24, -18);
  await expect.poll(async () => (await skeletonOf(page)).live).toBe(true);
  await page.mouse.up();
  const moved = await next(({ heads }) => heads[leaf].join() !== parented.heads[leaf].join());
  expect(moved.live).toBe(false);
  await cost(page, `Move the joint of ${leaf}`);

  await select(page, leaf);
  await typeInto(page, "Joint x", "1");
  await next(({ heads }) => heads[leaf].join() !== moved.heads[leaf].join());

  // Insert a joint in the middle, split a bone, and merge its parts again.
  await page.getByRole("button", { name: "Insert joint" }).click();
  const inserted = await next(({ names }) => names.length === 5);
  expect(inserted.parents[leaf]).toBe(`${leaf}_2`);
  await select(page, root);
  await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Split bone" }).click();
  const split = await next(({ names }) => names.length === 6);
  await cost(page, `Split ${root}`);
  // The bone keeps its name, and its part has a new one.
  const parts = split.names.filter((name) => !inserted.names.includes(name));
  expect(parts).toEqual([`${root}_2`]);
  await select(page, root, ...parts);
  await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Merge bones" }).click();
  await next(({ names }) => names.length === 5);

  await select(page, `${leaf}_2`);
  await page.keyboard.press("Delete");
  await next(({ names }) => names.length === 4 && !names.includes(`${leaf}_2`));

  await page.keyboard.press("e");
  await pull(page, leaf, 0, -40);
  await page.mouse.up();
  const grown = await next(({ names }) => names.length === 5);
  await cost(page, /^Extrude a bone/);
  const fresh = grown.names.find((name) => !seen[seen.length - 2].names.includes(name))!;
  expect(grown.names[(await viewState(page)).selectedBone!]).toBe(fresh);

  await select(page, fresh);
  await page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Make root" }).click();
  const last = await next(({ parents }) => parents[fresh] === null);
  // A new root changes neither motion nor error.
  expect(last.strict).toBeCloseTo(grown.strict, 6);

  // Each edit is one step: undo all to the extraction, then redo.
  for (const state of seen.slice(0, -1).reverse()) {
    await page.keyboard.press("ControlOrMeta+z");
    expect(await skeletonOf(page)).toEqual(state);
  }
  for (const state of seen.slice(1)) {
    await page.keyboard.press("ControlOrMeta+Shift+z");
    expect(await skeletonOf(page)).toEqual(state);
  }
});

test("edits during another one's solve are done after it, a step each", NO_PICTURE, async ({ page }) => {
  const first = await skeletonOf(page);
  const root = first.names.find((name) => first.parents[name] === null)!;
  const leaf = first.names.find((name) => first.parents[name] !== null && first.parents[name] !== root)!;
  await select(page, leaf);
  // Make the second edit while the first is being solved, or right after it. Hold the row first, because the new bone
  // of the first edit moves the rows. The root's row is the first and stays.
  await parentTo(page, leaf, root, () => page.keyboard.press("Shift+J"));
  await expect.poll(() => bonesOf(page)).toBe(first.names.length + 1);
  await expect.poll(async () => (await skeletonOf(page)).parents[leaf]).toBe(root);
  // The soft joints of an edited skeleton are not known.
  await expect(page.getByText("not measured")).toBeVisible();
  for (let n = 0; n < 2; n++) await page.keyboard.press("ControlOrMeta+z");
  expect(await skeletonOf(page)).toEqual(first);
  await expect(page.getByText("not measured")).toHaveCount(0);
});

test("an edited skeleton is exported, and still there after a reload", NO_PICTURE, async ({ page }) => {
  test.setTimeout(240_000);
  const first = await skeletonOf(page);
  const root = first.names.find((name) => first.parents[name] === null)!;
  const leaf = first.names.find((name) => first.parents[name] !== null && first.parents[name] !== root)!;
  await parentTo(page, leaf, root);
  await expect.poll(async () => (await skeletonOf(page)).parents[leaf]).toBe(root);
  await select(page, leaf);
  await page.getByRole("button", { name: "Insert joint" }).click();
  await expect.poll(() => bonesOf(page)).toBe(5);
  const last = await skeletonOf(page);

  await page.getByRole("button", { name: "Export…" }).click();
  const button = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const glb = await readFile(await download.path());
  const { nodes } = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString()) as {
    nodes: { name: string; children?: number[] }[];
  };
  for (const [name, parent] of Object.entries(last.parents)) {
    const at = nodes.findIndex((node) => node.name === name);
    expect(at).toBeGreaterThanOrEqual(0);
    if (parent !== null) expect(nodes.find((node) => node.name === parent)?.children).toContain(at);
  }
  await page.keyboard.press("Escape");

  await untilSaved(page);
  await page.reload();
  await cardOf(page, "bar").waitFor();
  await restore(page, "bar");
  const { names, parents, colours, heads } = last;
  expect(await skeletonOf(page)).toMatchObject({ names, parents, colours, heads });
});

test("a long edit is cancelled, and nothing has changed", NO_PICTURE, async ({ page }) => {
  const before = await skeletonOf(page);
  const [bone] = before.names.filter((name) => before.parents[name] !== null);
  await select(page, bone);
  await page.keyboard.press("Shift+S");
  // On a fast machine the edit ends before the card appears, and is then one step.
  const card = page.getByRole("status", { name: `Splitting ${bone}` });
  const cancel = card.getByRole("button", { name: /^Cancel/ });
  await Promise.race([
    cancel.click().catch(() => {}),
    expect.poll(() => bonesOf(page)).toBe(before.names.length + 1),
  ]);
  await expect(card).toHaveCount(0);
  const after = await skeletonOf(page);
  if (after.names.length > before.names.length) await page.keyboard.press("ControlOrMeta+z");
  expect(await skeletonOf(page)).toEqual(before);
});

test("the dragged row shows its link, Alt keeps the joint, and bones show names and axes", async ({
  page,
}) => {
  const before = await skeletonOf(page);
  const root = before.names.find((name) => before.parents[name] === null)!;
  const leaf = before.names.find((name) => before.parents[name] !== null && before.parents[name] !== root)!;
  await page.keyboard.down("Alt");
  const cell = (of: string) => page.getByRole("gridcell", { name: of, exact: true });
  const [from, to] = [(await cell(leaf).boundingBox())!, (await cell(root).boundingBox())!];
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + to.height / 2, { steps: 4 });
  await expect(page.getByText(`onto ${root}, joint kept`, { exact: true })).toBeVisible();
  await expect(page.getByText(/keep the joint/)).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await expect.poll(async () => (await skeletonOf(page)).parents[leaf]).toBe(root);
  expect((await skeletonOf(page)).heads[leaf]).toEqual(before.heads[leaf]);

  // Names need room beside each other, so the camera gets closer.
  const view = (await page.locator("canvas").first().boundingBox())!;
  await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
  for (let n = 0; n < 2; n++) await page.mouse.wheel(0, -240);
  await page.keyboard.press("n");
  for (const name of before.names) {
    await expect(page.locator("[data-ui=bone-name]").filter({ hasText: name }).first()).toBeAttached();
  }
  await page.keyboard.press("n");
  await expect(page.locator("[data-ui=bone-name]:visible")).toHaveCount(0);
  await page.keyboard.press("Alt+z");
  expect((await viewState(page)).xrayBones).toBe(false);
});
