/** Refuses rigs that no file can hold, or that belong to another sequence. */

import { SinewError } from "../model/errors";
import type { Clip } from "../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../model/mesh/streamed-sequence";
import { howMany } from "../model/reports/figures";
import type { Pose } from "../model/rig/pose";
import { type Bone, MOST_BONES, type Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { BoneTracks } from "./bones/bone-tracks";
import type { FileMorphs } from "./meshes/file-morphs";

type Refuse = (body: string) => never;

/** Where the first number that is not finite is; -1 if there is none. */
function notFinite(numbers: ArrayLike<number>): number {
  for (let at = 0; at < numbers.length; at++) if (!Number.isFinite(numbers[at])) return at;
  return -1;
}

function checkBones(bones: readonly Bone[], wrong: Refuse): void {
  bones.forEach(({ name, parent, head }, j) => {
    if (!(parent >= -1 && parent < j)) {
      wrong(`The parent of “${name}” does not exist or comes after it. Put parents before their children.`);
    }
    if (notFinite(head) >= 0) wrong(`The place of “${name}” is not a number. Place its joint again.`);
  });
}

function checkWeights({ offsets, bones, values }: SparseWeights, boneCount: number, wrong: Refuse): void {
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let n = offsets[i]; n < offsets[i + 1]; n++) {
      if (bones[n] >= boneCount) {
        wrong(`Vertex ${i + 1} follows bone ${bones[n] + 1}, but there are ${boneCount}. Solve again.`);
      }
      sum += values[n];
    }
    if (!Number.isFinite(sum)) wrong(`A weight of vertex ${i + 1} is not a number. Paint or solve it again.`);
    if (sum <= 0) wrong(`Vertex ${i + 1} follows no bone. Paint its weights, or solve again.`);
  }
}

function checkNumbers({ bones, motion, rest, correction }: Rig, wrong: Refuse): void {
  const moved = notFinite(motion);
  // Infinite motion is reported with motion that only a file's numbers cannot hold (checkTracks).
  if (Number.isNaN(motion[moved])) {
    const row = Math.floor(moved / 12);
    const frame = Math.floor(row / bones.length) + 1;
    wrong(
      `In frame ${frame} the motion of “${bones[row % bones.length].name}” is not a number. Solve again.`,
    );
  }
  const vertex = Math.floor(notFinite(rest) / 3);
  if (vertex >= 0)
    wrong(`In its rest pose the position of vertex ${vertex + 1} is not a number. Solve again.`);
  if (correction && (notFinite(correction.shapes) >= 0 || notFinite(correction.weights) >= 0)) {
    wrong("A number of its correction is not a number. Fit it again, or remove it.");
  }
}

/**
 * @throws SinewError if rig and sequence do not belong together, if there is nothing to write, or with the first part
 * of the rig that is not valid.
 */
export function checkRigFits(sequence: SequenceMesh, rig: Rig, clips: readonly Clip[]): void {
  const wrong: Refuse = (body) => {
    throw new SinewError({ title: `${sequence.name} cannot be exported`, body });
  };
  const [V, F, B] = [sequence.vertexCount, sequence.frameCount, rig.bones.length];
  if (B < 1) wrong("Its rig has no bones. Solve first.");
  if (B > MOST_BONES) wrong(`Its rig has ${B} bones; a rig has at most ${MOST_BONES}.`);
  if (rig.rest.length !== 3 * V || rig.weights.offsets.length !== V + 1) {
    wrong(
      `Its rig is for ${howMany(rig.rest.length / 3, "vertex")}, but the sequence has ${V}. Solve again.`,
    );
  }
  if (rig.motion.length !== 12 * F * B) {
    wrong(
      `Its rig moves ${howMany(rig.motion.length / (12 * B), "frame")}, but the sequence has ${F}. Solve again.`,
    );
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
  const beyond = clips.find(({ first, last }) => !(first >= 0 && first <= last && last < F));
  if (beyond) {
    wrong(`“${beyond.name}” shows frames ${beyond.first + 1} to ${beyond.last + 1}, but there are ${F}.`);
  }
  checkBones(rig.bones, wrong);
  checkWeights(rig.weights, B, wrong);
  checkNumbers(rig, wrong);
}

/** @throws SinewError for a pose of other bones. */
export function checkPosesFit({ bones }: Rig, poses: readonly Pose[]): void {
  const other = poses.find(({ rotations }) => rotations.length !== 4 * bones.length);
  if (!other) return;
  throw new SinewError({
    title: `The pose “${other.name}” cannot be exported`,
    body: `It has ${howMany(other.rotations.length / 4, "bone")}, but the rig has ${bones.length}. Export without kept poses.`,
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

/** @throws SinewError with a morph target that moves a vertex too far for the numbers of a file. */
export function checkMorphs(sequence: SequenceMesh, { base, shapes, names }: FileMorphs): void {
  const inBase = notFinite(base);
  const inShape = notFinite(shapes);
  if (inBase < 0 && inShape < 0) return;
  const vertex = Math.floor((inBase >= 0 ? inBase : inShape % base.length) / 3) + 1;
  const what = inBase >= 0 ? "Its shapes move" : `“${names[Math.floor(inShape / base.length)]}” moves`;
  throw new SinewError({
    title: `${sequence.name} cannot be exported`,
    body: `${what} vertex ${vertex} too far away for the numbers of a file. Export without morph targets, or repair them where they were made.`,
  });
}
