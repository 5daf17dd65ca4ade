import { expect, type Page } from "@playwright/test";
import { DEFORMERS } from "../../app/document/deform/deform-text";
import { at, takeBone } from "../../tools/studio-driver/binding-page";
import { colourBy, setBrush, takeTool } from "../../tools/studio-driver/brush";
import { connectBones, enterWorkspace, hideBones } from "../../tools/studio-driver/looks";
import {
  goToFrame,
  leaveField,
  performByName,
  selectBones,
  typeInto,
  viewState,
} from "../../tools/studio-driver/studio";
import { DEFORMER_KINDS, type DeformerKind } from "../../workers/model/deform";

/** The scene of a golden picture: the acts after the previous scene, and the position of the pointer. */
export interface Scene {
  name: string;
  act(page: Page): Promise<void>;
  /** Position in CSS pixels of the viewport. */
  pointer?: [x: number, y: number];
  /** It shows a panel, which covers the picture and does not depend on what draws: compared on WebGL2 alone. */
  isPanel?: true;
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  await leaveField(page);
  for (const key of keys) await page.keyboard.press(key);
}

/** Colours the surface in the Solve workspace. */
const shade = (page: Page, shading: string) => performByName(page, `Shading: ${shading}`);

/** An animation with its rig, in the Solve workspace. */
export const SOLVE: Scene[] = [
  {
    name: "clay",
    act: async (page) => {
      await goToFrame(page, 1);
      await selectBones(page, 1);
      await hideBones(page);
      await shade(page, "clay");
    },
  },
  { name: "wireframe", act: (page) => press(page, "w") },
  {
    name: "error",
    act: async (page) => {
      await press(page, "w");
      await shade(page, "error");
    },
  },
  { name: "weights", act: (page) => shade(page, "weights") },
  {
    name: "bones",
    act: async (page) => {
      await press(page, "b");
      await shade(page, "bone colours");
    },
  },
  {
    name: "influences",
    act: async (page) => {
      await hideBones(page);
      await shade(page, "influences");
    },
  },
  {
    name: "source",
    act: async (page) => {
      await shade(page, "clay");
      await press(page, "1", "g", "Home");
    },
  },
  { name: "overlay", act: (page) => press(page, "3", "g", "ArrowRight") },
  {
    name: "side-by-side",
    act: async (page) => {
      await press(page, "4", "b");
      await shade(page, "error");
    },
  },
  {
    name: "intent-map",
    act: async (page) => {
      await shade(page, "clay");
      await press(page, "2", "b");
      await performByName(page, "Paint “more bones here”");
    },
  },
  {
    name: "intent-brush",
    act: (page) => performByName(page, "Paint “keep rigid”"),
    pointer: [200, 160],
  },
];

