import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { chooseOption } from "../../tools/studio-driver/looks";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { movingShells } from "../../workers/testing/sequences";
import { strictCloth } from "../../workers/testing/strict-rigs";
import { NO_PICTURE } from "../no-picture";

/** A character of eight bones that walks 3 units forward. */
async function openWalker(page: Page, size?: number): Promise<void> {
  const { sequence, rig } = strictCloth({ bones: 8, frames: 40, travel: [3, 0, 0], ...(size && { size }) });
  await openStudio(page);
  await drop(page, [{ path: "walker.sinew", bytes: writeProject({ sequence, rig, report: null }) }]);
  await untilOpen(page);
  await page.getByRole("button", { name: "Export…" }).click();
}

const exportButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });

const exportFor = (page: Page, target: string) =>
  page.getByRole("dialog").getByRole("button", { name: `Export for ${target}`, exact: true });

/** Presses Export when the file is ready. */
async function saved(page: Page): Promise<{ name: string; bytes: Buffer }> {
  await expect(exportButton(page)).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), exportButton(page).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The JSON of a GLB. */
const jsonOf = (glb: Buffer) => JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());

test("a skeleton is exported as BVH with the chosen order of rotations", async ({ page }) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await chooseOption(page, "Format", "BVH");
  await dialog.getByRole("combobox", { name: "Rotations" }).click();
  await page.getByRole("option", { name: "X, Y, Z" }).click();
  const { name, bytes } = await saved(page);
  expect(name).toBe("cloth.bvh");
  const text = bytes.toString();
  expect(text.match(/^\s*(ROOT|JOINT) bone_\d$/gm)).toHaveLength(8);
  expect(text).toContain("CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation");
  expect(text).toContain("Frames: 40");
});

test("a skeleton is exported as .tgf, and the dialog says what it lacks", async ({ page }) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await chooseOption(page, "Format", ".tgf");
  await expect(dialog.getByText("A .tgf has no names: the bones are numbered in their order.")).toBeVisible();
  const { name, bytes } = await saved(page);
  expect(name).toBe("cloth.tgf");
  expect(bytes.toString()).toMatch(/^1 \S+ \S+ \S+\n[^#]+#\n1 2 1 0 0\n/);
});

test("a GLB has fewer keys, its root motion on a bone of its own, and its loop closed", async ({ page }) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/loops apart from its travel/)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole("checkbox", { name: "Reduce keys" }).click();
  await expect(dialog.getByText(/^Moves no vertex by more than/)).toBeVisible();
  await chooseOption(page, "Root motion", "Extract");
  await dialog.getByRole("checkbox", { name: "Close loops" }).click();
  await expect(dialog.getByText(/The difference is spread over the clip/)).toBeVisible({ timeout: 30_000 });
  const tolerance = dialog.getByRole("spinbutton", { name: "Tolerance" });
  await tolerance.focus();
  await expect(tolerance).toHaveAttribute("aria-valuetext", /^[\d.]+\smm$/);
  await page.keyboard.type("50");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Moves no vertex by more than 50.0 mm.")).toBeVisible();
  await expect(dialog.getByText(/^of \d/)).toBeVisible({ timeout: 30_000 });
  const { bytes } = await saved(page);
  const { skins, nodes, animations, accessors } = jsonOf(bytes);
  expect(skins[0].joints).toHaveLength(9);
  expect(nodes[skins[0].joints[0]].name).toBe("root");
  const { samplers, channels } = animations[0];
  const moved = channels.filter(({ target }: { target: { path: string } }) => target.path === "translation");
  // Only the new bone moves on. The hips below it only turn.
  expect(moved.map(({ target }: { target: { node: number } }) => nodes[target.node].name)).toEqual(["root"]);
  const keys = samplers.map(({ input }: { input: number }) => accessors[input].count);
  expect(Math.max(...keys)).toBeLessThan(41);
  expect(keys.reduce((a: number, b: number) => a + b)).toBeLessThan(0.7 * 40 * 11);
});

