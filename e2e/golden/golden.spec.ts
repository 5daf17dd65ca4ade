import { expect, type Page, test } from "@playwright/test";
import { bind, openBody } from "../../tools/studio-driver/binding-page";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { openWithRig, texturedGlb } from "../../tools/studio-driver/files/textured-files";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import {
  AS_USERS_SEE,
  drop,
  openStudio,
  performByName,
  setSolve,
  typeInto,
  untilOpen,
  viewState,
} from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { strictCloth } from "../../workers/testing/strict-rigs";
import { lobedProject } from "../paint/lobed-project";
import { DEFORM } from "./deform-scenes";
import { FAULTS } from "./faults";
import { frame } from "./frame";
import { picturePath } from "./paths";
import { COMPARES, isGolden, RECORDS, record, STILL_AT_FIRST, WHY_NOT } from "./pictures";
import { CLOSE, recordFault } from "./record-fault";
import {
  BOUND,
  COMPARE,
  PAINT,
  REDUCED,
  type Scene,
  SKELETON,
  SOLVE,
  TEXTURED,
  THEMES,
  TREE,
} from "./scenes";
import { pointIn, show } from "./show";
import { MIRRORED, STATES } from "./state-scenes";

test.skip(!COMPARES, WHY_NOT);
// The scenes are set up by pointer and keys, with dozens of menus while a software GPU draws four views.
test.setTimeout(400_000);
// The style that sets the viewport's size is not the studio's own. No picture shows motion of the page, whose frames
// take an eighth of the time.
test.use({
  viewport: { width: 1000, height: 640 },
  bypassCSP: true,
  contextOptions: { reducedMotion: "reduce" },
});

/**
 * The themes to look at scene n in. WebGL2: both, the current one first, because a switch costs as much as several
 * pictures. WebGPU: one and the other by turns, because a theme is only colours, and a software GPU takes three times
 * as long for these pictures.
 */
function themesOf(n: number, onWebGpu: boolean): readonly (typeof THEMES)[number][] {
  const [first, second] = n % 2 === 0 ? THEMES : [...THEMES].reverse();
  return onWebGpu ? [first] : [first, second];
}

/** Compares scenes with their pictures. */
async function lookAt(page: Page, scenes: Scene[]): Promise<void> {
  const onWebGpu = test.info().project.name === "webgpu";
  let first = true;
  for (const [n, scene] of scenes.filter(({ isPanel }) => !(isPanel && onWebGpu)).entries()) {
    await show(page, scene);
    for (const theme of themesOf(n, onWebGpu)) {
      await inTheme(page, theme);
      await pointIn(page, scene);
      const name = `${scene.name}-${theme}`;
      if (RECORDS) await record(page, picturePath(name), first ? STILL_AT_FIRST : undefined);
      else await isGolden(page, name);
      first = false;
    }
  }
}

/** Switches to a theme by the palette, which needs no pointer. */
async function inTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  if ((await viewState(page)).theme !== theme) await performByName(page, "Light theme");
  expect((await viewState(page)).theme).toBe(theme);
}

for (const [what, scenes, closer] of [
  ["an animation and its rig match", SOLVE, CLOSE],
  ["deformers match", DEFORM, 1],
  ["a tree of bones and its joints match", TREE, 1],
  ["painted weights match", PAINT, 1],
  ["selected, masked and hidden vertices, other views and layers match", STATES, 1],
] as const) {
  test(`${what} their pictures`, async ({ page }) => {
    await withRig(page, AS_USERS_SEE);
    await frame(page, closer);
    await lookAt(page, scenes);
  });
}

test("a skeleton and its weights match their pictures", async ({ page }) => {
  await openBody(page, AS_USERS_SEE);
  await bind(page);
  await frame(page);
  await lookAt(page, [...SKELETON, ...BOUND]);
});

test("textures match their pictures", async ({ page }) => {
  await openStudio(page, AS_USERS_SEE);
  await openWithRig(page, "bar.glb", await texturedGlb());
  await expect.poll(async () => (await viewState(page)).backend, { timeout: 60_000 }).not.toBeNull();
  await frame(page, 1);
  await lookAt(page, TEXTURED);
});

/** Reduces a cloth to two influences by every method, until each has a result. */
async function reduceCloth(page: Page): Promise<void> {
  const { sequence, rig } = strictCloth({ bones: 8, frames: 12 });
  await openStudio(page, AS_USERS_SEE);
  await drop(page, [{ path: "cloth.sinew", bytes: writeProject({ sequence, rig, report: null }) }]);
  await untilOpen(page);
  await enterWorkspace(page, "Reduce");
  await typeInto(page, "At most", "2");
  await page.getByRole("button", { name: "Reduce with all methods" }).first().click();
  const table = page.getByRole("table", { name: "Methods" });
  await expect(table.getByRole("row")).toHaveCount(8, { timeout: 200_000 });
  await expect(page.getByText(/^Reducing: /)).toHaveCount(0, { timeout: 200_000 });
}

test("reductions match their pictures", async ({ page }, { project }) => {
  test.skip(project.name === "webgpu", "A software GPU compiles these shaders for minutes.");
  await reduceCloth(page);
  await frame(page);
  await lookAt(page, REDUCED);
});

/** Solves the bar with two and with four bones in the Compare workspace, and shows the results side by side. */
async function compareTwo(page: Page): Promise<void> {
  await openStudio(page, AS_USERS_SEE);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setSolve(page, { Iterations: 4 });
  await page.getByRole("button", { name: "Compare workspace" }).click();
  for (const method of ["SSDR", "HIS", "EP-LBS", "FSD", "LSSP", "SMA"]) {
    await page.getByRole("checkbox", { name: method, exact: true }).click();
  }
  const counts = page.getByRole("textbox", { name: "Bone counts" });
  await counts.fill("2, 4");
  await counts.press("Enter");
  await page.getByRole("button", { name: "Add 2 runs" }).click();
  await expect(page.getByRole("button", { name: "B: Auto, 4 bones" })).toBeVisible({ timeout: 60_000 });
}

test("vertices without a mirror image match their pictures", async ({ page }) => {
  await openStudio(page, AS_USERS_SEE);
  await drop(page, [lobedProject("body", 12, 0.6)]);
  await untilOpen(page);
  await frame(page);
  await lookAt(page, MIRRORED);
});

test("two results side by side match their pictures, and turn together", async ({ page }) => {
  await compareTwo(page);
  await frame(page);
  const [facing, turned] = COMPARE;
  await lookAt(page, [facing]);
  await page.mouse.move(60, 240);
  await page.mouse.down();
  await page.mouse.move(120, 200, { steps: 6 });
  await page.mouse.up();
  await lookAt(page, [turned]);
});

if (RECORDS) {
  for (const fault of FAULTS) {
    test(`records a picture ${fault.what}`, async ({ page }) => {
      await recordFault(page, fault);
    });
  }
}
