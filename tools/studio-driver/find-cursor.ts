import type { Page } from "@playwright/test";
import { nextFrames } from "./studio";

/** The cursor that the viewport shows. */
export const cursorOf = (page: Page) =>
  page.getByTestId("picture").evaluate((element: HTMLElement) => element.style.cursor);

/** Moves the pointer along a line of the picture, in shares of it, until the requested cursor appears. */
export async function findCursor(
  page: Page,
  wanted: string,
  from: [number, number],
  to: [number, number],
): Promise<[number, number]> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  const steps = 60;
  for (let n = 0; n <= steps; n++) {
    const [u, v] = [0, 1].map((c) => from[c] + ((to[c] - from[c]) * n) / steps);
    const at: [number, number] = [box.x + u * box.width, box.y + v * box.height];
    await page.mouse.move(...at);
    await nextFrames(page);
    if ((await cursorOf(page)) === wanted) return at;
  }
  throw new Error(`No place with the cursor “${wanted}” was found`);
}

/**
 * Finds a rotation ring of a bone with the pointer, moving out from the bone's handle.
 * @param direction of the movement, in radians, clockwise from the right
 * @param least where the search begins, in pixels from the handle: rings that are seen from their edge are near it
 */
export async function findRing(
  page: Page,
  bone: number,
  direction = 0.64,
  least = 20,
): Promise<[number, number]> {
  const handle = await page.evaluate((j) => window.sinew.viewport()!.handleAt(j), bone);
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  for (let away = least; away < 110; away += 3) {
    const at: [number, number] = [handle!.x + away * c, handle!.y + away * s];
    await page.mouse.move(...at);
    await nextFrames(page);
    if ((await cursorOf(page)) === "grab") return at;
  }
  throw new Error("No ring was found");
}
