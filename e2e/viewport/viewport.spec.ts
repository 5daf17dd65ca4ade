import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { withRig, worstDistance } from "../../tools/studio-driver/rig-on-screen";
import {
  AS_USERS_SEE,
  drop,
  nextFrames,
  openStudio,
  typeInto,
  untilOpen,
  viewState,
} from "../../tools/studio-driver/studio";

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

const camera = (page: Page) => page.evaluate(() => window.sinew.viewport()!.camera());

test("the camera takes side views, orthographic, saved and previous views", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await withRig(page);
  const first = await camera(page);
  await page.keyboard.press("Alt+3");
  expect((await camera(page)).yaw).toBeCloseTo(Math.PI / 2, 6);
  // A click on an axis looks along it, a second click from its other end.
  const axis = page.getByRole("group", { name: "View axes" }).getByRole("button", { name: "Look from Z" });
  await axis.locator("circle").click();
  expect(Math.cos((await camera(page)).yaw)).toBeCloseTo(1, 6);
  await axis.locator("circle").click();
  expect(Math.cos((await camera(page)).yaw)).toBeCloseTo(-1, 6);
  for (let n = 0; n < 3; n++) await page.keyboard.press("PageUp");
  expect((await camera(page)).yaw).toBeCloseTo(first.yaw, 9);

  // An orthographic camera sees the mesh at the same size, and the engine's vertices are where it draws them.
  await page.keyboard.press("Alt+5");
  expect((await camera(page)).orthographic).toBe(true);
  expect(await worstDistance(page, [7])).toBeLessThan(4.2e-4);
  await page.keyboard.press("Control+Shift+B");
  await page.keyboard.press("Alt+5");
  await page.keyboard.press("Alt+7");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Rename View 1" }).click();
  await page.keyboard.type("Side");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Side", exact: true }).click();
  expect(await camera(page)).toMatchObject({ orthographic: true, pitch: first.pitch });
  await page.getByRole("button", { name: "Delete Side" }).click();
  await expect(page.getByRole("button", { name: "Side", exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  // A slow machine closes the menu later than the next key is pressed, and the menu would take that key.
  await expect(page.getByRole("spinbutton", { name: "Time for a turn" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("button", { name: "Side", exact: true })).toBeVisible();

  // The last pane of the Deform workspace has the same button.
  await typeInto(page, "Time for a turn", "30");
  await page.keyboard.press("Escape");
  await enterWorkspace(page, "Deform");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const turn = page.getByRole("spinbutton", { name: "Time for a turn" });
  await expect(turn).toHaveAttribute("aria-valuenow", "30");
});

/** Two boxes beside each other, as two objects of one file. */
function twoBoxes(): { path: string; bytes: Uint8Array } {
  const corners = (x: number) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `v ${x + (n & 1)} ${(n >> 1) & 1} ${n >> 2}`).join("\n");
  const faces = (from: number) =>
    ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"]
      .map(
        (face) =>
          `f ${face
            .split(" ")
            .map((n) => Number(n) + from)
            .join(" ")}`,
      )
      .join("\n");
  const text = `o left\n${corners(-2)}\n${faces(0)}\no right\n${corners(1)}\n${faces(8)}\n`;
  return { path: "boxes.obj", bytes: new TextEncoder().encode(text) };
}

test("hidden parts are neither drawn nor picked, until they are shown or the step is undone", async ({
  page,
}) => {
  await openStudio(page);
  await drop(page, [twoBoxes()]);
  await untilOpen(page);
  await expect.poll(() => page.evaluate(() => window.sinew.viewport() !== null)).toBe(true);
  const vertexAt = async (x: number) => {
    const at = await page.evaluate(
      (place) => window.sinew.viewport()!.pageOf([place, 0.5, 1] as [number, number, number])!,
      x,
    );
    await page.mouse.move(at.x - 1, at.y);
    await page.mouse.move(at.x, at.y);
    await nextFrames(page);
    return (await viewState(page)).hovered?.vertex ?? null;
  };
  await expect.poll(() => vertexAt(1.5)).toBeGreaterThanOrEqual(8);
  await page.keyboard.press("h");
  await expect.poll(() => vertexAt(1.5)).toBeNull();
  await expect.poll(() => vertexAt(-1.5)).toBeLessThan(8);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => vertexAt(1.5)).toBeGreaterThanOrEqual(8);
  // Isolate the part under the pointer, then show everything again.
  await page.keyboard.press("/");
  await expect.poll(() => vertexAt(-1.5)).toBeNull();
  await page.keyboard.press("Alt+h");
  await expect.poll(() => vertexAt(-1.5)).toBeLessThan(8);

  // The eyes of the parts work with the pointer and with keys. With Alt they show one part alone.
  const eye = (part: string) =>
    page.getByRole("region", { name: "Parts" }).getByRole("button", { name: `Show ${part}` });
  await eye("right").click();
  await expect.poll(() => vertexAt(1.5)).toBeNull();
  await expect(eye("right")).toHaveAttribute("aria-pressed", "false");
  await eye("right").press("Enter");
  await expect.poll(() => vertexAt(1.5)).toBeGreaterThanOrEqual(8);
  await eye("left").click({ modifiers: ["Alt"] });
  await expect.poll(() => vertexAt(1.5)).toBeNull();
  await eye("right").click();
  await eye("left").click();
  await expect.poll(() => vertexAt(-1.5)).toBeNull();
  await eye("right").click();
  await expect(page.getByText("This would hide everything.")).toBeVisible();
  await expect.poll(() => vertexAt(1.5)).toBeGreaterThanOrEqual(8);
});
