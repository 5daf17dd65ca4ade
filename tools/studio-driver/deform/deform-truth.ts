/** The reference for deformers on the graphics processor: the engine's, in f64, from the same numbers. */
import { rotationCentres } from "../../../workers/deform/classic/centres-of-rotation";
import { createDeformer, DEFORMER_DEFAULTS, DIRECT_VARIANTS } from "../../../workers/deform/create-deformer";
import type { Deformer, Posed } from "../../../workers/deform/deformer";
import { deltaMushDeformer } from "../../../workers/deform/delta-mush/delta-mush";
import { plainFactors } from "../../../workers/deform/delta-mush/factors";
import { directEntries } from "../../../workers/deform/direct/omega";
import { deformLaplacian, prepareDirect } from "../../../workers/deform/prepare";
import { Arena } from "../../../workers/kernels/arena";
import { Serial } from "../../../workers/kernels/parallel";
import { createRandom } from "../../../workers/math/random";
import {
  type DeformerKind,
  type DeformSettings,
  type DirectData,
  isClassic,
} from "../../../workers/model/deform";
import { poseMatrices, restPose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { layersOf } from "../../../workers/model/rig/two-layer";
import { UNWATCHED } from "../../../workers/model/task";

const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));

/** A mesh with everything that any deformer needs. */
export interface Subject {
  rig: Rig;
  /** Solver vertices, 3T. */
  triangles: Uint32Array;
  direct: DirectData;
  slide: Float32Array;
  centres: Float32Array;
  settings: DeformSettings;
}

/**
 * Prepares a rig for all deformers, like the engine's jobs.
 * @param ownCentres whether to compute the centres of rotation, which is slow for many vertices; otherwise the centres
 * of the patches are used.
 */
export async function subjectOf(
  rig: Rig,
  triangles: Uint32Array,
  settings: DeformSettings,
  ownCentres = true,
): Promise<Subject> {
  const source = { rest: rig.rest, triangles, bones: rig.bones, weights: rig.weights };
  const direct = await prepareDirect(source, settings, makeParallel, UNWATCHED);
  const slide = direct.strengths.alpha.map((a) => Math.min(0.99, settings.alpha * a));
  const centres = ownCentres
    ? Float32Array.from(await rotationCentres(rig.rest, triangles, rig.weights, makeParallel, UNWATCHED))
    : direct.centres;
  return { rig, triangles, direct, slide, centres, settings };
}

/** The rig with a correction of random shapes up to size `reach`. */
export function withShapes(rig: Rig, rank: number, frames: number, reach: number, seed: number): Rig {
  const random = createRandom(seed);
  const numbers = (count: number, most: number) =>
    Float32Array.from({ length: count }, () => most * (2 * random.next() - 1));
  const shapes = numbers(rank * rig.rest.length, reach);
  return { ...rig, correction: { rank, shapes, weights: numbers(frames * rank, 1) } };
}

/** Chains of bones that bend by up to `most` radians, twist by up to twice that, and stretch if requested. */
export function bendsAndTwists(rig: Rig, count: number, most: number, stretch: number, seed: number) {
  const random = createRandom(seed);
  const angle = () => most * (2 * random.next() - 1);
  return Array.from({ length: count }, () => {
    const pose = restPose(rig.bones);
    for (let j = 0; j < rig.bones.length; j++) {
      const [bend, lean, twist] = [angle() / 2, angle() / 2, angle()];
      const [x, y, z, w] = [
        [Math.sin(twist), 0, 0, Math.cos(twist)],
        [0, Math.sin(lean / 2), 0, Math.cos(lean / 2)],
        [0, 0, Math.sin(bend / 2), Math.cos(bend / 2)],
      ].reduce(times);
      pose.rotations.set([x, y, z, w], 4 * j);
    }
    return poseMatrices(rig.bones, pose).map((m, n) =>
      n % 4 < 3 ? m * (1 + stretch * Math.sin(n * 7 + seed)) : m,
    );
  });
}

/** Rotation b followed by rotation a, as a quaternion. */
function times([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number[] {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The engine's deformer, computed from the pass's input. */
export async function referenceOf(kind: DeformerKind, subject: Subject): Promise<Deformer> {
  const { rig, triangles, direct, slide, settings } = subject;
  const { rest, bones, weights } = rig;
  const source = { rest, triangles, bones, weights };
  const laplacian = await deformLaplacian(source, direct.bound, settings, UNWATCHED);
  if (isClassic(kind)) {
    const twoLayer = layersOf(rig) ?? undefined;
    const input = { rest, triangles, laplacian, weights, twoLayer, boneCount: bones.length };
    return createDeformer(kind, input, DEFORMER_DEFAULTS, plainFactors, makeParallel, UNWATCHED);
  }
  if (kind === "dm") {
    const { scheme, iterations, lambda: step } = settings;
    const smoothing = { scheme, iterations, step, strengths: direct.strengths.lambda };
    return deltaMushDeformer({ rest, triangles, laplacian }, direct.bound, smoothing, plainFactors);
  }
  const moments = {
    rest: Float64Array.from(direct.rest),
    centres: Float64Array.from(direct.centres),
    offsets: direct.offsets,
    bones: direct.bones,
    moments: Float64Array.from(direct.moments),
    psi: Float64Array.from(direct.psi),
    smooth: Float64Array.from(direct.smooth),
  };
  return DIRECT_VARIANTS[kind](directEntries(moments, 1, slide));
}

/** The output of a pass. */
export interface PassPose {
  positions: Float32Array;
  rotations: Float32Array;
  strains: Float32Array;
}

/** Vertices with less certain rotations are left out, because the smallest change turns them. */
const LEAST_CERTAINTY = 0.02;

/** The largest distance of positions, and of rotations in radians, over the vertices with a certain rotation. */
export function worstOf(truth: Posed, { positions, rotations }: PassPose) {
  let [distance, angle, counted] = [0, 0, 0];
  truth.certainty.forEach((certainty, i) => {
    if (certainty < LEAST_CERTAINTY) return;
    counted++;
    const apart = [0, 1, 2].map((c) => truth.positions[3 * i + c] - positions[3 * i + c]);
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += truth.rotations[4 * i + c] * rotations[4 * i + c];
    const side = dot < 0 ? -1 : 1;
    const chord = [0, 1, 2, 3].map((c) => truth.rotations[4 * i + c] - side * rotations[4 * i + c]);
    // Written so that NaN is the largest.
    if (!(Math.hypot(...apart) <= distance)) distance = Math.hypot(...apart);
    if (!(2 * Math.hypot(...chord) <= angle)) angle = 2 * Math.hypot(...chord);
  });
  return { distance, angle, share: counted / truth.certainty.length };
}

/** Mean of |x_i − x_j| / |u_i − u_j| − 1 over the neighbours of each vertex, V, by the definition. */
export function strainOf(
  rest: ArrayLike<number>,
  posed: ArrayLike<number>,
  triangles: Uint32Array,
): number[] {
  const around = Array.from({ length: rest.length / 3 }, () => new Set<number>());
  triangles.forEach((i, c) => {
    const first = c - (c % 3);
    for (let n = first; n < first + 3; n++) if (triangles[n] !== i) around[i].add(triangles[n]);
  });
  const apart = (p: ArrayLike<number>, i: number, k: number) =>
    Math.hypot(...[0, 1, 2].map((c) => p[3 * i + c] - p[3 * k + c]));
  return around.map((ring, i) => {
    const ratios = [...ring].map((k) => apart(posed, i, k) / apart(rest, i, k) - 1);
    return ratios.reduce((sum, x) => sum + x, 0) / Math.max(1, ratios.length);
  });
}
