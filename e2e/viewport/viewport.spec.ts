import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { withRig, worstDistance } from "../../tools/studio-driver/rig-on-screen";
import { AS_USERS_SEE, drop, openStudio, untilOpen, viewState } from "../../tools/studio-driver/studio";

// A software GPU draws this size in half the time.
test.use({ viewport: { width: 1000, height: 640 } });

test("draws with the project's backend, and every vertex is where the engine puts it", async ({
  page,
}, info) => {
  await withRig(page);
  expect((await viewState(page)).backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
  // The bar's diagonal is about 4.2.
  expect(await worstDistance(page, [0, 3, 7, 11, 15])).toBeLessThan(4.2e-4);
});

test("a bone is selected by clicking the mesh", async ({ page }) => {
  await withRig(page);
  expect((await viewState(page)).selectedBone).toBeNull();
  const box = (await page.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The tree for picking is built in the background, so move the pointer until it finds a bone.
  await expect
    .poll(async () => {
      await page.mouse.move(x, y);
      await page.mouse.move(x + 2, y);
      return (await viewState(page)).hovered;
    })
    .not.toBeNull();
  await page.mouse.click(x + 2, y);
  await expect.poll(async () => (await viewState(page)).selectedBone).not.toBeNull();
});

test("a page that rests asks for no frames, and three's startup messages stay off the console", async ({
  page,
}) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await openStudio(page, AS_USERS_SEE);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await expect(page.getByText(/^WebG(PU|L2)$/)).toBeVisible();
  // The light of a new mesh is refined for seconds. After that, nobody asks for a frame from one look to the next.
  await page.evaluate(() => {
    const counted = window as typeof window & { asked: number };
    const request = window.requestAnimationFrame;
    counted.asked = 1;
    window.requestAnimationFrame = (callback) => {
      counted.asked++;
      return request.call(window, callback);
    };
  });
  const askedSince = () =>
    page.evaluate(() => {
      const counted = window as typeof window & { asked: number };
      const { asked } = counted;
      counted.asked = 0;
      return asked;
    });
  await expect.poll(askedSince, { intervals: [400] }).toBe(0);
  expect(said.filter((text) => text.includes("THREE"))).toEqual([]);
});
