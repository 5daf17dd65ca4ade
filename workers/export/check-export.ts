/** Refuses rigs that no file can hold, or that belong to another sequence. */
import { SinewError } from "../model/errors";
import type { Clip } from "../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../model/mesh/streamed-sequence";
import type { Pose } from "../model/rig/pose";
import type { Rig } from "../model/rig/rig";
import { MOST_BONES } from "../model/rig/rig";
import type { BoneTracks } from "./bones/bone-tracks";

/** @throws SinewError if rig and sequence do not belong together, or if there is nothing to write. */
export function checkRigFits(sequence: SequenceMesh, rig: Rig, clips: readonly Clip[]): void {
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${sequence.name} cannot be exported`, body });
  };
  const [V, F, B] = [sequence.vertexCount, sequence.frameCount, rig.bones.length];
  if (B < 1) wrong("Its rig has no bones. Solve first.");
  if (B > MOST_BONES) wrong(`Its rig has ${B} bones; a rig has at most ${MOST_BONES}.`);
  if (rig.rest.length !== 3 * V || rig.weights.offsets.length !== V + 1) {
    wrong(`Its rig is for ${rig.rest.length / 3} vertices, but the sequence has ${V}. Solve again.`);
  }
  if (rig.motion.length !== 12 * F * B) {
    wrong(`Its rig moves ${rig.motion.length / (12 * B)} frames, but the sequence has ${F}. Solve again.`);
  }
  const { correction } = rig;
  if (
    correction &&
    (correction.shapes.length !== 3 * V * correction.rank ||
      correction.weights.length !== F * correction.rank)
  ) {
    wrong("Its correction is for other vertices or frames. Fit it again, or remove it.");
  }
  if (clips.length === 0) wrong("No clip was chosen. Choose at least one.");
}

/** @throws SinewError for a pose of other bones. */
export function checkPosesFit({ bones }: Rig, poses: readonly Pose[]): void {
  const other = poses.find(({ rotations }) => rotations.length !== 4 * bones.length);
  if (!other) return;
  throw new SinewError({
    title: `The pose “${other.name}” cannot be exported`,
    body: `It has ${other.rotations.length / 4} bones, but the rig has ${bones.length}. Export without kept poses.`,
  });
}

/** The row of the first number beyond 32 bits, in `rows` rows of `width` numbers; -1 if all are fine. */
function rowBeyond(numbers: Float32Array | null, width: number, rows: number): number {
  const at = numbers?.findIndex((x) => !Number.isFinite(x)) ?? -1;
  return at < 0 ? -1 : Math.floor(at / width) % rows;
}

/** @throws SinewError with a bone that is or moves too far away for the numbers of a file. */
export function checkTracks(sequence: SequenceMesh, { bones }: Rig, tracks: BoneTracks): void {
  const { inverseBind, translations, rotations, scales, nodeCount, nodeBones } = tracks;
  const nodes = [
    rowBeyond(translations, 3, nodeCount),
    rowBeyond(rotations, 4, nodeCount),
    rowBeyond(scales, 3, nodeCount),
  ].map((n) => (n < 0 ? n : nodeBones[n]));
  const beyond = [rowBeyond(inverseBind, 12, bones.length), ...nodes].find((j) => j >= 0);
  if (beyond === undefined) return;
  throw new SinewError({
    title: `${sequence.name} cannot be exported`,
    body: `“${bones[beyond].name}” is or moves too far away for the numbers of a file. Delete the bone, or repair its motion or scale where it was made.`,
  });
}
