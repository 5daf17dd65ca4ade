import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { niceCeiling } from "../../common/format";
import type { BindingState } from "../binding/binding-state";
import type { DocumentState } from "../document";
import type { PaintState } from "../paint-state";
import type { ViewState } from "../view-state";

/** Values of vertices that colour a view of the Paint workspace, V. */
export interface PaintMap {
  values: Float32Array;
  /** The meaning of the values: strain as a fraction of a length, importance, a weight, or a mask for brushes. */
  kind: "strain" | "importance" | "weight" | "mask";
  /** The end of the ramp. */
  end: number;
  /** For strain: the fitted end of the ramp, and the end of its legend. */
  fitted?: { end: number; full: number };
}

/** The ramp ends at this quantile of the strains, so that a few outliers do not stretch it. */
const MOST = 0.98;
/** The legend reaches to the largest strain, but at most to this many times the ramp. */
const BEYOND = 2;
/** The shortest ramp, as a fraction of a length. */
export const LEAST_STRAIN_END = 1e-4;

const strains = new WeakMap<Float32Array, PaintMap>();

/** Converts squared strain, V, to strain, which the artist reads as percent. */
function strainMap(squared: Float32Array): PaintMap {
  const known = strains.get(squared);
  if (known) return known;
  const values = squared.map((x) => Math.sqrt(Math.max(0, x)));
  const sorted = values.slice().sort();
  const end = niceCeiling(Math.max(LEAST_STRAIN_END, sorted[Math.floor(MOST * (sorted.length - 1))] ?? 0));
  const full = niceCeiling(Math.max(end, Math.min(BEYOND * end, sorted.at(-1) ?? 0)));
  const map: PaintMap = { values, kind: "strain", end, fitted: { end, full } };
  strains.set(squared, map);
  return map;
}

/** The strain on screen: that of the shown exemplar if it was measured, else the mean over all exemplars. */
export function shownStrain(
  { strain, exemplarStrain }: Pick<BindingState, "strain" | "exemplarStrain">,
  { exemplar, energyEnd }: Pick<PaintState, "exemplar" | "energyEnd">,
): PaintMap | null {
  const own = exemplar !== null && exemplarStrain?.exemplar === exemplar ? exemplarStrain.values : null;
  const squared = own ?? strain;
  const map = squared && strainMap(squared);
  return map && energyEnd !== null ? { ...map, end: energyEnd } : map;
}

/**
 * The strain of the heat weights in the second view, in the same poses as the strain on screen; null until it is
 * measured.
 */
export function strainBeside(
  { heatStrain }: Pick<BindingState, "heatStrain">,
  { exemplar, beside, colours }: PaintState,
): PaintMap | null {
  const isShown = beside === "heat" && colours === "energy" && heatStrain?.exemplar === exemplar;
  return isShown && heatStrain ? strainMap(heatStrain.values) : null;
}

/** Ones for every vertex: the importance without paint. */
const ones = new WeakMap<SequenceMesh, Float32Array>();

/** The importance of each vertex, including the current stroke. */
function importanceMap(document: DocumentState, binding: BindingState, sequence: SequenceMesh): PaintMap {
  const importance = (binding.liveEdits ?? document.weightEdits).importance;
  const usual = ones.get(sequence) ?? new Float32Array(sequence.vertexCount).fill(1);
  ones.set(sequence, usual);
  return { values: importance ?? usual, kind: "importance", end: 4 };
}

/** Zeros for each mesh, for when no mask is painted. */
const zeros = new WeakMap<SequenceMesh, Float32Array>();

/** The painted mask. */
function maskMap({ vertexSelection: { mask } }: DocumentState, sequence: SequenceMesh): PaintMap {
  const none = zeros.get(sequence) ?? new Float32Array(sequence.vertexCount);
  zeros.set(sequence, none);
  return { values: mask?.length === sequence.vertexCount ? mask : none, kind: "mask", end: 1 };
}

/** The map that colours the surface in the Paint workspace; null if weights or bones colour it. */
export function shownPaintMap(
  document: DocumentState,
  view: Pick<ViewState, "workspace" | "paint">,
  binding: BindingState,
): PaintMap | null {
  const { sequence } = document;
  if (view.workspace !== "paint" || !sequence) return null;
  if (view.paint.tool === "mask") return maskMap(document, sequence);
  if (view.paint.tool === "exclude") return importanceMap(document, binding, sequence);
  const map = view.paint.colours === "energy" ? shownStrain(binding, view.paint) : null;
  return map?.values.length === sequence.vertexCount ? map : null;
}

/** Caches the map of one bone for each rig. */
const columns = new WeakMap<Rig, { bone: number; map: PaintMap }>();

/** The weights of one bone as a map. */
export function weightMap(rig: Rig, bone: number): PaintMap {
  const known = columns.get(rig);
  if (known?.bone === bone) return known.map;
  const { offsets, bones, values } = rig.weights;
  const weights = new Float32Array(offsets.length - 1);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === bone) weights[i] = values[e];
  }
  const map: PaintMap = { values: weights, kind: "weight", end: 1 };
  columns.set(rig, { bone, map });
  return map;
}
