import { expect, type Page } from "@playwright/test";
import { nextFrames } from "../../tools/studio-driver/studio";

const WIDTH = 480;
const HEIGHT = 320;
const AREA = `[data-ui="viewport-area"]`;
/** A turn of the wheel in pixels. More of one event has no effect. */
const TURN = 240;
/** Where the wheel turns, which puts the first frames of the bar in the middle. */
const CLOSER_AT = [WIDTH / 2, 89] as const;
/** The id of the style on the page. */
const ID = "golden-frame";
const LEGEND = `:is([data-ui="legend"], [aria-label="Markers"])`;

/**
 * Hides everything but drawings: the canvas, and the ramps, swatches and cursors over it. Text depends on the machine's
 * fonts, and toolbars have tests of their own.
 */
const STYLE = `
  ${AREA} { position: fixed !important; inset: 0 auto auto 0 !important; z-index: 1000;
        width: ${WIDTH}px !important; height: ${HEIGHT}px !important; }
  ${AREA} [data-ui="bar"], ${AREA} [data-ui="label"], ${AREA} dl, ${AREA} [data-ui="solve-card"], [data-ui="view-tag"],
  [data-ui="pointer-word"] { visibility: hidden !important; }
  ${AREA} ${LEGEND} { scale: 0.5; transform-origin: left bottom; left: 6px !important; bottom: 6px !important; }
  ${AREA} ${LEGEND} *, [aria-label="View axes"] text { color: transparent !important; fill: transparent; }
  ${AREA} [data-ui="chips"] { font-size: 0 !important; }
  *, *::before, *::after { transition: none !important; animation: none !important; }
`;

/**
 * Sets the viewport to a fixed size, frames the whole motion, and hides all words, because fonts differ.
 * @param closer the turns of the wheel towards the mesh, where no scene shows the widest frames
 */
export async function frame(page: Page, closer = 0): Promise<void> {
  const style = await page.addStyleTag({ content: STYLE });
  await style.evaluate((element, id) => {
    (element as HTMLStyleElement).id = id;
  }, ID);
  await untilFramed(page);
  await page.keyboard.press("Shift+F");
  await page.mouse.move(...CLOSER_AT);
  for (let n = 0; n < closer; n++) await turnWheel(page);
  await untilFramed(page);
}

/** Turns the wheel, and waits until the page has heard of it. A late turn would meet the panels of the next scene. */
async function turnWheel(page: Page): Promise<void> {
  const heard = page.evaluate(
    () => new Promise<void>((done) => window.addEventListener("wheel", () => done(), { once: true })),
  );
  await page.mouse.wheel(0, -TURN);
  await heard;
}

/**
 * Waits until the viewport has its fixed size, and draws in that shape: the camera frames for the shape that is drawn.
 */
async function untilFramed(page: Page): Promise<void> {
  const size = async () => {
    await nextFrames(page);
    return page
      .locator("canvas")
      .first()
      .evaluate(({ clientWidth, clientHeight, width, height }: HTMLCanvasElement) => ({
        width: clientWidth,
        isDrawn: Math.abs(width / height / (clientWidth / clientHeight) - 1) < 0.02,
      }));
  };
  await expect.poll(size).toEqual({ width: WIDTH, isDrawn: true });
}

/** Acts on the whole page, whose panels and toolbars the framed viewport covers, and frames the viewport again. */
export async function unframed(page: Page, act: () => Promise<void>): Promise<void> {
  const disable = (disabled: boolean) =>
    page.locator(`#${ID}`).evaluate((style, off) => {
      (style as HTMLStyleElement).disabled = off;
    }, disabled);
  await disable(true);
  await act();
  await disable(false);
  await untilFramed(page);
}

/** The viewport and everything that floats over it, as a PNG. */
export const picture = (page: Page): Promise<Buffer> =>
  page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height: HEIGHT } });
