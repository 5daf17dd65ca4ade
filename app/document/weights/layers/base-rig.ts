import { markedVertices } from "../../../../workers/geometry/selecting/vertex-lists";
import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { replaceRows, rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import type { DocumentState } from "../../document";

type State = Pick<DocumentState, "weightLayers" | "weightEdits">;

/** The rig with the base weights below its layers, for work that computes a new base. */
export function baseRig<Base extends Rig | null>(
  rig: Base,
  { weightLayers }: Pick<State, "weightLayers">,
): Base {
  if (!rig || !weightLayers) return rig;
  return { ...(withoutCorrection(rig) as NonNullable<Base>), weights: weightLayers.base };
}

/** The vertices whose weights a solve must keep: those painted by hand or moved by a locked bone. Ascending. */
export function keptVertices({ bones, weights }: Rig, { weightEdits }: State): Uint32Array {
  const { offsets, bones: ids, values } = weights;
  const keeps = new Uint8Array(offsets.length - 1);
  for (const i of weightEdits.painted) keeps[i] = 1;
  const locked = bones.map(({ name }) => weightEdits.locked.includes(name));
  for (let i = 0; i < keeps.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (locked[ids[e]] && values[e] > 0) keeps[i] = 1;
  }
  return markedVertices(keeps);
}

/** The rig that a solve continues from: the base, with composite rows at the vertices that must stay. */
export function rigToContinue(rig: Rig, state: State): Rig {
  const base = baseRig(rig, state);
  if (base === rig) return rig;
  return { ...base, weights: replaceRows(base.weights, rowsOf(rig.weights, keptVertices(rig, state))) };
}
