import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { type Bone, type Rig, withoutCorrection } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { TransferInput, TransferSettings } from "../../model/weights/transfer";
import { type Alignment, alignments } from "./alignments";
import { type BoneMatches, bonesAcross } from "./bone-matches";
import { placedBones, transferredRig } from "./transferred-rig";

/** A mesh, and its rig if it has one. */
export interface TransferTarget {
  sequence: MeshSequence;
  rig: Rig | null;
}

/** The plan for transferring a rig's weights to another mesh. */
export interface TransferPlan {
  /** The target; only its rest pose if it has no bones. */
  sequence: MeshSequence;
  rig: Rig | null;
  alignment: Alignment;
  /** The target's bones, or the source's bones in the target's coordinates. */
  bones: readonly Bone[];
  matches: BoneMatches;
}

/** Chooses the likeliest placement and the partners of bones. @param byHand see `bonesAcross`. */
export function planTransfer(
  { sequence, rig }: TransferTarget,
  source: { sequence: MeshSequence; rig: Rig },
  byHand?: ReadonlyMap<string, string | null>,
): TransferPlan {
  const [alignment] = alignments(source.sequence, sequence);
  const bones = rig?.bones ?? placedBones(source.rig.bones, alignment.placement);
  const matches = bonesAcross(source.rig.bones, bones, alignment.placement, byHand);
  const { rest, name } = sequence;
  const still = { ...sequence, frameCount: 1, frames: rest, clips: [{ name, first: 0, last: 0 }] };
  return { sequence: rig ? sequence : still, rig, alignment, bones, matches };
}

/** The input of the job that carries out a plan. */
export const plannedInput = (
  { sequence, alignment, bones, matches }: TransferPlan,
  source: { sequence: MeshSequence; rig: Rig },
  settings: TransferSettings,
): TransferInput => ({
  source: { ...source.sequence, weights: source.rig.weights },
  target: sequence,
  placement: alignment.placement,
  bones: matches.bones,
  boneCount: bones.length,
  settings,
});

/** The target's rig with its new weights. */
export const plannedRig = ({ sequence, rig, bones }: TransferPlan, weights: SparseWeights): Rig =>
  rig ? { ...withoutCorrection(rig), weights } : transferredRig(bones, weights, sequence.rest);
