/** An artist's first minute, over WebDriver BiDi; used to try browsers other than Chromium. */
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { bar, objAndCache, type TestFile } from "../../tools/studio-driver/fixtures";
import { validateGlb } from "../../workers/formats/gltf/write/validate-glb";

const LONG = { timeout: 60_000 };

/** Drops files on the page as a file manager does. */
async function drop(page: Page, files: TestFile[]): Promise<void> {
  const encoded = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString("base64") }));
  await page.evaluate((items) => {
    const dataTransfer = new DataTransfer();
    for (const { path, base64 } of items) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], path));
    }
    for (const type of ["dragenter", "dragover", "drop"]) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("#root > *")?.dispatchEvent(event);
    }
  }, encoded);
}

/** Presses a button by its name. */
const press = async (page: Page, name: string) => {
  const named = `@aria-label="${name}" or not(@aria-label) and normalize-space()="${name}"`;
  const button = `//button[not(@aria-disabled="true") and (${named})]`;
  await page.locator(`::-p-xpath(${button})`).setTimeout(LONG.timeout).click();
};

const documentOf = (page: Page) =>
  page.evaluate(() => {
    const { sequence, rig, report } = window.sinew.document.getState() as DocumentState;
    return {
      frames: sequence?.frameCount ?? 0,
      bones: rig?.bones.length ?? 0,
      eRms: report?.eRms ?? null,
      weights: rig ? [...rig.weights.values] : [],
    };
  });

/** Strokes over the middle of the mesh until weights change, because picking is prepared in the background. */
async function stroke(page: Page): Promise<void> {
  const before = (await documentOf(page)).weights;
  const canvas = await page.waitForSelector("canvas", LONG);
  await expect(async () => {
    const box = (await canvas!.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x - 20, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 5 });
    await page.mouse.up();
    expect((await documentOf(page)).weights).not.toEqual(before);
  }).toPass(LONG);
}

/** Folder that an exported file is written to. */
export const downloadFolder = () => mkdtemp(join(tmpdir(), "sinew-exported-"));

/** The bytes of the one GLB in a folder, once it is complete. */
async function exported(folder: string): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  await expect(async () => {
    const [name] = (await readdir(folder)).filter((file) => file.endsWith(".glb"));
    bytes = new Uint8Array(await readFile(join(folder, name)));
    expect(new DataView(bytes.buffer).getUint32(8, true)).toBe(bytes.length);
  }).toPass(LONG);
  return bytes;
}

/** Drops an animation, solves it, paints a stroke, exports, and expects a valid file and no error on the page. */
export async function smoke(
  browser: Browser | BrowserContext,
  address: string,
  downloads: string,
): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.setViewport({ width: 1000, height: 640 });
  await page.goto(address);
  // A page on a plain host reloads once to become isolated.
  await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false), LONG).toBe(true);
  await page.waitForSelector("::-p-text(Drop files or a folder here)", LONG);

  await drop(page, objAndCache(bar().sequence, "bar"));
  await expect.poll(async () => (await documentOf(page)).frames, LONG).toBe(16);
  await press(page, "Solve");
  await expect.poll(async () => (await documentOf(page)).eRms, LONG).not.toBeNull();
  const { bones, eRms } = await documentOf(page);
  expect(bones).toBeGreaterThan(1);
  expect(eRms).toBeLessThan(5);
  const drawing = () => page.evaluate(() => (window.sinew.view.getState() as ViewState).backend);
  await expect.poll(drawing, LONG).not.toBeNull();

  await press(page, "Paint workspace");
  await page.evaluate(() => window.sinew.perform("paint.weight"));
  await stroke(page);

  await press(page, "Export…");
  await press(page, "Export");
  expect(await validateGlb(await exported(downloads))).toEqual([]);
  expect(errors).toEqual([]);
}
