import { randomRotation } from "../../../decompose/problem/testing/problem";
import type { Parallel } from "../../../kernels/parallel";
import { createRandom, type Random } from "../../../math/random";
import { orderOf, type SkeletonTree } from "../../tree/skeleton-tree";
import type { Statistics } from "../gauss-newton";
import type { StrictState } from "../strict-state";

/** A skeleton for tests, with vertices in plain arrays and targets that it reproduces up to noise. */
export interface RandomSkeleton {
  h: number;
  frames: number;
  state: StrictState;
  /** V rows of h weights. */
  weights: number[][];
  rest: number[][];
  /** targets[f][i]: the target of vertex i in frame f. */
  targets: number[][][];
}

/** @param parents −1 for roots. */
export function randomSkeleton(
  seed: number,
  {
    parents,
    frames,
    vertices,
    noise,
  }: { parents: number[]; frames: number; vertices: number; noise: number },
): RandomSkeleton {
  const random = createRandom(seed);
  const h = parents.length;
  const tree: SkeletonTree = {
    parents: Int32Array.from(parents),
    order: orderOf(parents),
    joints: Float64Array.from({ length: 3 * h }, () => random.next() - 0.5),
  };
  const state = { tree, pose: randomPose(random, parents, frames) };
  const rest = Array.from({ length: vertices }, () => [0, 1, 2].map(() => random.next() - 0.5));
  const weights = rest.map(() => {
    const row = parents.map(() => Math.max(0, random.next() - 0.4));
    const sum = row.reduce((a, b) => a + b, 0);
    return sum > 0 ? row.map((w) => w / sum) : parents.map((_, j) => (j === 0 ? 1 : 0));
  });
  const skeleton = { h, frames, state, weights, rest, targets: [] as number[][][] };
  skeleton.targets = positions(skeleton, state).map((frame) =>
    frame.map((v) => v.map((x) => x + noise * random.normal())),
  );
  return skeleton;
}

/** A pose with closed joints, or with openings of size `open`. */
export function randomPose(
  random: Random,
  parents: readonly number[],
  frames: number,
  open = 0,
): Float64Array {
  const h = parents.length;
  const pose = new Float64Array(12 * h * frames);
  for (let f = 0; f < frames; f++) {
    parents.forEach((p, k) => {
      randomRotation(random, 1.2).forEach((x, e) => {
        pose[(3 * f + Math.floor(e / 3)) * 4 * h + 4 * k + (e % 3)] = x;
      });
      for (let a = 0; a < 3; a++)
        pose[(3 * f + a) * 4 * h + 4 * k + 3] = (p < 0 ? 0.3 : open) * random.normal() || 0;
    });
  }
  return pose;
}

/** positions[f][i] of all vertices in a state, computed bone by bone. */
export function positions(
  { h, frames, weights, rest }: RandomSkeleton,
  { tree, pose }: StrictState,
): number[][][] {
  return Array.from({ length: frames }, (_, f) => {
    const turned = (k: number, v: ArrayLike<number>) =>
      [0, 1, 2].map((a) =>
        [0, 1, 2].reduce((sum, c) => sum + pose[(3 * f + a) * 4 * h + 4 * k + c] * v[c], 0),
      );
    const shift: number[][] = [];
    for (const k of tree.order) {
      const [p, o] = [tree.parents[k], tree.joints.subarray(3 * k, 3 * k + 3)];
      const own = turned(k, o);
      const held = p < 0 ? [0, 0, 0] : turned(p, o).map((x, a) => x + shift[p][a]);
      shift[k] = held.map((x, a) => x - own[a] + pose[(3 * f + a) * 4 * h + 4 * k + 3]);
    }
    return rest.map((v, i) =>
      [0, 1, 2].map((a) => weights[i].reduce((sum, w, k) => sum + w * (turned(k, v)[a] + shift[k][a]), 0)),
    );
  });
}

export function squaredError(skeleton: RandomSkeleton, state: StrictState): number {
  const at = positions(skeleton, state).flat(2);
  return skeleton.targets.flat(2).reduce((sum, y, n) => sum + (y - at[n]) ** 2, 0);
}

/** The statistics of a skeleton's vertices, summed one by one. */
export function statisticsOf(
  parallel: Parallel,
  { h, frames, weights, rest, targets }: RandomSkeleton,
): Statistics {
  const width = 4 * h;
  const normal = parallel.arena.f64(width * width).fill(0);
  const cross = parallel.arena.f64(3 * frames * width).fill(0);
  rest.forEach((v, i) => {
    const row = weights[i].flatMap((w) => [...v, 1].map((x) => w * x));
    row.forEach((x, m) => {
      row.forEach((y, n) => {
        normal[m * width + n] += x * y;
      });
      targets.forEach((frame, f) => {
        frame[i].forEach((y, a) => {
          cross[(3 * f + a) * width + m] += x * y;
        });
      });
    });
  });
  return { normal, cross, square: targets.flat(2).reduce((sum, y) => sum + y * y, 0), vertices: rest.length };
}
