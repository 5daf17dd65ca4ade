/** The engine's results on generated data: rigs of sequences, weights of models, poses of deformers. */
import { decompose } from "../decompose/decompose";
import { prepareDeformer } from "../deform/deform-frames";
import { DirectCache } from "../deform/direct/direct-cache";
import { nearestBones } from "../deform/nearest-bones";
import { rigidWeights } from "../deform/rigid-bind";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { DEFORM_DEFAULTS, type DeformerKind, type DeformSource, deformSourceOf } from "../model/deform";
import { boundsOf, type MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { NO_WEIGHT_EDITS } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../model/weights/weight-settings";
import { bendingBar, clothPatch, movingShells } from "../testing/sequences";
import { findWeights } from "../weights/binding/find-weights";
import { EditMailbox } from "../weights/binding/input/edit-mailbox";
import { chain, tube } from "../weights/testing/bindables";
import { creature } from "../weights/testing/creature";
import { fingerprint } from "./fingerprint";

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

const bar = bendingBar({ bones: 5, frames: 12, length: 20, width: 3 });
export const SEQUENCES: Record<string, MeshSequence> = {
  bar: bar.sequence,
  cloth: clothPatch({ size: 13, frames: 12 }),
  shells: movingShells({ shells: 6, frames: 12, detail: 4 }).sequence,
  "long bar": bendingBar({ bones: 7, frames: 24, length: 36, width: 4, seed: 7 }).sequence,
};

/** Settings for a rig of the bar that run additional code. */
export const WAYS: Record<string, Partial<SolveSettings>> = {
  "at the knee": { knee: true },
  "to an error": { errorTarget: 0.005 },
  "in 40 iterations": { iterations: 40 },
  "affine and smooth": { boneKind: "affine", smoothness: 0.5 },
  "frames held out": { holdOut: 3, correction: 2 },
};

/** A rig of five bones, its hash and its E_RMS. */
export async function solvedRig(sequence: MeshSequence, asked: Partial<SolveSettings>) {
  const settings = { ...SOLVE_DEFAULTS, bones: 5, ...asked };
  const task = { ...UNWATCHED, finishNow: false, partial() {} };
  const { rig, report } = await decompose(
    { sequence, settings, from: null, locks: null },
    makeParallel,
    task,
  );
  const { offsets, bones, values } = rig.weights;
  return { hash: fingerprint(offsets, bones, values, rig.motion, rig.rest), eRms: report.eRms };
}

export const MODELS = {
  tube: {
    mesh: tube([0, 0, 0], [4, 0, 0], 0.5, 17, 10),
    skeleton: chain([0, 0, 0], [1.2, 0, 0], [2.6, 0, 0], [4, 0, 0]),
  },
  creature: creature(1),
};

/** As-rigid-as-possible weights, their hash, and their strain in poses that were not fitted. */
export async function boundWeights(name: keyof typeof MODELS) {
  const input = {
    ...MODELS[name],
    settings: { ...WEIGHT_DEFAULTS, exemplars: 10, iterations: 10, clusters: 100, clusterings: 2 },
    edits: NO_WEIGHT_EDITS,
    from: null,
    stay: false,
  };
  const mailbox = new EditMailbox(() => {});
  const { weights, report } = await findWeights(input, makeParallel, mailbox, UNWATCHED, () => {});
  return { hash: fingerprint(weights.offsets, weights.bones, weights.values), strain: report.heldOutEnergy };
}

/** Five poses: frames of the bar's motion. */
const POSES = [1, 2, 4, 5, 7];

const motionOf = ({ bones, motion }: Rig, k: number) =>
  motion.subarray(12 * bones.length * k, 12 * bones.length * (k + 1));

const AT_REST = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/**
 * Runs a deformer on the bar with smooth and with rigid weights. Returns the hash of five poses, and the largest
 * distance from the rest pose when no bone moves, relative to the diagonal.
 */
export async function posesOf(kind: DeformerKind) {
  const smooth: DeformSource = deformSourceOf(bar.sequence, bar.rig);
  const rigid: DeformSource = { ...smooth, weights: rigidWeights(nearestBones(smooth.rest, smooth.bones)) };
  const settings = { ...DEFORM_DEFAULTS, bind: "rig" as const };
  const found: { how: string; hash: string; offRest: number }[] = [];
  for (const [how, source] of Object.entries({ smooth, rigid })) {
    const cache = new DirectCache();
    const { deformer } = await prepareDeformer(kind, source, settings, makeParallel, UNWATCHED, cache);
    const poses = POSES.map((k) => deformer.pose(motionOf(bar.rig, k)));
    const arrays = poses.flatMap(({ positions, rotations }) => [positions, rotations]);
    const still = deformer.pose(source.bones.flatMap(() => AT_REST)).positions;
    const [x, y, z, X, Y, Z] = boundsOf(source.rest);
    const off = still.reduce((most, p, n) => Math.max(most, Math.abs(p - source.rest[n])), 0);
    found.push({ how, hash: fingerprint(...arrays), offRest: off / Math.hypot(X - x, Y - y, Z - z) });
  }
  return found;
}
