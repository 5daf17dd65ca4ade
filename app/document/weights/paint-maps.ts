import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { niceCeiling } from "../../common/format";
import type { BindingState } from "../binding/binding-state";
import type { DocumentState } from "../document";
import type { PaintState, ViewState } from "../view-state";

/** Numbers of vertices that the Paint workspace colours a view by, V. */
export interface PaintMap {
  values: Float32Array;
  /** What they are: strain in parts of a length, how much a vertex counts, or a weight. */
  kind: "strain" | "importance" | "weight";
  /** Where the ramp ends. */
  end: number;
  /** Of strain: where the ramp ends by itself, and how far its legend goes. */
  fitted?: { end: number; full: number };
}

/** Of the strains, those beyond are a few vertices: the ramp ends before them. */
const MOST = 0.98;
/** The legend goes on to the largest strain, but no farther than so many times the ramp. */
const BEYOND = 2;
/** The ramp is no shorter, in parts of a length. */
export const LEAST_STRAIN_END = 1e-4;

const strains = new WeakMap<Float32Array, PaintMap>();

/** Squared strain, V, as strain: what the artist reads as percent. */
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

/** The strain on screen: of the exemplar that is shown where it was measured, else over all exemplars. */
export function shownStrain(
  { strain, exemplarStrain }: Pick<BindingState, "strain" | "exemplarStrain">,
  { exemplar, energyEnd }: Pick<PaintState, "exemplar" | "energyEnd">,
): PaintMap | null {
  const own = exemplar !== null && exemplarStrain?.exemplar === exemplar ? exemplarStrain.values : null;
  const squared = own ?? strain;
  const map = squared && strainMap(squared);
  return map && energyEnd !== null ? { ...map, end: energyEnd } : map;
}

/** That of the heat weights beside, of the same poses as the strain on screen; null until it was measured. */
export function strainBeside(
  { heatStrain }: Pick<BindingState, "heatStrain">,
  { exemplar, beside, colours }: PaintState,
): PaintMap | null {
  const isShown = beside === "heat" && colours === "energy" && heatStrain?.exemplar === exemplar;
  return isShown && heatStrain ? strainMap(heatStrain.values) : null;
}

/** Ones for every vertex: what each counts where nothing is painted. */
const ones = new WeakMap<MeshSequence, Float32Array>();

/** How much each vertex counts, with what a stroke changes of it. */
function importanceMap(document: DocumentState, binding: BindingState, sequence: MeshSequence): PaintMap {
  const importance = (binding.liveEdits ?? document.weightEdits).importance;
  const usual = ones.get(sequence) ?? new Float32Array(sequence.vertexCount).fill(1);
  ones.set(sequence, usual);
  return { values: importance ?? usual, kind: "importance", end: 4 };
}

/** What colours the surface of the Paint workspace beside weights and bones; null where those do. */
export function shownPaintMap(
  document: DocumentState,
  view: Pick<ViewState, "workspace" | "paint">,
  binding: BindingState,
): PaintMap | null {
  const { sequence } = document;
  if (view.workspace !== "paint" || !sequence) return null;
  if (view.paint.tool === "exclude") return importanceMap(document, binding, sequence);
  const map = view.paint.colours === "energy" ? shownStrain(binding, view.paint) : null;
  return map?.values.length === sequence.vertexCount ? map : null;
}

/** Of each rig, the bone that was asked for last. */
const columns = new WeakMap<Rig, { bone: number; map: PaintMap }>();

/** The weights of one bone of a rig, as a map. */
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
