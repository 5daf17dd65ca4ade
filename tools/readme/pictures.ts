// The pictures of the README, of the samples' cards and of the guide, photographed in the built studio:
// npm run pictures, or npm run pictures -- skeleton for the pictures of one page.

import { mkdirSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { samplePictures } from "../../workers/model/files/sample-entry";
import { findBrowser, WEBGL2_FLAGS, WEBGPU_FLAGS } from "../studio-driver/browser/browser";
import { browseStudio } from "../studio-driver/browser/served-studio";
import { fitPictures } from "./fit-picture";
import { skeletonPictures } from "./skeleton-pictures";

/**
 * Each sample's best-looking frame, from 0; the keys that turn the view from the front; and the middle of its card as
 * shares of the viewport.
 */
const BEST: Record<string, { frame: number; keys: string[]; middle: [number, number] }> = {
  hound: {
    frame: 30,
    keys: [...Array(4).fill("Control+ArrowLeft"), "Shift+F", ...Array(3).fill("Alt+ArrowDown")],
    middle: [0.49, 0.51],
  },
  flag: { frame: 140, keys: [...Array(9).fill("Control+ArrowRight"), "Shift+F"], middle: [0.505, 0.376] },
  tentacle: { frame: 26, keys: [...Array(2).fill("Control+ArrowRight"), "Shift+F"], middle: [0.53, 0.68] },
};
/** A busy machine takes a while to open a sample. */
const PATIENCE = 120_000;
/** Width of a card as a share of the viewport's. */
const CARD_WIDTH = 0.58;

async function openSample(page: Page, name: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await page.waitForFunction(() => window.sinew.document.getState().rig !== null, null, {
    timeout: PATIENCE,
  });
  await page.waitForFunction(() => window.sinew.view.getState().backend !== null, null, {
    timeout: PATIENCE,
  });
}

/** Waits until the software renderer has drawn. */
const settle = (page: Page) => page.waitForTimeout(4000);

mkdirSync("docs/images", { recursive: true });
const { address, browser, close } = await browseStudio(WEBGPU_FLAGS);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

async function studioPicture(): Promise<void> {
  await openSample(page, "Hound");
  await page.evaluate((frame) => {
    window.sinew.view.setState({ frame, shading: "error", layout: "rig", selectedBone: 0 });
  }, BEST["hound"].frame);
  await settle(page);
  await page.screenshot({ path: "docs/images/studio.png" });
}

async function sampleCards(): Promise<void> {
  // A card is 320 x 192; it is drawn at about twice that.
  const cards = await browser.newPage({ viewport: { width: 1210, height: 620 }, deviceScaleFactor: 1.5 });
  for (const [id, { frame, keys, middle }] of Object.entries(BEST)) {
    await openSample(cards, id[0].toUpperCase() + id.slice(1));
    for (const key of keys) await cards.keyboard.press(key);
    for (const theme of ["dark", "light"] as const) {
      await cards.evaluate(
        (view) => window.sinew.view.setState({ ...view, shading: "clay", layout: "rig", selectedBone: null }),
        { theme, frame },
      );
      await settle(cards);
      const box = await cards.locator("canvas").first().boundingBox();
      if (!box) throw new Error("The viewport is not there");
      const [width, height] = [CARD_WIDTH * box.width, CARD_WIDTH * box.width * 0.6];
      const x = box.x + middle[0] * box.width - width / 2;
      const y = box.y + Math.min(middle[1] * box.height - height / 2, box.height - height);
      await cards.screenshot({
        path: `public/samples/${samplePictures(id)[theme]}`,
        clip: { x, y, width, height },
      });
    }
  }
}

const SETS: Record<string, () => Promise<void>> = {
  studio: studioPicture,
  cards: sampleCards,
  skeleton: async () => {
    // Bones are drawn the same by both backends, and a machine without a graphics processor draws this one faster.
    const plain = await chromium.launch({ executablePath: await findBrowser(), args: WEBGL2_FLAGS });
    const quick = await plain.newPage({ viewport: { width: 1440, height: 900 } });
    await openSample(quick, "Hound");
    await skeletonPictures(quick, () => settle(quick));
    await openSample(quick, "Hound");
    await fitPictures(quick, settle);
    await plain.close();
  },
};

const asked = process.argv.slice(2);
for (const [name, make] of Object.entries(SETS)) if (asked.length === 0 || asked.includes(name)) await make();
await close();
process.exit(0);
