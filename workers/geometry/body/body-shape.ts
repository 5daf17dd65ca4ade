import { distance } from "../../math/vectors";
import { boundsOf, diagonalOfBox, type UpAxis } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";

/** A rig's bones as a body: their places at rest, the vertices that they move, and how they are connected. */
export interface BodyShape {
  bones: readonly Bone[];
  /** Indices of the children of each bone. */
  children: readonly (readonly number[])[];
  roots: readonly number[];
  /** The centre of the vertices that each bone moves, at rest; its head if it moves nothing. */
  middles: readonly Point[];
  /**
   * The point of each bone that is farthest from its head at rest: one of the vertices that it moves most, or a child's
   * head.
   */
  tips: readonly Point[];
  /** The share of all vertices that each bone moves, by weight. */
  shares: Float64Array;
  /** Unit vector. */
  up: Point;
  /** Diagonal of the box around all heads and tips. */
  size: number;
  /** Heights of the lowest and the highest point along `up`. */
  ground: number;
  top: number;
  /** The mesh at rest, 3V. */
  rest: Float32Array;
}

const UP: Record<UpAxis, Point> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** A vertex belongs to the bone with its largest weight. O(V + B). */
export function bodyShape({ bones, weights, rest }: Rig, upAxis: UpAxis): BodyShape {
  const children = bones.map((): number[] => []);
  const roots: number[] = [];
  bones.forEach(({ parent }, j) => {
    (parent < 0 ? roots : children[parent]).push(j);
  });
  const sums = bones.map((): Point => [0, 0, 0]);
  const shares = new Float64Array(bones.length);
  const tips = bones.map(({ head }): Point => [...head]);
  const count = weights.offsets.length - 1;
  for (let i = 0; i < count; i++) {
    let most = -1;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      shares[j] += weights.values[e];
      for (let c = 0; c < 3; c++) sums[j][c] += weights.values[e] * rest[3 * i + c];
      if (most < 0 || weights.values[e] > weights.values[most]) most = e;
    }
    if (most >= 0) reach(tips, bones, weights.bones[most], [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]);
  }
  bones.forEach(({ parent, head }) => {
    if (parent >= 0) reach(tips, bones, parent, head);
  });
  const middles = sums.map(
    (sum, j): Point =>
      shares[j] > 0 ? [sum[0] / shares[j], sum[1] / shares[j], sum[2] / shares[j]] : [...bones[j].head],
  );
  for (let j = 0; j < bones.length; j++) shares[j] /= count || 1;
  const box = boundsOf([...bones.flatMap(({ head }) => head), ...tips.flat()]);
  const axis = "xyz".indexOf(upAxis);
  return {
    bones,
    children,
    roots,
    middles,
    tips,
    shares,
    up: UP[upAxis],
    size: diagonalOfBox(box) || 1,
    ground: box[axis],
    top: box[axis + 3],
    rest,
  };
}

function reach(tips: Point[], bones: readonly Bone[], j: number, to: Point): void {
  if (distance(to, bones[j].head) > distance(tips[j], bones[j].head)) tips[j] = [...to];
}

/** A bone and all bones below it. */
export function branch({ children }: Pick<BodyShape, "children">, j: number): number[] {
  const all = [j];
  for (const each of all) all.push(...children[each]);
  return all;
}

/** Whether a bone only carries others and moves no vertices itself. False for all bones of a rig without weights. */
export const isIdle = ({ shares }: BodyShape, j: number): boolean =>
  shares[j] === 0 && shares.some((share) => share > 0);

/** Whether a bone or any below it moves vertices. True for all bones of a rig without weights. */
export function movesVertices(shape: BodyShape, j: number): boolean {
  return (
    shape.shares.every((share) => share === 0) || branch(shape, j).some((each) => shape.shares[each] > 0)
  );
}
