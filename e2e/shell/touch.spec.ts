import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { drop, nextFrames, openStudio, untilOpen } from "../../tools/studio-driver/studio";

test.use({ hasTouch: true, viewport: { width: 820, height: 1100 } });

interface Finger {
  x: number;
  y: number;
}

/** The axes in the corner show the camera's direction, independent of its position. */
const axesOf = (page: Page) => page.getByRole("group", { name: "View axes" }).innerHTML();

/** The mesh is the warmest part of the picture: its share of the pixels and its middle, 0..1. */
function figureOf(page: Page) {
  return page.evaluate(async () => {
    const picture = await window.sinew.viewport()?.screenshot();
    if (!picture) throw new Error("No viewport");
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("No canvas");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const sum = { count: 0, x: 0, y: 0 };
    for (let p = 0; p < width * height; p++) {
      if (data[4 * p] < data[4 * p + 2] + 12) continue;
      sum.count++;
      sum.x += p % width;
      sum.y += Math.floor(p / width);
    }
    return {
      area: sum.count / (width * height),
      x: sum.x / sum.count / width,
      y: sum.y / sum.count / height,
    };
  });
}

/** Puts fingers down, moves them in steps, and lifts them. */
async function gesture(page: Page, from: Finger[], to: Finger[]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Finger[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", from);
  for (let step = 1; step <= 5; step++) {
    const part = (a: number, b: number) => a + ((b - a) * step) / 5;
    await send(
      "touchMove",
      from.map((finger, n) => ({ x: part(finger.x, to[n].x), y: part(finger.y, to[n].y) })),
    );
  }
  await send("touchEnd", []);
  await touch.detach();
  await nextFrames(page);
}

test("one finger orbits, two pan and zoom", async ({ page }) => {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await page.waitForFunction(() => window.sinew.viewport() !== null);
  await page.keyboard.press("g");
  const box = await page.getByTestId("picture").locator("canvas").boundingBox();
  if (!box) throw new Error("No canvas");
  const at = (x: number, y: number) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const axes = await axesOf(page);
  await expect.poll(async () => (await figureOf(page)).area).toBeGreaterThan(0.005);

  await gesture(page, [at(0.3, 0.7)], [at(0.5, 0.6)]);
  const turned = await axesOf(page);
  expect(turned).not.toBe(axes);

  const before = await figureOf(page);
  await gesture(page, [at(0.4, 0.5), at(0.6, 0.5)], [at(0.3, 0.5), at(0.7, 0.5)]);
  const near = await figureOf(page);
  expect(near.area / before.area).toBeGreaterThan(2);
  expect(await axesOf(page)).toBe(turned);

  await gesture(page, [at(0.3, 0.5), at(0.7, 0.5)], [at(0.4, 0.5), at(0.6, 0.5)]);
  const far = await figureOf(page);
  expect(far.area / near.area).toBeLessThan(0.5);

  await gesture(page, [at(0.4, 0.5), at(0.5, 0.5)], [at(0.5, 0.6), at(0.6, 0.6)]);
  const moved = await figureOf(page);
  expect(moved.x - far.x).toBeCloseTo(0.1, 1);
  expect(moved.y - far.y).toBeCloseTo(0.1, 1);
  expect(await axesOf(page)).toBe(turned);
});
