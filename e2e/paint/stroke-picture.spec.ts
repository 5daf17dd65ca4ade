import { expect, type Page, test } from "@playwright/test";
import { ARM, at, keepWeights, openBody, paint, settled } from "../../tools/studio-driver/binding-page";
import { nextFrames, OFTEN } from "../../tools/studio-driver/studio";

/** The picture of the canvas now, as a PNG. */
async function picture(page: Page): Promise<Buffer> {
  await nextFrames(page);
  const bytes = await page.evaluate(async () => {
    const png = await window.sinew.viewport()!.screenshot();
    return [...new Uint8Array(await png.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** The picture after all dabs of the stroke are shown, which may take some frames. */
async function settledPicture(page: Page): Promise<Buffer> {
  let last = await picture(page);
  await expect
    .poll(async () => {
      const before = last;
      last = await picture(page);
      return last.equals(before);
    }, OFTEN)
    .toBe(true);
  return last;
}

/** Selects bones in turn, without the pointer, which holds a brush. The weights of each are added up anew. */
async function select(page: Page, bones: readonly number[]): Promise<void> {
  for (const selectedBone of bones) {
    await page.evaluate((j) => window.sinew.view.setState({ selectedBone: j }), selectedBone);
    await nextFrames(page);
  }
}

test("during a stroke, the picture is the same as one that is made anew", async ({ page }) => {
  await openBody(page);
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await settled(page);
  await keepWeights(page);
  await paint(page, { tool: "weight", operation: "replace", radius: 30, value: 1, strength: 1 }, ARM);
  const [from, to] = [await at(page, [0.9, 1.5, 0.25]), await at(page, [2.6, 1.5, 0.25])];
  await page.mouse.move(...from);
  await page.mouse.down();
  const before = await settledPicture(page);
  for (let n = 1; n <= 4; n++) {
    const [x, y] = from.map((start, c) => start + ((to[c] - start) * n) / 4);
    await page.mouse.move(x, y);
    await nextFrames(page);
  }
  const painted = await settledPicture(page);
  expect(painted.equals(before)).toBe(false);
  await select(page, [ARM + 1]);
  expect((await settledPicture(page)).equals(painted)).toBe(false);
  await select(page, [ARM]);
  expect((await settledPicture(page)).equals(painted)).toBe(true);
  await page.mouse.up();
});
