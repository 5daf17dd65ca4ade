import type { SparseWeights } from "../../rig/sparse-weights";
import { noRows, type SparseRows } from "./sparse-rows";
import { union } from "./vertex-sets";
import { type VertexValues, valueOfVertex } from "./vertex-values";

/**
 * How a layer changes the weights below it. With m = opacity × mask at a vertex:
 *
 * - `add` adds m times its numbers, which may be negative. It follows the base.
 * - `replace` mixes its own rows in: (1 − m) below + m row. Where m is 1, the base has no effect.
 * - `smooth` has a number of passes for each vertex. Each pass moves the row towards the mean of the neighbours' rows,
 *   by m; the last pass by the fraction that is left.
 * - `corrective` adds like `add`, but only where the weights below are those that were corrected. The further they are
 *   from these, the less it adds; see `FADED_AT`.
 */
export type LayerKind = "add" | "replace" | "smooth" | "corrective";

export const LAYER_KINDS: readonly LayerKind[] = ["add", "replace", "smooth", "corrective"];

/** A corrective layer has no effect where this share of a vertex's weight below it has moved to other bones. */
export const FADED_AT = 0.25;

/** Above this strength a vertex of a replacing layer no longer depends on what is below. */
export const WHOLE = 1 - 1e-6;

/** One layer of weights over the base. It is replaced as a whole, never written. */
export interface WeightLayer {
  /** Unique within the stack. */
  id: number;
  name: string;
  kind: LayerKind;
  /** 0 to 1. */
  opacity: number;
  /** 0 to 1 at each vertex; null for 1 everywhere. */
  mask: VertexValues | null;
  muted: boolean;
  /** If any layer is solo, the others have no effect. */
  solo: boolean;
  /** Nothing can be painted on a locked layer. */
  locked: boolean;
  /** The number of strokes and operations that it holds. */
  strokes: number;
  /** The time of the last one, in milliseconds since the epoch. */
  time: number;
  /**
   * By kind: numbers to add, whole rows, or for `smooth` one entry of bone 0 with the number of passes. Bones are
   * places in the stack's table of names.
   */
  rows: SparseRows;
  /** For `corrective`, the rows that were below when it was painted, at the same vertices; otherwise null. */
  below: SparseRows | null;
}

/** The weights of a rig in layers. The rig has the composite of all layers. */
export interface WeightLayers {
  /** What a solver, a binding or a file made: V rows. */
  base: SparseWeights;
  /**
   * The names of the bones that layers refer to: first those of the rig, in its order, then bones that the rig has no
   * longer. Numbers of missing bones stay in the layers, without effect, until a bone of that name returns.
   */
  bones: readonly string[];
  /** From the lowest to the highest. */
  layers: readonly WeightLayer[];
}

/** A layer without content, mask or strokes. */
export const newLayer = (id: number, name: string, kind: LayerKind, time: number): WeightLayer => ({
  ...{ id, name, kind, time, opacity: 1, mask: null, muted: false, solo: false, locked: false, strokes: 0 },
  rows: noRows(),
  below: kind === "corrective" ? noRows() : null,
});

/** The layers that have an effect: not muted, and solo if any layer is. */
export function isShown({ layers }: Pick<WeightLayers, "layers">, layer: WeightLayer): boolean {
  return !layer.muted && (layer.solo || !layers.some(({ solo }) => solo));
}

/** Opacity × mask at a vertex. */
export const strengthAt = ({ opacity, mask }: WeightLayer, vertex: number): number =>
  mask ? opacity * valueOfVertex(mask, vertex) : opacity;

/** The vertices that any of the layers has numbers for, ascending. */
export const touchedBy = (layers: readonly WeightLayer[]): Uint32Array =>
  layers.reduce<Uint32Array>((all, { rows }) => union(all, rows.vertices), new Uint32Array(0));
