import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { PNG } from "pngjs";
import { difference, MOST, read } from "./difference";
import { picture } from "./frame";
import { picturePath } from "./paths";

const MODE = process.env["SINEW_GOLDEN"];
/** `SINEW_GOLDEN=record` writes the pictures instead of comparing with them. */
export const RECORDS = MODE === "record";
/** The pictures were drawn on Linux. Other systems compare them only on request. */
export const COMPARES = RECORDS || MODE === "1" || process.platform === "linux";
export const WHY_NOT = "The golden pictures come from Linux: SINEW_GOLDEN=1 compares with them here.";

const softly = expect.configure({ soft: true });

/**
 * Compares the screen with a golden picture until they match, because shaders compile and the light of a new mesh is
 * refined for seconds.
 */
export async function isGolden(page: Page, name: string): Promise<void> {
  const path = picturePath(name);
  if (!existsSync(path)) throw new Error(`There is no picture ${name}: record it, as docs/testing.md says.`);
  const golden = read(readFileSync(path));
  let now = golden;
  const share = async () => {
    now = read(await picture(page));
    return difference(golden, now).share;
  };
  const message = `${name}: share of pixels that are off`;
  await softly.poll(share, { message, timeout: 15_000 }).toBeLessThan(MOST);
  const last = difference(golden, now);
  test.info().annotations.push({ type: name, description: last.share.toFixed(5) });
  if (last.share < MOST) return;
  const parts = { golden: PNG.sync.write(golden), now: PNG.sync.write(now), off: PNG.sync.write(last.shown) };
  for (const [part, body] of Object.entries(parts)) {
    await test.info().attach(`${name}-${part}.png`, { body, contentType: "image/png" });
  }
}

/** A picture must not change for this many milliseconds before it is recorded. */
const STILL = 800;
/** This time for the first picture of a mesh, whose light is refined in the background. */
export const STILL_AT_FIRST = 6000;
/** Colours are rounded to this step out of 255. That saves two thirds of the bytes and does not affect comparisons. */
const STEP = 4;

function rounded(png: Buffer): Buffer {
  const image = read(png);
  for (const [n, x] of image.data.entries()) image.data[n] = Math.min(255, Math.round(x / STEP) * STEP);
  return PNG.sync.write(image, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
}

/** Writes the screen as a golden picture, once it no longer changes. */
export async function record(page: Page, path: string, still = STILL): Promise<void> {
  let [last, since] = [await picture(page), Date.now()];
  const same = async () => {
    const next = await picture(page);
    if (!next.equals(last)) [last, since] = [next, Date.now()];
    return Date.now() - since;
  };
  await expect.poll(same, { timeout: 30_000, intervals: [100] }).toBeGreaterThan(still);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rounded(last));
}
