import type { DeformerKind } from "../../../workers/model/deform";
import { INTENT_MAPS } from "../../document/solve/intent-maps";
import type {
  MapShading,
  Pane,
  PaneShading,
  ReducedShading,
  Shading,
  ViewLayout,
  ViewState,
} from "../../document/view-state";
import type { PaintMap } from "../../document/weights/paint-maps";

/** A mesh that can be drawn: the source, or a deformer's result for the rig. The plain rig uses linear blending. */
export type MeshName = "source" | DeformerKind | CandidateMesh;

/** The rigs of a comparison, both posed by linear blending. */
export const CANDIDATES = ["rig-a", "rig-b"] as const;
export type CandidateMesh = (typeof CANDIDATES)[number];

export const isCandidate = (name: MeshName): name is CandidateMesh => name === "rig-a" || name === "rig-b";

/** A part of the canvas that shows one mesh. */
export interface View extends PaneRect {
  mesh: MeshName;
}

export type SurfaceShadingName = Shading | PaneShading | MapShading | ReducedShading;

/** How the mesh of a view is drawn. */
export interface Look {
  shading: SurfaceShadingName;
  /** The reference of an error. */
  reference: MeshName;
  /** The mesh whose error is subtracted from its own. */
  less?: MeshName;
  /** Shows the source over it as a ghost. */
  ghost: boolean;
  /** Shows ghosts of neighbouring source frames. */
  onion?: boolean;
  /** Marks the open edges of the surface. */
  rim?: boolean;
  /** Draws its bones, which can be picked. */
  bones: boolean;
}

/** Shadings that compare with another pose. */
const COMPARING: ReadonlySet<string> = new Set([
  "error",
  "difference",
  "normals",
  "change",
  "normals-change",
]);

export const comparesPoses = ({ shading }: Look): boolean => COMPARING.has(shading);

/** Pixels between two views. */
const GAP = 2;

/** The views of a layout on a canvas; only the source if there is no rig. */
export function viewsOf(layout: ViewLayout, hasRig: boolean, width: number, height: number): View[] {
  const whole = { left: 0, top: 0, width, height };
  if (!hasRig || layout === "source") return [{ mesh: "source", ...whole }];
  if (layout !== "side-by-side") return [{ mesh: "lbs", ...whole }];
  const half = Math.max(1, Math.floor((width - GAP) / 2));
  return [
    { mesh: "source", ...whole, width: half },
    { mesh: "lbs", ...whole, left: half + GAP, width: Math.max(1, width - half - GAP) },
  ];
}

/** A part of the canvas, CSS pixels from its top left. */
export interface PaneRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The parts of a canvas for `count` panes, row by row, as square as possible: columns on a wide canvas, rows on a high
 * one. The panes of the last row share its width. Panes have a gap between them.
 */
export function paneRects(count: number, width: number, height: number): PaneRect[] {
  let columns = 1;
  let best = 0;
  for (let c = 1; c <= count; c++) {
    const side = Math.min(width / c, height / Math.ceil(count / c));
    if (side > best) [columns, best] = [c, side];
  }
  const rows = Math.ceil(count / columns);
  const rects: PaneRect[] = [];
  for (let r = 0; r < rows; r++) {
    const inRow = Math.min(columns, count - r * columns);
    const [top, bottom] = span(r, rows, height);
    for (let c = 0; c < inRow; c++) {
      const [left, right] = span(c, inRow, width);
      rects.push({ left, top, width: right - left, height: bottom - top });
    }
  }
  return rects;
}

/**
 * CSS pixels that the tools of the Paint workspace cover at the left of a wide view, as in `PaintChrome.module.css`. In
 * a narrow view they are icons and cover little, so the mesh keeps its size.
 */
export const paintToolsWidth = (viewWidth: number): number => (viewWidth > 760 ? 142 : 0);

