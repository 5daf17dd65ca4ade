import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { openWithRig } from "../../tools/studio-driver/files/textured-files";
import { chooseOption } from "../../tools/studio-driver/looks";
import { openStudio } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { shapedShells, withShapedFrames } from "../../workers/formats/gltf/testing/shaped";
import { UNWATCHED } from "../../workers/model/task";

const NAMES = ["smile", "blink", "jaw open"];

/** Opens a GLB with a skeleton and three morph targets, which its clip plays, and the export dialog. */
async function openShaped(page: Page): Promise<void> {
  const { sequence, rig } = withShapedFrames(shapedShells(4));
  const { bytes } = await exportFile(sequence, rig, { influences: 0, clips: [], upAxis: "y" }, UNWATCHED);
  await openStudio(page);
  await openWithRig(page, "face.glb", bytes);
  await page.getByRole("button", { name: "Export…" }).click();
}

const field = (page: Page) => page.getByRole("combobox", { name: "Morph targets" });

async function exported(page: Page): Promise<Buffer> {
  const button = page.getByRole("dialog").getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return readFile(await download.path());
}

interface MeshJson {
  extras?: { targetNames?: string[] };
  primitives: { targets?: unknown[] }[];
}

/** Names of the morph targets of a GLB, each once, and the number of its tracks of weights. */
function targetsOf(glb: Buffer): { names: string[]; tracks: number } {
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
  const meshes: MeshJson[] = json.meshes;
  for (const { extras, primitives } of meshes) {
    expect(primitives[0].targets?.length ?? 0).toBe(extras?.targetNames?.length ?? 0);
  }
  const channels: { target: { path: string } }[] = json.animations[0].channels;
  return {
    names: [...new Set(meshes.flatMap(({ extras }) => extras?.targetNames ?? []))],
    tracks: channels.filter(({ target }) => target.path === "weights").length,
  };
}

test("morph targets of the source go to a GLB, or stay out of it", async ({ page }) => {
  await openShaped(page);
  const dialog = page.getByRole("dialog");
  await expect(field(page)).toHaveText("Automatic");
  await expect(dialog.getByText("3 morph targets of the source.", { exact: false })).toBeVisible();
  const playing = dialog.getByText("Clips play the source's 3 morph targets", { exact: false });
  const lost = dialog.getByText(/^Morph targets of the source are left out: (\w[\w ]*, ){2}\w[\w ]*\.$/);
  await expect(playing).toBeVisible({ timeout: 30_000 });
  await expect(lost).toHaveCount(0);
  // With the morph targets the file has almost no error. Without them it has the error of the bones alone.
  const error = dialog.getByText("Error in the file").locator("..");
  await expect(error).toContainText("bones alone");
  await expect(dialog.getByText(/^This changes the error from .+ to .+\.$/)).toBeVisible();
  const size = dialog.getByRole("group", { name: "Size" });
  const whole = await size.textContent();
  await chooseOption(page, "Morph targets", "Keep at rest");
  await expect(dialog.getByText("Clips leave the source's 3 morph targets at rest.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(error).toContainText("same as the rig");
  await chooseOption(page, "Morph targets", "Play in clips");
  await expect(dialog.getByText("Clips play the source's 3 morph targets.")).toBeVisible({ timeout: 30_000 });
  await chooseOption(page, "Morph targets", "Leave out");
  await expect(lost).toBeVisible();
  await expect(playing).toHaveCount(0, { timeout: 30_000 });
  await expect(size).not.toHaveText(whole!, { timeout: 30_000 });
  expect(targetsOf(await exported(page))).toEqual({ names: [], tracks: 0 });

  await page.getByRole("button", { name: "Export…" }).click();
  await expect(field(page)).toHaveText("Automatic");
  const kept = targetsOf(await exported(page));
  expect(kept.names.sort()).toEqual([...NAMES].sort());
  expect(kept.tracks).toBe(2);
});

test("FBX and USD have the morph targets of the source as blend shapes", async ({ page }) => {
  await openShaped(page);
  await chooseOption(page, "Format", "FBX");
  const fbx = (await exported(page)).toString("latin1");
  for (const name of NAMES) expect(fbx).toContain(`${name}\0\x01SubDeformer`);
  await page.getByRole("button", { name: "Export…" }).click();
  await chooseOption(page, "Format", "USDZ");
  const usd = (await exported(page)).toString("latin1");
  for (const name of ["smile", "blink", "jaw_open"]) expect(usd).toContain(`def BlendShape "${name}"`);
  await page.getByRole("button", { name: "Export…" }).click();
  await chooseOption(page, "Format", "USDZ");
  await chooseOption(page, "Morph targets", "Leave out");
  await expect(page.getByText(/^Morph targets of the source are left out/)).toBeVisible();
  expect((await exported(page)).toString("latin1")).not.toContain("def BlendShape");
});
