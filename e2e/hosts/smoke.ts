/** The first minute of an artist, over WebDriver BiDi, to test browsers other than Chromium. */
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { validateGlb } from "../../workers/formats/gltf/write/validate-glb";
import { bendingBar } from "../../workers/testing/sequences";

/** A solve in Firefox takes many times longer on a busy machine. */
const LONG = { timeout: 150_000 };
/** The number of bones that bend the bar and that the solve looks for. The default of 20 takes minutes in Firefox. */
const BONES = 3;

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

const BUTTON = "button";
const NUMBER_FIELD = "[role=spinbutton]";

/** The middle of an enabled control that the pointer can reach, by its name; null if there is none yet. */
const middleOf = (page: Page, name: string, kind: string) =>
  page.evaluate(
    (wanted, selector) => {
      const control = [...document.querySelectorAll(selector)].find(
        (each) =>
          each.getAttribute("aria-disabled") !== "true" &&
          (each.getAttribute("aria-label") ?? each.textContent.trim()) === wanted,
      );
      control?.scrollIntoView({ block: "nearest" });
      const box = control?.getBoundingClientRect();
      if (!control || !box) return null;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return control.contains(document.elementFromPoint(x, y)) ? ([x, y] as const) : null;
    },
    name,
    kind,
  );

/**
 * Presses a control by its name. The driver's own locators compile code in the page, which the page's policy forbids in
 * Firefox.
 */
async function press(page: Page, name: string, kind = BUTTON): Promise<void> {
  await expect
    .poll(() => middleOf(page, name, kind), { ...LONG, message: `the control ${name}` })
    .not.toBeNull();
  const [x, y] = (await middleOf(page, name, kind))!;
  await page.mouse.click(x, y);
}

/** Types a value into a number field. */
async function typeNumber(page: Page, name: string, value: number): Promise<void> {
  await press(page, name, NUMBER_FIELD);
  await page.keyboard.type(String(value));
  await page.keyboard.press("Enter");
}

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
  await expect(async () => {
    const [x, y] = await page.evaluate(() => {
      const box = document.querySelector("canvas")!.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
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

/** Whether the browser can draw. On Linux, Firefox needs a display, which may be virtual. */
const hasWebGL2 = (page: Page) =>
  page.evaluate(() => document.createElement("canvas").getContext("webgl2") !== null);

/**
 * Drops an animation, solves it, paints a stroke, exports, and expects a valid file and no error on the page.
 * @returns whether it painted. In a browser without WebGL2 it cannot, but everything else must work.
 */
export async function smoke(
  browser: Browser | BrowserContext,
  address: string,
  downloads: string,
): Promise<boolean> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(address);
  // A page on a plain host reloads once to become isolated.
  await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false), LONG).toBe(true);
  // An isolated page may not have its body yet.
  const shows = (text: string) =>
    page.evaluate((words) => document.body?.innerText.includes(words) ?? false, text);
  await expect.poll(() => shows("Drop files or a folder here"), LONG).toBe(true);

  const { sequence } = bendingBar({ bones: BONES, frames: 12, length: 24, width: 4 });
  await drop(page, objAndCache(sequence, "bar"));
  await expect.poll(async () => (await documentOf(page)).frames, LONG).toBe(12);
  await typeNumber(page, "Bones", BONES);
  await press(page, "Solve");
  await expect.poll(async () => (await documentOf(page)).eRms, LONG).not.toBeNull();
  const { bones, eRms } = await documentOf(page);
  expect(bones).toBe(BONES);
  expect(eRms).toBeLessThan(5);
  const paints = await hasWebGL2(page);
  if (paints) {
    const drawing = () => page.evaluate(() => (window.sinew.view.getState() as ViewState).backend);
    await expect.poll(drawing, LONG).not.toBeNull();
    await press(page, "Paint workspace");
    await press(page, "Weight tool");
    await stroke(page);
  } else await expect.poll(() => shows("Solving and exporting still work"), LONG).toBe(true);

  await press(page, "Export…");
  await press(page, "Export");
  expect(await validateGlb(await exported(downloads))).toEqual([]);
  expect(errors).toEqual([]);
  return paints;
}