/** Begin and end of part `n` of `parts` of a length, in whole pixels, with gaps between. */
function span(n: number, parts: number, length: number): [number, number] {
  const size = (length - GAP * (parts - 1)) / parts;
  const begin = Math.round(n * (size + GAP));
  return [begin, Math.max(begin + 1, n === parts - 1 ? length : Math.round(n * (size + GAP) + size))];
}

/** The part that contains a point; a gap belongs to the part before it. The last part for a point beyond all parts. */
export function partAt<P extends PaneRect>(parts: readonly P[], x: number, y: number): P {
  const found = parts.find((p) => x < p.left + p.width + GAP && y < p.top + p.height + GAP);
  return found ?? parts[parts.length - 1];
}

/** A view and how it is drawn. */
export interface DrawnView extends View {
  look: Look;
}

/** Whether a workspace shows source and rig in the layouts of the Solve workspace. */
export const sharesSolveViews = (workspace: string): boolean =>
  workspace === "solve" || workspace === "skeleton";

/** Whether a workspace shows two rigs that are not the document's. */
export const showsCandidates = (workspace: string): boolean =>
  workspace === "compare" || workspace === "reduce";

/** The look of a mesh in these workspaces. The source stays in clay beside a rig. `alone`: no other mesh is drawn. */
function solveLook(mesh: MeshName, view: ViewState, hasRig: boolean, alone: boolean): Look {
  const isSource = mesh === "source";
  const painted = view.intentMap && INTENT_MAPS[view.intentMap].shading;
  // The source has its materials, but no bones and no error.
  const plain = view.shading === "textures" ? "textures" : "clay";
  return {
    shading: painted ?? (hasRig && (!isSource || alone) ? view.shading : plain),
    reference: isSource ? "lbs" : "source",
    ghost: view.layout === "overlay" && !isSource,
    bones: view.showBones && !isSource,
  };
}

/** The meshes that can be drawn. */
export interface Drawable {
  hasRig: boolean;
  /** Whether the pose was made by hand, so that no frame of the source can be compared with it. */
  made: boolean;
  /** Whether a deformer has all the data that it needs. */
  able(kind: DeformerKind): boolean;
  /** The map that colours the Paint workspace instead of weights and bones, or null. */
  map?: PaintMap["kind"] | null;
  /** Whether the strain of the weights in the second view is known. */
  strainBeside?: boolean;
  /** Rigs of a comparison that can be posed. */
  candidates: readonly CandidateMesh[];
}

/** The look of a pane. A deformer that is not prepared shows linear blending, and differences from it are not drawn. */
function paneLook({ shading, reference }: Pane, view: ViewState, { made, able }: Drawable): Look {
  const compares = shading === "difference";
  const comparable = reference === "source" ? !made : able(reference);
  return {
    shading: compares && !comparable ? "clay" : shading,
    reference: compares && comparable ? reference : "source",
    ghost: false,
    onion: view.onion.on && !made,
    rim: view.showOpenEdges,
    bones: view.showBones,
  };
}

/**
 * The width of a body by its height, as most bodies have it. Two views are side by side if that makes such a body
 * larger: on a canvas that is wider than this by its height.
 */
const WIDE = 1.5;

/** The parts of a canvas for the rigs of a comparison: stacked unless the canvas is wide. */
export function candidateRects(count: number, width: number, height: number): PaneRect[] {
  if (count < 2) return [{ left: 0, top: 0, width, height }];
  const across = width > WIDE * height;
  return [0, 1].map((n) => {
    const [begin, end] = span(n, 2, across ? width : height);
    return across
      ? { left: begin, top: 0, width: end - begin, height }
      : { left: 0, top: begin, width, height: end - begin };
  });
}

