import type { Page } from "@playwright/test";
import type { PaintState } from "../../app/document/paint-state";
import type { ViewState } from "../../app/document/view-state";
import { paint } from "../../tools/studio-driver/binding-page";
import { documentOf } from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";

declare global {
  interface Window {
    /** The texts of the status bar about saving, with their times in milliseconds. */
    saying: { state: string; at: number }[];
    /** Frames of the opened sequences. */
    opened: WeakRef<ArrayBufferLike>[];
  }
}

/** Records what the status bar shows about saving from now on. */
export async function watchSaving(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { saying: [], opened: [] });
    const look = () => {
      const text = document.querySelector("footer")?.textContent ?? "";
      const state = /Sav(ing|ed) on this machine|Not saved.*/.exec(text)?.[0] ?? "";
      if (state !== window.saying.at(-1)?.state) window.saying.push({ state, at: performance.now() });
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

/**
 * Makes a change, and waits until the status bar says that it is saved.
 * @returns seconds from before `change` until then.
 * @throws if it cannot be saved, with the text of the status bar.
 */
export async function untilSavedAgain(page: Page, change: () => Promise<void>): Promise<number> {
  const [before, begin] = await page.evaluate(() => [window.saying.length, performance.now()]);
  await change();
  const ended = await page.waitForFunction(
    (first) => {
      const said = window.saying.slice(first);
      const began = said.findIndex(({ state }) => state.startsWith("Saving"));
      return began < 0 ? null : (said.slice(began + 1).at(-1) ?? null);
    },
    before,
    { polling: 50, timeout: 120_000 },
  );
  const said = await ended.jsonValue();
  if (!said?.state.startsWith("Saved")) throw new Error(`It was not saved: ${said?.state}`);
  return (said.at - begin) / 1000;
}

/** Opens files like an artist, and waits until their sequence is open. */
export async function openFiles(page: Page, paths: string[]): Promise<void> {
  const before = (await documentOf(page)).name;
  const chooser = page.waitForEvent("filechooser");
  await page.evaluate(() => window.sinew.perform("file.open"));
  await (await chooser).setFiles(paths);
  await page.waitForFunction(
    (name) => {
      const { sequence } = window.sinew.document.getState();
      return sequence !== null && sequence.name !== name;
    },
    before,
    { polling: 50, timeout: 120_000 },
  );
  await page.evaluate(() => {
    const frames = window.sinew.document.getState().sequence!.frames as Float32Array;
    window.opened.push(new WeakRef(frames.buffer));
  });
}

/** Removes all saved projects behind the studio's back, so the next save writes everything. */
export async function removeKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const projects = await (await navigator.storage.getDirectory()).getDirectoryHandle("projects");
    for await (const name of projects.keys()) await projects.removeEntry(name, { recursive: true });
  });
}

/** Gives the page a rig for the open mesh. @returns a function that sets it, like the end of a solve. */
export async function handRig(page: Page, rig: Rig): Promise<() => Promise<void>> {
  const { offsets, bones, values } = rig.weights;
  const lists = [offsets, bones, values, rig.motion, rig.rest].map((array) => [...array]);
  const handed = await page.evaluateHandle(
    ([rig, [offsets, bones, values, motion, rest]]) => ({
      ...rig,
      weights: {
        ...rig.weights,
        offsets: Uint32Array.from(offsets),
        bones: Uint16Array.from(bones),
        values: Float32Array.from(values),
      },
      motion: Float32Array.from(motion),
      rest: Float32Array.from(rest),
    }),
    [{ ...rig, weights: {}, motion: [], rest: [] }, lists] as const,
  );
  return () => page.evaluate((made) => window.sinew.document.setState({ rig: made as Rig }), handed);
}

const BRUSH: Partial<PaintState> = {
  tool: "weight",
  operation: "replace",
  value: 1,
  strength: 1,
  radius: 40,
};

/** Holds a brush over the middle of the picture. @returns a function that paints a bone's weights with one stroke. */
export async function holdBrush(page: Page): Promise<() => Promise<void>> {
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await paint(page, BRUSH, 0);
  const box = await page.getByRole("region", { name: "Viewport" }).getByTestId("picture").boundingBox();
  if (!box) throw new Error("The viewport is not there");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The brush reaches nothing until the search tree for picking exists.
  do {
    await page.mouse.move(x - 59, y);
    await page.mouse.move(x - 60, y);
  } while (!(await page.evaluate(() => (window.sinew.view.getState() as ViewState).hovered)));
  return async () => {
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 8 });
    await page.mouse.up();
  };
}