/** Chooses an option in the menu of a pane, if it is not chosen already. */
async function choose(page: Page, menu: string, choice: string): Promise<void> {
  const trigger = page.getByRole("button", { name: `${menu}: ` });
  if ((await trigger.getAttribute("aria-label")) === `${menu}: ${choice}`) return;
  await trigger.click();
  await page
    .getByRole("menuitemradio", { name: new RegExp(`^${choice}`) })
    .first()
    .click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** Adds or removes views of the Deform workspace, and chooses what each shows. */
export async function showPanes(page: Page, ...panes: [DeformerKind, shading: string][]): Promise<void> {
  const { length: count } = (await viewState(page)).panes;
  // Use keys, because small views have no room for the buttons.
  for (let n = count; n > panes.length; n--) await press(page, "Shift+X");
  for (let n = count; n < panes.length; n++) await press(page, "Shift+A");
  expect((await viewState(page)).panes).toHaveLength(panes.length);
  // Change the second view last, and always, because the view that was changed last is marked.
  for (const n of [0, 2, 3, 1].filter((each) => each < panes.length)) {
    const [kind, shading] = panes[n];
    await choose(page, `Deformer of view ${n + 1}`, DEFORMERS[kind].name);
    if (n === 1) await choose(page, "Shading of view 2", shading === "Clay" ? "Weights" : "Clay");
    await choose(page, `Shading of view ${n + 1}`, shading);
  }
  await leaveField(page);
}

/** Deformers of any rig; only a compressed one has two layers. */
const KINDS = DEFORMER_KINDS.filter((kind) => kind !== "two-layer");

const strained = (page: Page, kinds: readonly DeformerKind[]) =>
  showPanes(page, ...kinds.map((kind): [DeformerKind, string] => [kind, "Strain"]));

/** The same rig in the Deform workspace: every deformer coloured by its strain, and every shading of a pane. */
export const DEFORM: Scene[] = [
  {
    name: "deformers-classic",
    act: async (page) => {
      await goToFrame(page, 1);
      await enterWorkspace(page, "Deform");
      await expect
        .poll(() => page.evaluate(() => window.sinew.prepared.getState().direct !== null))
        .toBe(true);
      await strained(page, KINDS.slice(0, 4));
      const end = page.getByRole("slider", { name: "Where the ramp ends" }).first();
      for (let n = 0; n < 4; n++) await end.press("Shift+ArrowLeft");
      await leaveField(page);
      expect((await viewState(page)).strainRange).toBeCloseTo(0.1, 6);
    },
  },
  { name: "deformers-direct", act: (page) => strained(page, KINDS.slice(4, 8)) },
  { name: "deformers-light", act: (page) => strained(page, KINDS.slice(8)) },
  {
    name: "pane-rings",
    act: async (page) => {
      await showPanes(page, ["ddm-v0", "Clay"]);
      await selectBones(page, 1);
    },
  },
  {
    name: "panes-coloured",
    act: (page) =>
      showPanes(page, ["ddm-v0", DEFORMERS.lbs.name], ["lbs", "Weights"], ["dm", "Bone colours"]),
  },
  {
    name: "deform-brush",
    act: async (page) => {
      await hideBones(page);
      await showPanes(page, ["lbs", "Clay"], ["ddm-v0", "Clay"]);
      await page.getByRole("button", { name: "Paint slide strength" }).click();
    },
    pointer: [350, 200],
  },
];

/** The same rig in the Paint workspace. */
export const PAINT: Scene[] = [
  {
    name: "paint-brush",
    act: async (page) => {
      await goToFrame(page, 1);
      await selectBones(page, 1);
      await hideBones(page);
      await enterWorkspace(page, "Paint");
      await takeTool(page, "weight");
    },
    pointer: [200, 160],
  },
  {
    name: "paint-brush-through",
    act: (page) => setBrush(page, { reach: "through", radius: 70 }),
    pointer: [200, 160],
  },
  {
    name: "paint-bones",
    act: async (page) => {
      await colourBy(page, "Bone colours");
      await setBrush(page, { rest: true });
    },
  },
];

/** The solve's bones as one tree, in the Skeleton workspace. */
export const TREE: Scene[] = [
  {
    name: "tree",
    act: async (page) => {
      await goToFrame(page, 1);
      await connectBones(page);
      await selectBones(page, 1);
    },
  },
];

/** A bound body with its skeleton: the joint in the middle of the arm at +x. */
export const SKELETON: Scene[] = [
  {
    name: "skeleton",
    act: async (page) => {
      await colourBy(page, "Clay");
      await takeTool(page, "skeleton");
      await page.mouse.click(...(await at(page, [1.9, 1.5, 0])));
      expect((await viewState(page)).segment?.end).not.toBeNull();
    },
  },
];

/** The same body with its brushes. */
export const BOUND: Scene[] = [
  {
    name: "bound-markers",
    act: async (page) => {
      await takeTool(page, "attach");
      await colourBy(page, "Weights");
      await takeBone(page, 2);
    },
  },
  {
    name: "bound-strain",
    act: async (page) => {
      await takeTool(page, "weight");
      await hideBones(page);
      await colourBy(page, "Strain");
      await typeInto(page, "Strain at the end of the ramp", "20");
    },
  },
  {
    name: "bound-exemplar",
    act: async (page) => {
      await colourBy(page, "Bone colours");
      await press(page, ".", ".");
      expect((await viewState(page)).paint.exemplar).toBe(1);
    },
  },
];

/** Two results in the Compare workspace, before and after one camera was turned. */
export const COMPARE: Scene[] = [
  { name: "compare", act: (page) => goToFrame(page, 3) },
  { name: "compare-turned", act: (page) => goToFrame(page, 8) },
];

/** A textured bar with its rig: in its own materials during playback, beside the source, posed and painted. */
export const TEXTURED: Scene[] = [
  {
    name: "textures",
    act: async (page) => {
      await hideBones(page);
      await goToFrame(page, 3);
      await press(page, "4", "g");
      expect((await viewState(page)).shading).toBe("textures");
    },
  },
  {
    name: "textures-panes",
    act: async (page) => {
      await enterWorkspace(page, "Deform");
      await leaveField(page);
      expect((await viewState(page)).panes.map(({ shading }) => shading)).toEqual(["textures", "textures"]);
    },
  },
  {
    name: "textures-painted",
    act: async (page) => {
      await enterWorkspace(page, "Paint");
      await takeTool(page, "weight");
      await colourBy(page, "Textures");
    },
    pointer: [200, 160],
  },
];

/** Shows a result of the Reduce workspace in view B. */
async function showReduced(page: Page, method: RegExp): Promise<void> {
  await page.getByRole("table", { name: "Methods" }).getByRole("row", { name: method }).click();
  await leaveField(page);
}

/** Reductions in two linked views: exceptional vertices, normals, and virtual bones. */
export const REDUCED: Scene[] = [
  {
    name: "reduced",
    act: async (page) => {
      await goToFrame(page, 6);
      await showReduced(page, /k-largest/);
    },
  },
  {
    name: "reduced-normals",
    act: async (page) => {
      await page.getByRole("button", { name: "Shading: " }).click();
      await page.getByRole("menuitemradio", { name: /^Normals/ }).click();
      await showReduced(page, /Sinew/);
    },
  },
  {
    name: "reduced-layers",
    act: async (page) => {
      await showReduced(page, /Two-layer/);
    },
  },
];

export const THEMES = ["dark", "light"] as const;