test("levels of detail share the skeleton, and the dialog shows bones, size and error of each", async ({
  page,
}) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Levels of detail" }).click();
  await dialog.getByRole("textbox", { name: "Bones per level" }).fill("5, 3");
  const rows = dialog.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(4, { timeout: 60_000 });
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
  expect(cells.map(([bones]) => bones)).toEqual(["8", "5", "3"]);
  const [sizes, errors] = [1, 2].map((n) =>
    cells.map((row) => Number.parseFloat(row[n].replace(/[^0-9.]/g, ""))),
  );
  expect(sizes[2]).toBeLessThan(sizes[0]);
  expect(errors[2]).toBeGreaterThan(errors[0]);
  // Three files, whose joints have names of the whole skeleton.
  const files: { name: string; joints: string[] }[] = [];
  const arrived = new Promise<void>((resolve) => {
    page.on("download", async (download) => {
      const { nodes, skins } = jsonOf(await readFile(await download.path()));
      const joints = skins[0].joints.map((n: number) => nodes[n].name);
      files.push({ name: download.suggestedFilename(), joints });
      if (files.length === 3) resolve();
    });
  });
  await expect(exportButton(page)).toBeEnabled({ timeout: 30_000 });
  await exportButton(page).click();
  await arrived;
  await expect(page.getByText(/and 2 levels of detail/)).toBeVisible();
  const byName = new Map(files.map(({ name, joints }) => [name, joints]));
  expect([...byName.keys()].sort()).toEqual(["cloth-3.glb", "cloth-5.glb", "cloth.glb"]);
  const whole = byName.get("cloth.glb")!;
  for (const [name, count] of [
    ["cloth-5.glb", 5],
    ["cloth-3.glb", 3],
  ] as const) {
    expect(byName.get(name)).toHaveLength(count);
    for (const joint of byName.get(name)!) expect(whole).toContain(joint);
  }
  // A level that cannot be made says why.
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByRole("checkbox", { name: "Levels of detail" }).click();
  await dialog.getByRole("textbox", { name: "Bones per level" }).fill("99");
  await expect(dialog.getByText(/A level of 99 bones cannot be made/)).toBeVisible({ timeout: 30_000 });
});

test("a target sets its options, the dialog lists the compromises, and changed options get dots", async ({
  page,
}) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Mobile" }).click();
  await expect(dialog.getByText("What the file has")).toBeVisible();
  await expect(dialog.getByText(/^Read back: every vertex in all frames is within/)).toBeVisible({
    timeout: 30_000,
  });
  const size = dialog.getByRole("group", { name: "Size" });
  const packed = await size.textContent();
  await chooseOption(page, "Compression", "None");
  await expect(size).not.toHaveText(packed!, { timeout: 30_000 });
  await chooseOption(page, "Compression", "Integers, packed");
  await expect(size).toHaveText(packed!, { timeout: 30_000 });
  // The sentence about integers offers the finer ones, which the file then has.
  await dialog.getByRole("button", { name: "Use 16 bits" }).click();
  await expect(dialog.getByRole("combobox", { name: "Precision" })).toContainText("Fine");
  await expect(size).not.toHaveText(packed!, { timeout: 30_000 });
  await expect(dialog.getByRole("button", { name: "Use 16 bits" })).toHaveCount(0);
  const button = dialog.getByRole("button", { name: "Export for Mobile" });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const { extensionsRequired } = jsonOf(await readFile(await download.path()));
  expect(extensionsRequired).toEqual(["KHR_mesh_quantization", "EXT_meshopt_compression"]);
});

test("frames of a deformer are exported as an Alembic archive, and a cancel keeps the dialog", async ({
  page,
}) => {
  await openWalker(page, 61);
  const dialog = page.getByRole("dialog");
  await chooseOption(page, "Format", "PC2");
  await chooseOption(page, "Deformer", "Dual quaternions");
  const [mesh] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save as OBJ" }).click(),
  ]);
  expect(mesh.suggestedFilename()).toBe("cloth.obj");
  const lines = (await readFile(await mesh.path(), "utf8")).split("\n");
  const cache = await saved(page);
  expect(cache.name).toBe("cloth.pc2");
  const points = cache.bytes.readInt32LE(16);
  expect(cache.bytes.readInt32LE(28)).toBe(40);
  expect(cache.bytes).toHaveLength(32 + 12 * points * 40);
  expect(lines.filter((line) => line.startsWith("v "))).toHaveLength(points);
  await page.getByRole("button", { name: "Export…" }).click();
  await chooseOption(page, "Format", "Alembic");
  // A direct deformer is prepared for 3721 vertices before its first frame, so there is time to cancel.
  await chooseOption(page, "Deformer", "Direct Delta Mush v0");
  await exportButton(page).click();
  await dialog.getByRole("button", { name: "Cancel the export" }).click();
  await expect(exportButton(page)).toBeEnabled();
  await chooseOption(page, "Deformer", "Linear blend");
  const archive = await saved(page);
  expect(archive.name).toBe("cloth.abc");
  expect(archive.bytes.subarray(0, 5).toString()).toBe("Ogawa");
  // Byte 5 says that the archive is complete.
  expect(archive.bytes[5]).toBe(0xff);
});

