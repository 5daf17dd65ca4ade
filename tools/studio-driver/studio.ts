import { expect, type Page } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import type {} from "../../app/script-api";
import type { TestFile } from "./files/fixtures";

/** The page's query for pictures as users see them; tests draw coarse ones, which take less time. */
export const AS_USERS_SEE = "";
const DRAWN_QUICKLY = "?picture=coarse";

/** Opens the empty studio and fails the test on any error of the page. */
export async function openStudio(page: Page, query = DRAWN_QUICKLY): Promise<string[]> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  // A test gets file choosers only if it listens before they open. A listener beside the press may come too late.
  page.on("filechooser", () => {});
  // A test cannot use the browser's file dialog, so the studio downloads instead.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  // Paths that start by themselves would take the processor from slow tests.
  await page.addInitScript(() => localStorage.setItem("sinew.path-in-background", "false"));
  await page.goto(`./${query}`);
  await expect(page.getByText("Drop files or a folder here")).toBeVisible();
  return errors;
}

/** Drops files on the page like a file manager. */
export async function drop(page: Page, files: TestFile[]): Promise<void> {
  const encoded = files.map(({ path, bytes }) => ({
    path,
    base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  }));
  const transfer = await page.evaluateHandle((items) => {
    const data = new DataTransfer();
    for (const { path, base64 } of items) {
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], path));
    }
    return data;
  }, encoded);
  await page.dispatchEvent("#root > *", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("#root > *", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("#root > *", "drop", { dataTransfer: transfer });
}

/** The open document as numbers. */
export function documentOf(page: Page) {
  return page.evaluate(() => {
    const { sequence, rig, report, settings } = window.sinew.document.getState() as DocumentState;
    return {
      vertices: sequence?.vertexCount ?? 0,
      frames: sequence?.frameCount ?? 0,
      name: sequence?.name ?? null,
      bones: rig?.bones.length ?? 0,
      eRms: report?.eRms ?? null,
      report: report && { ...report, errorPerVertex: undefined },
      settings,
    };
  });
}

export const viewState = (page: Page) => page.evaluate(() => window.sinew.view.getState() as ViewState);

/** Playwright's own pauses between two polls grow to a second; the page answers within milliseconds. */
export const OFTEN = { intervals: [50] };

/** Waits until the dropped animation is open. */
export async function untilOpen(page: Page): Promise<void> {
  await expect
    .poll(async () => (await documentOf(page)).frames, { ...OFTEN, timeout: 60_000 })
    .toBeGreaterThan(0);
}

/** Waits until a solve ends with a rig. */
export async function untilSolved(page: Page): Promise<void> {
  await expect.poll(async () => (await documentOf(page)).eRms, { ...OFTEN, timeout: 100_000 }).not.toBeNull();
}

/** Waits for the page's next frames: by the third one the page has handled a pointer move and drawn the change. */
export const nextFrames = (page: Page, count = 3) =>
  page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame);
  }, count);

/**
 * Selects bones by their rows in the outliner: the first one with a click, the others with Ctrl. A folded outliner is
 * unfolded for that.
 */
export async function selectBones(page: Page, ...bones: number[]): Promise<void> {
  const names = await page.evaluate(
    (wanted) => wanted.map((j) => (window.sinew.document.getState() as DocumentState).rig!.bones[j].name),
    bones,
  );
  const unfold = page.getByRole("button", { name: "Show outliner" });
  const isFolded = await unfold.isVisible();
  if (isFolded) await unfold.click();
  for (const [n, name] of names.entries()) {
    const cell = page.getByRole("gridcell", { name, exact: true });
    await cell.click(n > 0 ? { modifiers: ["ControlOrMeta"] } : {});
  }
  if (isFolded) await page.keyboard.press("Control+1");
}

/** Fields, sliders and lists keep keys for themselves. A click on the status bar removes the focus from them. */
export async function leaveField(page: Page): Promise<void> {
  const isFree = await page.evaluate(() => document.activeElement === document.body);
  if (!isFree) await page.getByText(/^\d+ threads?$/).click();
}

/** Moves to a frame of the clip with the timeline's keys. */
export async function goToFrame(page: Page, frame: number): Promise<void> {
  await leaveField(page);
  await page.keyboard.press("Home");
  for (let n = 0; n < frame; n++) await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await viewState(page)).frame, OFTEN).toBe(frame);
}

/** Performs an action by its name in the palette. */
export async function performByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  // On a page that draws slowly, the field would appear after the first letters.
  await expect(page.getByRole("combobox", { name: "Find action" })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Enter");
  // Until it is closed, its field takes the keys.
  await expect(page.getByRole("combobox", { name: "Find action" })).toHaveCount(0);
}

/** Types into a number field, and commits. */
export async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole("spinbutton", { name: field, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  // The field gets the focus back with the next frame.
  await expect(page.getByRole("spinbutton", { name: field, exact: true })).toBeFocused();
}

/** Types settings of a solve into their fields, by the field's name; rarely used settings are unfolded first. */
export async function setSolve(page: Page, settings: Record<string, number>): Promise<void> {
  const more = page.getByRole("button", { name: "More settings" });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
  for (const [field, value] of Object.entries(settings)) await typeInto(page, field, String(value));
}

export const setBones = (page: Page, bones: number) => typeInto(page, "Bones", String(bones));
