import type { Page } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { nextFrames, selectBones } from "../../tools/studio-driver/studio";

/** The skeleton in numbers, with the data of bones by their names. */
export const skeletonOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, liveRig, report, skeletonReport } = window.sinew.document.getState() as DocumentState;
    const { bones, motion, weights } = rig!;
    const byName = <T>(of: (j: number) => T) => Object.fromEntries(bones.map(({ name }, j) => [name, of(j)]));
    return {
      names: bones.map(({ name }) => name),
      parents: byName((j) => bones[bones[j].parent]?.name ?? null),
      colours: byName((j) => bones[j].colour ?? j),
      heads: byName((j) => bones[j].head.map((x) => Number(x.toFixed(4)))),
      motion: motion.reduce((sum, x, n) => sum + x * ((n % 89) + 1), 0),
      weights: weights.values.reduce((sum, x, n) => sum + x * ((n % 97) + 1), 0),
      eRms: report!.eRms,
      strict: skeletonReport?.eRmsStrict ?? Number.NaN,
      live: liveRig !== null,
    };
  });
export type SkeletonState = Awaited<ReturnType<typeof skeletonOf>>;

/** Selects bones by their names. */
export const select = async (page: Page, ...names: string[]) => {
  const all = (await skeletonOf(page)).names;
  await selectBones(page, ...names.map((name) => all.indexOf(name)));
};

/** The place of a joint on the page. */
export const jointOnPage = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const { bones } = (window.sinew.document.getState() as DocumentState).rig!;
    return window.sinew.viewport()!.handleAt(bones.findIndex((bone) => bone.name === wanted))!;
  }, name);

/** Presses on a joint and drags it, without a release. */
export async function pull(page: Page, name: string, dx: number, dy: number): Promise<void> {
  await nextFrames(page);
  const { x, y } = await jointOnPage(page, name);
  await page.mouse.move(x, y);
  await nextFrames(page);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
}

/** Drags the row of a bone onto its new parent. `meanwhile` happens while the row is held. */
export async function parentTo(
  page: Page,
  name: string,
  onto: string,
  meanwhile = async () => {},
): Promise<void> {
  const cell = (of: string) => page.getByRole("gridcell", { name: of, exact: true });
  const [from, to] = [(await cell(name).boundingBox())!, (await cell(onto).boundingBox())!];
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await meanwhile();
  await page.mouse.move(to.x + 30, to.y + to.height / 2 - 2, { steps: 4 });
  await page.mouse.move(to.x + 30, to.y + to.height / 2);
  await page.mouse.up();
}