/** The rigs of a comparison; the source if there is none. */
function candidateParts(
  shading: ViewState["candidateShading"],
  candidates: readonly CandidateMesh[],
  width: number,
  height: number,
): DrawnView[] {
  const textured = shading === "textures";
  const look: Look = {
    shading: textured ? "textures" : "error",
    reference: "source",
    ghost: false,
    bones: false,
  };
  const whole = { left: 0, top: 0, width, height };
  if (candidates.length === 0)
    return [{ ...whole, mesh: "source", look: { ...look, shading: textured ? "textures" : "clay" } }];
  const isChange = (mesh: CandidateMesh) =>
    shading === "difference" && mesh === "rig-b" && candidates.length === 2;
  return candidateRects(candidates.length, width, height).map((rect, n) => ({
    ...rect,
    mesh: candidates[n],
    look: isChange(candidates[n]) ? { ...look, shading: "change", less: "rig-a" } : look,
  }));
}

/** The two reductions: A shows its error, B the difference of its error from A's. */
function reducedParts(
  { reduce: { shading, difference } }: ViewState,
  candidates: readonly CandidateMesh[],
  textured: boolean,
  width: number,
  height: number,
): DrawnView[] {
  const isNormals = shading === "normals";
  const surface = textured ? "textures" : "clay";
  const own = shading === "surface" ? surface : isNormals ? "normals" : "error";
  const look: Look = { shading: own, reference: "source", ghost: false, bones: false };
  const change: Look = { ...look, shading: isNormals ? "normals-change" : "change", less: "rig-a" };
  const rects = candidateRects(candidates.length, width, height);
  return candidates.map((mesh, n) => {
    const isChange = mesh === "rig-b" && candidates.length === 2 && difference && shading !== "surface";
    return { ...rects[n], mesh, look: isChange ? change : look };
  });
}

/**
 * The views of the Paint workspace: the rig coloured by the selected bone's weights, or the source if there is no rig;
 * and the heat weights in a second view.
 */
function paintParts(
  view: ViewState,
  { hasRig, map, strainBeside, candidates }: Drawable,
  width: number,
  height: number,
): DrawnView[] {
  const { colours, beside, tool } = view.paint;
  const isDrawing = tool === "skeleton";
  const isPlain = colours === "textures" || (hasRig && !isDrawing && colours !== "energy");
  const plain = isPlain ? colours : "clay";
  const shading =
    map === "strain" ? "energy" : map === "importance" ? "balance" : map === "mask" ? "strength" : plain;
  const look: Look = {
    shading,
    reference: "source",
    ghost: false,
    bones: view.showBones && hasRig && !isDrawing,
  };
  const own = { mesh: hasRig && !isDrawing ? "lbs" : "source", look } as const;
  if (!hasRig || isDrawing || !beside || !candidates.includes("rig-b"))
    return [{ ...own, left: 0, top: 0, width, height }];
  const [first, second] = candidateRects(2, width, height);
  const strained = shading === "energy" && strainBeside ? "energy-beside" : "clay";
  const coloured = shading === "weights" ? "strength" : shading === "textures" ? shading : strained;
  const heat: Look = { ...look, shading: coloured, bones: false };
  return [
    { ...own, ...first },
    { mesh: "rig-b", look: heat, ...second },
  ];
}

/** Everything that is drawn on a canvas of the given size. */
export function arrange(view: ViewState, drawable: Drawable, width: number, height: number): DrawnView[] {
  const { hasRig, able, candidates } = drawable;
  if (view.workspace === "compare") return candidateParts(view.candidateShading, candidates, width, height);
  if (view.workspace === "reduce" && candidates.length > 0)
    return reducedParts(view, candidates, view.shading === "textures", width, height);
  if (view.workspace === "paint") return paintParts(view, drawable, width, height);
  if (view.workspace === "deform" && hasRig) {
    const rects = paneRects(view.panes.length, width, height);
    return view.panes.map((pane, n) => ({
      ...rects[n],
      mesh: able(pane.deformer) ? pane.deformer : "lbs",
      look: paneLook(pane, view, drawable),
    }));
  }
  const views = viewsOf(view.layout, hasRig, width, height);
  return views.map((part) => ({ ...part, look: solveLook(part.mesh, view, hasRig, views.length === 1) }));
}
