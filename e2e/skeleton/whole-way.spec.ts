import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  drop,
  leaveField,
  nextFrames,
  openStudio,
  typeInto,
  untilOpen,
} from "../../tools/studio-driver/studio";
import { restore, untilSaved } from "../projects/kept-page";
import { characterFiles, motionFile } from "./own-skeleton-files";
import { jointOnPage, parentTo, pull, select, skeletonOf } from "./skeleton-page";

/** Everything that the edits of this test change, by bone if it belongs to one. */
const stateOf = async (page: Page) => {
  const hasRig = await page.evaluate(() => (window.sinew.document.getState() as DocumentState).rig !== null);
  const others = await page.evaluate(() => {
    const { pose, ownSkeleton, fitRecord } = window.sinew.document.getState() as DocumentState;
    return {
      pose: pose ? [...pose.rotations] : null,
      file: ownSkeleton?.file ?? null,
      fitted: fitRecord?.report?.rmsePercent ?? null,
    };
  });
  return { skeleton: hasRig ? await skeletonOf(page) : null, ...others };
};
type State = Awaited<ReturnType<typeof stateOf>>;

test("from a simulation to a character, onto another skeleton, all the way back, and into files", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1280, height: 820 });
  const errors = await openStudio(page);
  await drop(page, characterFiles());
  await untilOpen(page);
  await page.getByRole("button", { name: "Skeleton workspace" }).click();
  const seen: State[] = [await stateOf(page)];
  expect(seen[0].skeleton).toBeNull();
  /** Waits until a step has taken effect, and records the state after it. */
  const next = async (happened: (now: State) => boolean) => {
    await expect.poll(async () => happened(await stateOf(page)), { timeout: 90_000 }).toBe(true);
    const now = await stateOf(page);
    seen.push(now);
    return now.skeleton!;
  };

  await typeInto(page, "Bones", "6");
  await page.getByRole("button", { name: "Extract", exact: true }).click();
  await expect(page.getByRole("button", { name: "Extract again" })).toBeEnabled({ timeout: 120_000 });
  const found = await next(({ skeleton }) => skeleton?.names.length === 6 && skeleton.strict > 0);
  const root = found.names.find((name) => found.parents[name] === null)!;
  const children = (name: string) => found.names.filter((each) => found.parents[each] === name);
  const leaf = found.names.find((name) => children(name).length === 0 && found.parents[name] !== root)!;

  await parentTo(page, leaf, root);
  await next(({ skeleton }) => skeleton!.parents[leaf] === root);
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: `Parent ${leaf} to ${root}` })
      .last(),
  ).toBeVisible();

  await leaveField(page);
  await page.keyboard.press("j");
  await pull(page, leaf, 18, -14);
  await expect.poll(async () => (await skeletonOf(page)).live).toBe(true);
  await page.mouse.up();
  const moved = await next(
    ({ skeleton }) => !skeleton!.live && skeleton!.heads[leaf].join() !== found.heads[leaf].join(),
  );

  // A bone with one child ends where that child begins. A drag of that end turns the bones above.
  const onlyChild = (name: string) => {
    const below = moved.names.filter((each) => moved.parents[each] === name);
    return below.length === 1 && moved.parents[name] !== null ? below[0] : null;
  };
  const arm = moved.names.find((name) => onlyChild(name))!;
  await select(page, arm);
  await leaveField(page);
  await page.keyboard.press("i");
  await pull(page, onlyChild(arm)!, 22, -26);
  await page.mouse.up();
  await next(({ pose }) => pose !== null);
  expect(seen[seen.length - 1].pose!.some((x, n) => n % 4 < 3 && Math.abs(x) > 0.01)).toBe(true);
  // The pose does not change the motion.
  expect(seen[seen.length - 1].skeleton!.motion).toBe(moved.motion);

  await drop(page, [await motionFile()]);
  const card = page.getByRole("region", { name: "Alignment" });
  await card.getByRole("button", { name: "Apply" }).click({ timeout: 60_000 });
  await next(({ file }) => file === "mine.bvh");
  await page.getByRole("button", { name: "Fit", exact: true }).click();
  const fitted = await next(({ fitted }) => fitted !== null);
  expect(seen[seen.length - 1].fitted!).toBeLessThan(0.1);

  // One step each: the extraction, the parent, the joint, the pose, the skeleton, and the fit.
  expect(seen).toHaveLength(7);
  await leaveField(page);
  for (const state of seen.slice(0, -1).reverse()) {
    await page.keyboard.press("ControlOrMeta+z");
    expect(await stateOf(page)).toEqual(state);
  }
  for (const state of seen.slice(1)) {
    await page.keyboard.press("ControlOrMeta+Shift+z");
    expect(await stateOf(page)).toEqual(state);
  }
  await nextFrames(page);
  for (const name of fitted.names) expect(await jointOnPage(page, name)).not.toBeNull();

  await page.getByRole("button", { name: "Export…" }).click();
  const write = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(write).toBeEnabled({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), write.click()]);
  const glb = await readFile(await download.path());
  const { nodes } = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString()) as {
    nodes: { name: string; children?: number[] }[];
  };
  for (const [name, parent] of Object.entries(fitted.parents)) {
    const at = nodes.findIndex((node) => node.name === name);
    expect(at).toBeGreaterThanOrEqual(0);
    if (parent !== null) expect(nodes.find((node) => node.name === parent)?.children).toContain(at);
  }
  await page.keyboard.press("Escape");

  await untilSaved(page);
  await openStudio(page);
  await restore(page, "character");
  expect(await stateOf(page)).toEqual(seen[seen.length - 1]);
  expect(errors).toEqual([]);
});
