import { intentValues } from "../../document/solve/intent-maps";
import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import { type PaintMap, shownPaintMap, strainBeside, weightMap } from "../../document/weights/paint-maps";
import type { LiveValues } from "../brush/maps/live-values";
import { boneTints } from "../colours/bone-tints";
import type { Shown } from "../shown";
import type { DrawnView } from "../views/views";
import type { MeshView } from "./mesh-view";
import { ShownStrengths } from "./shown-strengths";

/** The colours of the surface besides the rig itself: ranges of ramps, and painted or measured maps. */
export class Colouring {
  readonly strengths: ShownStrengths;
  /** A stroke over a map for solves, shown instead of the document's map. */
  liveIntent: LiveValues | null = null;
  /** The mask during a stroke of the Mask brush, shown instead of the document's. */
  liveMask: LiveValues | null = null;

  constructor(stores: Stores) {
    this.strengths = new ShownStrengths(stores);
  }

  clear(): void {
    this.strengths.showLive(null);
    this.liveIntent = this.liveMask = null;
  }

  /** Sets the colours of all views in the shaders. A view has at most one map. */
  take(meshView: MeshView, shown: Shown, parts: readonly DrawnView[]): void {
    const { document, view, prepared } = shown;
    const { surfaceShading, sequence } = meshView;
    this.strengths.settle(document, prepared);
    surfaceShading.tints = boneTints(meshView.rig, document.skeleton);
    surfaceShading.errorRange.value.set(...errorRange(view));
    surfaceShading.strainRange.value = Math.max(signedRange(view), 1e-9);
    const strengths = this.strengths.onScreen(view, prepared, sequence.vertexCount);
    if (strengths) surfaceShading.paintStrengths(strengths.values, strengths.version);
    const forSolves = view.workspace === "solve" && view.intentMap;
    if (forSolves) {
      const { values, version } = this.liveIntent ?? {
        values: intentValues(document.intent, forSolves, sequence.vertexCount),
        version: 0,
      };
      surfaceShading.paintStrengths(values, version);
    }
    const map = mapOfPaint(shown) ?? heatBeside(shown, parts);
    if (!map) return;
    const live = map.kind === "mask" ? this.liveMask : null;
    surfaceShading.paintStrengths(live?.values ?? map.values, live?.version ?? 0);
    if (map.kind === "strain") surfaceShading.errorRange.value.set(0, map.end);
    const beside = mapBeside(shown);
    if (beside) surfaceShading.paintBeside(beside.values);
  }
}

/** Ends of the error ramp. */
function errorRange({ workspace, candidateRange, errorRange: own, reduce }: ViewState): [number, number] {
  if (workspace === "reduce") return [0, reduce.shading === "normals" ? reduce.normals : reduce.positions];
  return workspace === "compare" ? candidateRange : own;
}

/** Half the width of the signed ramp. */
function signedRange({ workspace, strainRange, reduce, candidateChange }: ViewState): number {
  if (workspace === "compare") return candidateChange;
  if (workspace !== "reduce") return strainRange;
  return reduce.shading === "normals" ? reduce.normalsChange : reduce.positionsChange;
}

/** The map that colours the views of the Paint workspace; null if weights or bones do. */
export const mapOfPaint = ({ document, view, binding }: Shown): PaintMap | null =>
  shownPaintMap(document, view, binding);

/** The strain of the heat weights in the second view; null while it is not known. */
export const mapBeside = ({ document, view, binding }: Shown): PaintMap | null => {
  const map = view.workspace === "paint" ? strainBeside(binding, view.paint) : null;
  return map?.values.length === document.sequence?.vertexCount ? map : null;
};

/** The selected bone's heat weights, in the second view. */
function heatBeside({ view, binding: { heat } }: Shown, parts: readonly DrawnView[]): PaintMap | null {
  if (view.workspace !== "paint" || !heat || !parts.some(({ look }) => look.shading === "strength"))
    return null;
  return weightMap(heat, view.selectedBone ?? -1);
}
