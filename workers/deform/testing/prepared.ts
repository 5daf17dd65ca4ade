/** For tests: prepares deformers on one thread, and compares the data with dense references. */
import { Arena } from "../../kernels/arena";
import { type MakeParallel, Serial } from "../../kernels/parallel";
import { symmetricEigen } from "../../math/symmetric-eigen";
import type { DeformSettings, DeformSource, DirectData } from "../../model/deform";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { type Task, UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { plainFactors } from "../delta-mush/factors";
import type { DirectCache } from "../direct/direct-cache";
import { directMoments } from "../direct/psi";
import {
  deformLaplacian,
  directSettingsOf,
  prepareDirect,
  prepareStrengths,
  weightsToSmooth,
} from "../prepare";
import type { TestMesh } from "./meshes";

const makeSerial: MakeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

export function sourceOf({ rest, triangles, weights, bones }: TestMesh): DeformSource {
  const rows = Array.from({ length: rest.length / 3 }, (_, i): [number, number][] => {
    const [from, to] = [weights.offsets[i], weights.offsets[i + 1]];
    return Array.from({ length: to - from }, (_, e) => [weights.bones[from + e], weights.values[from + e]]);
  });
  return {
    rest: Float32Array.from(rest),
    triangles: Uint32Array.from(triangles),
    bones: Array.from({ length: bones }, (_, j) => ({ name: `b${j}`, parent: j - 1, head: [j, 0, 0] })),
    weights: packWeights(rows),
  };
}

export const prepare = (
  source: DeformSource,
  settings: DeformSettings,
  cache?: DirectCache,
  task: Task = UNWATCHED,
) => prepareDirect(source, settings, makeSerial, task, cache);

/** Everything except the time and the list of solved parts. */
export const resultOf = ({ seconds, solved, ...result }: DirectData) => result;

/**
 * The moments from solves on the whole mesh without dropped entries, and the distance of `data` from them, relative to
 * the patches.
 */
export async function compare(source: DeformSource, settings: DeformSettings, data: DirectData) {
  const bound = weightsToSmooth(source, settings.bind);
  const mesh = { rest: source.rest, laplacian: await deformLaplacian(source, bound, settings, UNWATCHED) };
  const direct = directSettingsOf(settings, prepareStrengths(source, settings));
  const count = source.bones.length;
  const truth = await directMoments(
    mesh,
    bound,
    count,
    { ...direct, negligible: 0 },
    plainFactors,
    UNWATCHED,
  );
  let [shares, first, second] = [0, 0, 0];
  for (let i = 0; i + 1 < data.offsets.length; i++) {
    const mine = new Map<number, number>();
    for (let e = data.offsets[i]; e < data.offsets[i + 1]; e++) mine.set(data.bones[e], e);
    const whole = new Float64Array(6);
    for (let f = truth.offsets[i]; f < truth.offsets[i + 1]; f++) {
      for (let c = 0; c < 6; c++) whole[c] += truth.moments[9 * f + c];
    }
    const [xx, xy, xz, yy, yz, zz] = whole;
    // A patch below a thousandth of the diagonal is treated as a point.
    const size = Math.max(xx + yy + zz, 1e-6 * restDiagonal(source) ** 2);
    // Flat patches get a thickness, which is not continuous.
    const extents = symmetricEigen([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3).values;
    const solid = extents[2] > 2e-4 * size;
    for (let f = truth.offsets[i]; f < truth.offsets[i + 1]; f++) {
      const e = mine.get(truth.bones[f]);
      const of = (numbers: Float32Array, at: number) => (e === undefined ? 0 : numbers[at]);
      shares = Math.max(shares, Math.abs(truth.psi[f] - of(data.psi, e!)));
      shares = Math.max(shares, Math.abs(truth.smooth[f] - of(data.smooth, e!)));
      for (let c = 0; c < 9; c++) {
        const apart = Math.abs(truth.moments[9 * f + c] - of(data.moments, 9 * e! + c));
        if (c < 6 && solid) second = Math.max(second, apart / size);
        if (c >= 6) first = Math.max(first, apart / Math.sqrt(size));
      }
    }
  }
  return { shares, first, second, dropped: 1 - data.bones.length / truth.bones.length };
}
