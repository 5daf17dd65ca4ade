/** Skeletons of every kind of segment, and the energy of displaced joints as it is defined. */
import { Matrix } from "ml-matrix";
import { createRandom } from "../../../math/random";
import { SegmentSet } from "../../../mesh/segment-set";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Point, Skeleton } from "../../../model/skeleton/skeleton";
import type { Bindable } from "../../../model/weights/bindable";
import { packWeights } from "../../../testing/rigs";
import type { RingWeights } from "../../arap/system/ring-weights";
import { BEND, bendAt } from "../../bend";
import type { Exemplars } from "../../exemplars";
import { segment, skeletonOf } from "../../testing/bindables";
import type { JointGraph } from "../joint-graph";

/**
 * Along x from 0 to 8: a stretching spine with a bone that starts half-way along it; a virtual segment that leads to a
 * bone that stretches and twists; two bones from one joint; and a separate tree.
 */
export function motley(): Skeleton {
  const limits = {
    swing: 1,
    twist: [-0.5, 0.5] as [number, number],
    stretch: [0.8, 1.3] as [number, number],
  };
  return skeletonOf(
    segment(-1, [0, 0.1, 0], [3, 0, 0.2], "spine", limits),
    segment(0, [1.4, 0.4, 0], [1.5, 1.2, 0], "rigid", limits),
    segment(0, [3, 0, 0.2], [3.5, 0.1, 0], "virtual", limits),
    segment(2, [3.5, 0.1, 0], [5, -0.1, 0.1], "stretch-twist", limits),
    segment(3, [5, -0.1, 0.1], [6, 0.2, 0.4], "rigid", limits),
    segment(3, [5, -0.1, 0.1], [6, 0, -0.5], "spine", limits),
    segment(-1, [6.5, 0, 0], [8, 0.1, 0], "rigid", limits),
    segment(6, [8, 0.1, 0], [8.5, 0, 0.3], "rigid", limits),
  );
}

/** Random weights on up to three moving segments. The same mesh and seed give the same weights. */
export function anyWeights(mesh: Bindable, { segments }: Skeleton, seed: number): SparseWeights {
  const random = createRandom(seed);
  const moving = segments.flatMap(({ kind }, j) => (kind === "virtual" ? [] : [j]));
  return packWeights(
    Array.from({ length: mesh.positions.length / 3 }, () => {
      const own = new Set(Array.from({ length: 3 }, () => moving[random.integer(moving.length)]));
      return [...own].sort((a, b) => a - b).map((j): [number, number] => [j, 0.1 + random.next()]);
    }),
  );
}

/** The skeleton with its joints displaced. */
export function displaced({ segments }: Skeleton, graph: JointGraph, by: ArrayLike<number>): Skeleton {
  const shifted = (p: Point, joint: number) => p.map((x, c) => x + by[3 * joint + c]) as Point;
  return {
    version: 1,
    segments: segments.map((one, j) => ({
      ...one,
      head: shifted(one.head, graph.head[j]),
      tail: shifted(one.tail, graph.tail[j]),
    })),
  };
}

type Affine = { linear: Matrix; shift: Matrix };
const column = (p: ArrayLike<number>) => Matrix.columnVector(Array.from(p));
const after = (a: Affine, b: Affine): Affine => ({
  linear: a.linear.mmul(b.linear),
  shift: a.linear.mmul(b.shift).add(a.shift),
});

function bent(bend: Float64Array, head: Point, tail: Point, u: number): Affine {
  const m = new Float64Array(12);
  bendAt(bend, head, tail, u, m);
  return {
    linear: new Matrix([0, 4, 8].map((r) => [m[r], m[r + 1], m[r + 2]])),
    shift: column([m[3], m[7], m[11]]),
  };
}

/**
 * Vertices in every pose, F·V·3: each segment turns about its new head as it did about the old one, parents first.
 * Positions along bending segments are those at rest.
 * @param shifts 3 numbers per pose and tree.
 */
export function posedAt(
  mesh: Bindable,
  rest: Skeleton,
  now: Skeleton,
  weights: SparseWeights,
  { count, motions, bends }: Exemplars,
  shifts: (pose: number, segment: number) => number[],
): number[][][] {
  const B = rest.segments.length;
  const set = new SegmentSet(rest.segments.map(({ head, tail }): [Point, Point] => [head, tail]));
  return Array.from({ length: count }, (_, k) => {
    const bend = (j: number) => bends.subarray(BEND * (k * B + j), BEND * (k * B + j) + BEND);
    const turnOf = (j: number) =>
      new Matrix(
        [0, 4, 8].map((r) => Array.from(motions.subarray(12 * (k * B + j) + r, 12 * (k * B + j) + r + 3))),
      );
    const world: Affine[] = [];
    now.segments.forEach(({ parent, head }, j) => {
      const carried: Affine =
        parent < 0
          ? { linear: Matrix.eye(3), shift: column(shifts(k, j)) }
          : after(world[parent], bentAtRest(parent, rest.segments[j].head));
      const local = carried.linear.transpose().mmul(turnOf(j));
      const about = column(head).sub(local.mmul(column(head)));
      world.push(after(carried, { linear: local, shift: about }));
    });
    function bentAtRest(j: number, point: Point): Affine {
      const { head, tail } = now.segments[j];
      return bent(bend(j), head, tail, set.along(j, ...point));
    }
    return Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
      const point = Array.from(mesh.positions.subarray(3 * i, 3 * i + 3)) as Point;
      let sum = Matrix.zeros(3, 1);
      let all = 0;
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        const j = weights.bones[e];
        const motion = after(world[j], bentAtRest(j, point));
        const to = motion.linear.mmul(column(point)).add(motion.shift);
        sum = sum.add(to.mul(weights.values[e]));
        all += weights.values[e];
      }
      return sum.div(all).to1DArray();
    });
  });
}

/** Σ Λ_i λ_ik |f_k − f_i − R e_ik|² with the given rotation of each vertex in each pose. */
export function energyByDefinition(
  mesh: Bindable,
  ring: RingWeights,
  posed: number[][][],
  rotation: (i: number, pose: number) => Matrix,
): number {
  let sum = 0;
  eachEdge(mesh, ring, posed, (i, pose, g, e, d) => {
    const off = rotation(i, pose).mmul(column(e)).sub(column(d)).to1DArray();
    sum += g * off.reduce((all, x) => all + x * x, 0);
  });
  return sum;
}

/** Visits every edge in every pose with Λ_i λ_ik, its vector at rest and its posed vector. */
export function eachEdge(
  { positions: p }: Bindable,
  ring: RingWeights,
  posed: number[][][],
  visit: (i: number, pose: number, g: number, rest: number[], now: number[]) => void,
): void {
  posed.forEach((f, pose) => {
    for (let i = 0; i < f.length; i++) {
      for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
        const k = ring.neighbours[n];
        const rest = [0, 1, 2].map((c) => p[3 * k + c] - p[3 * i + c]);
        visit(i, pose, ring.masses[i] * ring.shares[n], rest, f[k].map((x, c) => x - f[i][c])); // biome-ignore format: one call
      }
    }
  });
}