test("the file size is limited, and the dialog lists what was reduced", async ({ page }) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await expect(exportButton(page)).toBeEnabled({ timeout: 30_000 });
  await dialog.getByRole("checkbox", { name: "Limit file size" }).click();
  const trades = dialog.getByRole("region", { name: "Reduced for size" });
  await expect(trades.getByText(/compression/).first()).toBeVisible({ timeout: 60_000 });
  const field = dialog.getByRole("spinbutton", { name: "At most" });
  await expect(field).toBeInViewport();
  const first = Number(await field.getAttribute("aria-valuenow"));
  const curve = dialog.getByRole("figure", { name: "Error against size" });
  await expect(curve.getByRole("button", { pressed: true })).toHaveCount(1);
  await curve
    .getByRole("button", { name: /^Allow/, pressed: false })
    .first()
    .click();
  await expect(field).not.toHaveAttribute("aria-valuenow", String(first));
  await expect(exportButton(page)).toBeEnabled({ timeout: 60_000 });
  const most = 1000 * Number(await field.getAttribute("aria-valuenow"));
  const { bytes } = await saved(page);
  expect(bytes.length).toBeLessThanOrEqual(most);
});

test("a size that no file can have is refused with the smallest one, which it offers", async ({ page }) => {
  await openWalker(page);
  const dialog = page.getByRole("dialog");
  await expect(exportButton(page)).toBeEnabled({ timeout: 30_000 });
  await dialog.getByRole("checkbox", { name: "Limit file size" }).click();
  const field = dialog.getByRole("spinbutton", { name: "At most" });
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^The smallest possible file has .*, more than 1/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(exportButton(page)).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: /^allow/ }).click();
  await expect(exportButton(page)).toBeEnabled({ timeout: 60_000 });
  const most = 1000 * Number(await field.getAttribute("aria-valuenow"));
  const { bytes } = await saved(page);
  expect(bytes.length).toBeLessThanOrEqual(most);
});

test(
  "for each target the dialog says what the rig lacks, and marks what is lost",
  NO_PICTURE,
  async ({ page }) => {
    const { sequence, rig } = movingShells({ shells: 3, detail: 1 });
    await openStudio(page);
    await drop(page, [{ path: "shells.sinew", bytes: writeProject({ sequence, rig, report: null }) }]);
    await untilOpen(page);
    await page.getByRole("button", { name: "Export…" }).click();
    const dialog = page.getByRole("dialog");
    const lacks = dialog.getByText(
      "Humanoid needs one skeleton, but none of the 3 bones has a parent. The Skeleton workspace finds a hierarchy.",
    );
    await expect(dialog.getByText("Nothing of the rig is lost.")).toBeVisible({ timeout: 30_000 });
    await expect(lacks).toBeHidden();
    await dialog.getByText(/^Humanoid/).click();
    await expect(lacks).toBeVisible();
    await expect(dialog.getByText("What the file has")).toBeVisible();

    await expect(exportFor(page, "Humanoid")).toBeEnabled({ timeout: 30_000 });
    await page.keyboard.press("ArrowUp");
    await expect(dialog.getByText("What PlayCanvas gets")).toBeVisible();
    await expect(lacks).toBeHidden();
    // Its files have integers, which are never free.
    await expect(dialog.getByText(/integers instead of floats/i)).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByText("Nothing of the rig is lost.")).toBeHidden();
  },
);
