import { expect, type Page, test } from "@playwright/test";
import { withRig, worstDistance } from "./rig-on-screen";
import { viewOf } from "./studio";

// What a software GPU draws in half the time.
test.use({ viewport: { width: 1000, height: 640 } });

test("draws on the backend that the project asks for", async ({ page }, info) => {
  await withRig(page);
  expect((await viewOf(page)).backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
});

test("positions on the graphics processor are those of the engine", async ({ page }) => {
  await withRig(page);
  // The bar's diagonal is about 4.2.
  expect(await worstDistance(page, [0, 3, 7, 11, 15])).toBeLessThan(4.2e-4);
});

const LAYOUTS = ["Source", "Rig", "Overlay", "Side by side"];
const SHADINGS = ["Clay", "Error", "Weights", "Bone colours", "Influences"];

/** The picture, [r, g, b] in 0..255 for every cell of a grid, row by row. */
async function cellsOf(page: Page): Promise<[number, number, number][]> {
  const picture = await page.locator(".viewport canvas").screenshot();
  return page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: "image/png" });
    const context = new OffscreenCanvas(64, 40).getContext("2d")!;
    context.drawImage(await createImageBitmap(blob), 0, 0, 64, 40);
    const { data } = context.getImageData(0, 0, 64, 40);
    return Array.from({ length: 64 * 40 }, (_, n) => [data[4 * n], data[4 * n + 1], data[4 * n + 2]]);
  }, picture.toString("base64"));
}

/** Cells that differ clearly between two pictures. */
const changed = (a: [number, number, number][], b: [number, number, number][]) =>
  a.filter((cell, n) => Math.max(...cell.map((x, c) => Math.abs(x - b[n][c]))) > 24).length;

/** Clay is the only warm thing on screen. */
const warm = (cells: [number, number, number][]) => cells.filter(([r, , b]) => r > b + 20).length;

test("every layout shows the mesh, and every shading colours it in its own way", async ({ page }) => {
  await withRig(page);
  const shade = async (name: string) => {
    await page.getByRole("button", { name: /^Shading/ }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  await page.evaluate(() => window.sinew.view.setState({ selectedBone: 0 }));
  for (const layout of LAYOUTS) {
    await page.getByRole("radio", { name: layout, exact: true }).click();
    await shade("Clay");
    await page.mouse.move(2, 2);
    await expect.poll(async () => warm(await cellsOf(page)), `${layout}, clay`).toBeGreaterThan(80);
    const pictures = [await cellsOf(page)];
    for (const shading of SHADINGS.slice(1)) {
      await shade(shading);
      await page.mouse.move(2, 2);
      const nearest = async () => {
        const cells = await cellsOf(page);
        return Math.min(...pictures.map((other) => changed(cells, other)));
      };
      await expect.poll(nearest, `${layout}, ${shading}`).toBeGreaterThan(20);
      pictures.push(await cellsOf(page));
    }
  }
});

test("a bone is selected by clicking the mesh", async ({ page }) => {
  await withRig(page);
  await page.evaluate(() => window.sinew.view.setState({ selectedBone: null, layout: "rig" }));
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("No canvas");
  // The tree that picking searches is built in the background: the pointer moves until it finds a bone.
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2);
      return (await viewOf(page)).hovered;
    })
    .not.toBeNull();
  await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2);
  await expect.poll(async () => (await viewOf(page)).selectedBone).not.toBeNull();
});
