import { expect, type Page } from "@playwright/test";
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
