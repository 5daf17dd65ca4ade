import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { documentOf, drop, openStudio, untilOpen, viewState } from "../../tools/studio-driver/studio";

const text = (path: string, content: string) => ({ path, bytes: new TextEncoder().encode(content) });

/** A square post along y, 12 units high. */
function post(rings = 25): string {
  const corners = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((z) => [x, x * z > 0 ? -0.5 : 0.5]));
  const round = [corners[0], corners[1], corners[3], corners[2]];
  const points = Array.from({ length: rings }, (_, r) =>
    round.map(([x, z]) => `v ${x} ${(12 * r) / (rings - 1)} ${z}`),
  );
  const faces: string[] = ["f 1 2 3 4"];
  for (let r = 0; r + 1 < rings; r++) {
    for (let s = 0; s < 4; s++) {
      const [a, b] = [4 * r + s + 1, 4 * r + ((s + 1) % 4) + 1];
      faces.push(`f ${a} ${a + 4} ${b + 4} ${b}`);
    }
  }
  const last = 4 * (rings - 1);
  faces.push(`f ${last + 4} ${last + 3} ${last + 2} ${last + 1}`);
  return `${points.flat().join("\n")}\n${faces.join("\n")}\n`;
}

const POST = text("post.obj", post());
const bones = (path: string, ...heights: number[]) => {
  const joints = heights.map((y, j) => `${j + 1} 0 ${y} 0`).join("\n");
  const edges = heights.slice(1).map((_, j) => `${j + 1} ${j + 2}`);
  return text(path, `${joints}\n#\n${edges.join("\n")}\n#\n`);
};
const SKELETON = bones("post.tgf", 0.5, 6, 11.5);

/** Heights of the joints of the document's skeleton, from the root. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const { skeleton } = window.sinew.document.getState() as DocumentState;
    return (
      skeleton?.segments.flatMap(({ head, tail }, s) => (s === 0 ? [head[1], tail[1]] : [tail[1]])) ?? null
    );
  });

test("a mesh and a skeleton that are dropped together open in Paint, as one step", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [POST, SKELETON]);
  await untilOpen(page);
  expect(await documentOf(page)).toMatchObject({ vertices: 100, frames: 1, bones: 0, name: "post" });
  expect(await heights(page)).toEqual([0.5, 6, 11.5]);
  expect((await viewState(page)).workspace).toBe("paint");
  // What finds weights comes before what needs them.
  const selection = page.getByRole("region", { name: "Selection" });
  const bind = await page.getByRole("button", { name: "Bind", exact: true }).boundingBox();
  expect((await selection.boundingBox())!.y).toBeGreaterThan(bind!.y);
  await expect(selection.getByRole("button", { name: "Flood" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(async () => (await documentOf(page)).frames).toBe(0);
  await page.getByRole("button", { name: "Redo" }).first().click();
  await expect.poll(() => heights(page)).toEqual([0.5, 6, 11.5]);
  expect(errors).toEqual([]);
});

test("a skeleton that is dropped on a mesh is fitted to it, and removed by an undo", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [POST]);
  await untilOpen(page);
  expect(await heights(page)).toBeNull();
  // A thousand times too large, and in another place.
  await drop(page, [bones("large.tgf", 5500, 11000, 16500)]);
  await expect.poll(() => heights(page)).not.toBeNull();
  const placed = (await heights(page))!;
  expect(Math.min(...placed)).toBeGreaterThan(0);
  expect(Math.max(...placed)).toBeLessThan(12);
  await expect(page.getByText("lay far outside the mesh")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => heights(page)).toBeNull();
  expect((await documentOf(page)).frames).toBe(1);
  expect(errors).toEqual([]);
});

test("one of several skeletons is chosen; a skeleton without a mesh is explained", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [SKELETON]);
  await expect(page.getByRole("alertdialog")).toContainText("post.tgf is a skeleton without a mesh");
  await page.keyboard.press("Escape");
  await drop(page, [POST]);
  await untilOpen(page);
  // The error is in the file, not in a missing mesh.
  await drop(page, [{ path: "bad.tgf", bytes: new TextEncoder().encode("1 0 0 0\n2 1 1\n#\n1 2\n") }]);
  const complaint = page.getByRole("alertdialog");
  await expect(complaint).toContainText("bad.tgf");
  await expect(complaint).not.toContainText("without a mesh");
  await page.keyboard.press("Escape");
  await drop(page, [SKELETON, bones("short.tgf", 1, 11)]);
  const dialog = page.getByRole("dialog", { name: "Choose a skeleton" });
  await dialog.getByRole("combobox", { name: "Skeleton" }).click();
  await page.getByRole("option", { name: /short/ }).click();
  await dialog.getByRole("button", { name: "Use this skeleton" }).click();
  await expect.poll(() => heights(page)).toEqual([1, 11]);
  expect(errors).toEqual([]);
});

test("a project file keeps the skeleton of a static mesh", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [POST, SKELETON]);
  await untilOpen(page);
  const saving = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const stream = await (await saving).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  await page.reload();
  await expect(page.getByText("Drop files or a folder here")).toBeVisible();
  await drop(page, [{ path: "post.sinew", bytes: new Uint8Array(Buffer.concat(parts)) }]);
  await untilOpen(page);
  expect(await heights(page)).toEqual([0.5, 6, 11.5]);
  expect((await viewState(page)).workspace).toBe("paint");
  expect(errors).toEqual([]);
});

test("a file that is left out is named, also where there is nothing to choose", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [POST, SKELETON, text("post.dmat", `2 100\n${"0.5\n".repeat(200)}`)]);
  await untilOpen(page);
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText("post.dmat holds weights without a mesh");
  await expect(messages).toContainText("post: 2 bones");
  expect(errors).toEqual([]);
});

test("a mesh that was cut short, and frames that are missing, are told on opening", async ({ page }) => {
  const errors = await openStudio(page);
  const square = (height: number) => `v 0 0 ${height}\nv 1 0 0\nv 1 1 0\nv 0 1 0\n`;
  const messages = page.getByRole("region", { name: "Messages" });
  await drop(page, [text("cut.obj", `${square(0)}f 1 2 3\n`)]);
  await expect(messages).toContainText("Not all of cut is there");
  await expect(messages).toContainText("1 point of cut.obj belongs to no face and is left out.");
  const frames = [1, 2, 4].map((n) => text(`wave.${n}.obj`, `${square(n)}f 1 2 3 4\n`));
  await drop(page, frames);
  await expect(messages).toContainText("Frame 3 is missing.");
  // The still mesh had opened in Paint. An animation without bones opens in Solve, which finds them.
  expect((await viewState(page)).workspace).toBe("solve");
  expect(errors).toEqual([]);
});
