import type { Page } from "@playwright/test";
import type { PaintState, Pane, PaneShading, ViewState } from "../../app/document/view-state";
import { DEFORMER_KINDS, type DeformerKind } from "../../workers/model/deform";

/** The scene of a golden picture: how its view differs from the initial one, and the position of the pointer. */
export interface Scene {
  name: string;
  view?: Partial<Omit<ViewState, "paint" | "openingCamera">>;
  paint?: Partial<PaintState>;
  /** Position in CSS pixels of the viewport. */
  pointer?: [x: number, y: number];
}

/** A pointer position over nothing. */
const AWAY: [number, number] = [990, 630];

/** Shows a scene, and resets everything that an earlier scene changed. */
export async function show(page: Page, { view, paint, pointer }: Scene): Promise<void> {
  await page.mouse.move(...AWAY);
  await page.evaluate(
    ([v, p]) => {
      const { view: store } = window.sinew;
      const now = store.getState() as ViewState;
      const kept = window as unknown as { firstView?: ViewState };
      kept.firstView ??= { ...now, frame: 1, selectedBone: 1, layout: "rig", shading: "clay" };
      const { workspace, theme, hovered } = now;
      const first = kept.firstView;
      store.setState({ ...first, workspace, theme, hovered, ...v, paint: { ...first.paint, ...p } });
    },
    [view ?? {}, paint ?? {}] as const,
  );
  if (!pointer) return;
  // The cursor snaps to the surface once picking knows the pose; the second move tries again.
  await page.mouse.move(pointer[0] - 1, pointer[1]);
  await page.mouse.move(...pointer);
}

const plain = { showBones: false } as const;

/** An animation with its rig, in the Solve workspace. */
export const SOLVE: Scene[] = [
  { name: "clay", view: plain },
  { name: "wireframe", view: { ...plain, showWireframe: true } },
  { name: "error", view: { ...plain, shading: "error" } },
  { name: "weights", view: { ...plain, shading: "weights" } },
  { name: "bones", view: { shading: "bones" } },
  { name: "influences", view: { ...plain, shading: "influences" } },
  { name: "source", view: { ...plain, layout: "source", frame: 0, showGrid: false } },
  { name: "overlay", view: { ...plain, layout: "overlay" } },
  { name: "side-by-side", view: { layout: "side-by-side", shading: "error" } },
  { name: "intent-map", view: { ...plain, intentMap: "density" } },
  { name: "intent-brush", view: { ...plain, intentMap: "rigid" }, pointer: [200, 160] },
];

const pane = (deformer: DeformerKind, shading: PaneShading): Pane => ({
  deformer,
  shading,
  reference: "lbs",
});
const strained = (...kinds: DeformerKind[]) => ({
  ...{ strainRange: 0.1, selectedBone: null },
  panes: kinds.map((kind) => pane(kind, "strain")),
});

/** The same rig in the Deform workspace: every deformer coloured by its strain, and every way to colour a pane. */
export const DEFORM: Scene[] = [
  { name: "deformers-classic", view: strained(...DEFORMER_KINDS.slice(0, 4)) },
  { name: "deformers-direct", view: strained(...DEFORMER_KINDS.slice(4, 8)) },
  { name: "deformers-light", view: strained(...DEFORMER_KINDS.slice(8)) },
  { name: "pane-rings", view: { panes: [pane("ddm-v0", "clay")] } },
  {
    name: "panes-coloured",
    view: { panes: [pane("ddm-v0", "difference"), pane("lbs", "weights"), pane("dm", "bones")] },
  },
  {
    name: "deform-brush",
    view: { ...plain, paintMap: "alpha", panes: [pane("lbs", "clay"), pane("ddm-v0", "strength")] },
    pointer: [350, 200],
  },
];

/** The same rig in the Paint workspace. */
export const PAINT: Scene[] = [
  { name: "paint-brush", view: plain, pointer: [200, 160] },
  { name: "paint-brush-through", view: plain, paint: { reach: "through", radius: 70 }, pointer: [200, 160] },
  { name: "paint-bones", view: plain, paint: { colours: "bones", rest: true } },
];

/** A body with a skeleton, before it is bound. */
export const SKELETON: Scene[] = [
  {
    name: "skeleton",
    view: { frame: 0, segment: { segment: 2, end: "tail" } },
    paint: { tool: "skeleton", colours: "clay" },
  },
];

/** The same body, bound. */
export const BOUND: Scene[] = [
  { name: "bound-markers", view: { frame: 0, selectedBone: 2 }, paint: { tool: "attach" } },
  { name: "bound-strain", view: { ...plain, frame: 0 }, paint: { colours: "energy", energyEnd: 0.2 } },
  { name: "bound-exemplar", view: { ...plain, frame: 0 }, paint: { colours: "bones", exemplar: 1 } },
];

/** Two results in the Compare workspace: as framed first, and after one camera has turned. */
export const COMPARE: Scene[] = [
  { name: "compare", view: { frame: 3 } },
  { name: "compare-turned", view: { frame: 8 } },
];

export const SCENES = [...SOLVE, ...DEFORM, ...PAINT, ...SKELETON, ...BOUND, ...COMPARE];
export const THEMES = ["dark", "light"] as const;
