import type { SparseWeights } from "../../rig/sparse-weights";
import { noRows, type SparseRows } from "./sparse-rows";
import { union } from "./vertex-sets";
import { type VertexValues, valueOfVertex } from "./vertex-values";

/**
 * How a layer changes the weights below it. With m = opacity × mask at a vertex:
 *
 * - `add` adds m times its numbers, which may be negative. It follows the base.
 * - `replace` mixes in its own rows: (1 − m) · below + m · row. Where m is 1, the base has no effect.
 * - `smooth` has a number of passes for each vertex. Each pass moves the row by m towards the mean of the neighbours'
 *   rows. If the number has a fraction, the last pass counts for that fraction.
 * - `corrective` adds like `add`, but only where the weights below are still those that were corrected. The more they
 *   differ, the less it adds; see `FADED_AT`.
 */
export type LayerKind = "add" | "replace" | "smooth" | "corrective";

export const LAYER_KINDS: readonly LayerKind[] = ["add", "replace", "smooth", "corrective"];

/** A corrective layer has no effect on a vertex if this share of the weight below has moved to other bones. */
export const FADED_AT = 0.25;

/** From this strength on, a replacing layer hides what is below. */
export const WHOLE = 1 - 1e-6;

/** One layer of weights over the base. Replaced as a whole, never modified. */
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
  /** The number of strokes and operations on it. */
  strokes: number;
  /** The time of the last stroke or operation, in milliseconds since the epoch. */
  time: number;
  /**
   * Depends on the kind: numbers to add, whole rows, or for `smooth` one entry of bone 0 with the number of passes.
   * Bones are places in the stack's `bones`.
   */
  rows: SparseRows;
  /** For `corrective`, the rows below it at the same vertices when it was painted; otherwise null. */
  below: SparseRows | null;
}

/** The layers of a rig's weights. The rig has their composite. */
export interface WeightLayers {
  /** The weights of a solver, a binding or a file: V rows. */
  base: SparseWeights;
  /**
   * The names of the bones that layers refer to: first the rig's bones in its order, then bones that the rig no longer
   * has. The numbers of these stay in the layers without effect, until a bone of that name is back.
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

/** Whether a layer has an effect: it is not muted, and it is solo if any layer is. */
export function isShown({ layers }: Pick<WeightLayers, "layers">, layer: WeightLayer): boolean {
  return !layer.muted && (layer.solo || !layers.some(({ solo }) => solo));
}

/** Opacity × mask at a vertex. */
export const strengthAt = ({ opacity, mask }: WeightLayer, vertex: number): number =>
  mask ? opacity * valueOfVertex(mask, vertex) : opacity;

/** The vertices for which any of the layers has numbers, ascending. */
export const touchedBy = (layers: readonly WeightLayer[]): Uint32Array =>
  layers.reduce<Uint32Array>((all, { rows }) => union(all, rows.vertices), new Uint32Array(0));
