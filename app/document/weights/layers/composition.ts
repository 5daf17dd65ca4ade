/** The arguments for composing the layers of the open document. */
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Composition, Rings } from "../../../../workers/model/weights/layers/composer";
import type { HeldBones } from "../../../../workers/model/weights/layers/row-accumulator";
import type { WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import type { DocumentState } from "../../document";
import { meshRings } from "../mesh-rings";

/** The fields of the document that composites depend on. */
type Layered = Pick<DocumentState, "sequence" | "weightEdits" | "weightLayers">;

/** The neighbours of each vertex; no neighbours without a mesh. */
export const ringsOf = (sequence: DocumentState["sequence"], vertexCount: number): Rings =>
  sequence
    ? meshRings(sequence)
    : { offsets: new Uint32Array(vertexCount + 1), neighbours: new Uint32Array(0) };

/** The locked bones of a rig and their weights; null if none is locked. */
export function heldBones(rig: Rig, locked: readonly string[]): HeldBones | null {
  const names = new Set(locked);
  const flags = Uint8Array.from(rig.bones, ({ name }) => Number(names.has(name)));
  return flags.includes(1) ? { locked: flags, weights: rig.weights } : null;
}

/** The composition of a stack for a rig: locked bones keep the rig's weights. */
export const compositionOf = (
  { sequence, weightEdits }: Omit<Layered, "weightLayers">,
  rig: Rig,
  stack: WeightLayers,
): Composition => ({
  stack,
  rings: ringsOf(sequence, rig.weights.offsets.length - 1),
  boneCount: rig.bones.length,
  held: heldBones(rig, weightEdits.locked),
});

/** A stack without layers over the rig's weights. */
export const bareStack = (rig: Rig): WeightLayers => ({
  base: rig.weights,
  bones: rig.bones.map(({ name }) => name),
  layers: [],
});
