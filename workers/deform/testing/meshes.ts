/** Small meshes for the deformers' tests, and plain solvers as references. */
import { inverse, Matrix } from "ml-matrix";
import { createRandom } from "../../math/random";
import type { Csc } from "../../sparse/csc";
import { compose, turnAbout } from "../../testing/rigs";
import { bendingBar } from "../../testing/sequences";
import type { BlendRows } from "../deformer";
import { owners, rigidWeights } from "../rigid-bind";

export interface TestMesh {
  rest: Float64Array;
  triangles: number[];
  weights: BlendRows;
  bones: number;
}

/** (I + λ L D_L⁻¹ D)^−p as in the paper, dense; column i has the vertices that vertex i averages over. */
export function denseSmoothing(laplacian: Csc, step: number, p: number, strengths: number[] | null): Matrix {
  const n = laplacian.columns;
  const dense = Matrix.zeros(n, n);
  for (let c = 0; c < n; c++) {
    for (let e = laplacian.offsets[c]; e < laplacian.offsets[c + 1]; e++) {
      dense.set(laplacian.indices[e], c, laplacian.values[e]);
    }
  }
  const scale = Array.from({ length: n }, (_, i) => {
    const own = dense.get(i, i);
    return own > 0 ? ((strengths ? strengths[i] : 1) * step) / own : 0;
  });
  const once = inverse(Matrix.add(Matrix.eye(n), dense.mmul(Matrix.diag(scale))));
  let power = Matrix.eye(n);
  for (let k = 0; k < p; k++) power = power.mmul(once);
  return power;
}

/** A bar where one bone moves each vertex, the one with the largest weight. */
export function rigidBar(length: number, width: number, bones = 3): TestMesh & { motion: Float64Array[] } {
  const { sequence, rig } = bendingBar({ length, width, bones, frames: 6, seed: 5 });
  const motion = Array.from({ length: 6 }, (_, k) =>
    Float64Array.from(rig.motion.subarray(12 * bones * k, 12 * bones * (k + 1))),
  );
  return {
    rest: Float64Array.from(rig.rest),
    triangles: Array.from(sequence.triangles),
    weights: rigidWeights(owners(rig.weights)),
    bones,
    motion,
  };
}

/**
 * Everything that real files contain: a bar, a flat sheet with a boundary, slivers, vertices at one place, duplicate
 * faces or faces without area, an edge with three faces, a strip in one line, vertices without faces; far from the
 * origin.
 */
export function untidyMesh(bones: number, seed: number): TestMesh {
  const random = createRandom(seed);
  const bar = rigidBar(6, 2, 2);
  const points: number[][] = [];
  for (let i = 0; i < bar.rest.length; i += 3) points.push([...bar.rest.subarray(i, i + 3)]);
  const triangles = [...bar.triangles];
  const add = (...corners: number[][]) => corners.map((p) => points.push(p) - 1);
  for (let y = 0; y < 5; y++) for (let x = 0; x < 5; x++) points.push([x / 4, 2, y / 4]);
  const sheet = points.length - 25;
  for (let q = 0; q < 16; q++) {
    const a = sheet + (q % 4) + 5 * Math.floor(q / 4);
    triangles.push(a, a + 1, a + 5, a + 1, a + 6, a + 5);
  }
  triangles.push(...add([3, 0, 0], [4, 0, 0], [3.5, 1e-9, 0]), ...add([3, 0, 0], [4, 0, 0], [3.2, 0, 0]));
  triangles.push(...triangles.slice(0, 6), 0, 0, 1, sheet, sheet + 1, 0);
  triangles.push(...add([5, 5, 5], [5, 5, 5], [5, 5, 5]));
  add([7, 1, 1], [7, 1, 1], [-4, 2, 3]);
  const offsets = [0];
  const [of, values]: number[][] = [[], []];
  for (let i = 0; i < points.length; i++) {
    const some = Math.min(bones, 1 + random.integer(3));
    const chosen = new Set<number>();
    while (chosen.size < some) chosen.add(random.integer(bones));
    for (const j of [...chosen].sort((a, b) => a - b)) {
      of.push(j);
      values.push(1 / some);
    }
    offsets.push(of.length);
  }
  return {
    rest: Float64Array.from(points.flatMap(([x, y, z]) => [x + 30, y - 20, z + 10])),
    triangles,
    weights: { offsets, bones: of, values },
    bones,
  };
}

/** A random rigid motion: a rotation of up to half a turn about any axis, and a shift. */
export function randomMotion(seed: number, reach = 3): number[] {
  const random = createRandom(seed);
  const axis = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...axis);
  const around = [random.normal(), random.normal(), random.normal()];
  const shift = [random.normal(), random.normal(), random.normal()].map((x) => reach * x);
  const turn = turnAbout(
    axis.map((x) => x / length),
    Math.PI * random.next(),
    around,
    shift,
  );
  return compose(turn, turnAbout([1, 0, 0], 0, [0, 0, 0], [0, 0, 0]));
}

/** The largest distance between positions of two poses, over the vertices for which `counts` is true. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>, counts = (_: number) => true): number {
  let most = 0;
  for (let i = 0; 3 * i < a.length; i++) {
    if (!counts(i)) continue;
    const d = Math.hypot(a[3 * i] - b[3 * i], a[3 * i + 1] - b[3 * i + 1], a[3 * i + 2] - b[3 * i + 2]);
    // Written so that NaN is the worst.
    if (!(d <= most)) most = d;
  }
  return most;
}

/** `positions` moved by a 3x4. */
export function moveAll(positions: ArrayLike<number>, m: ArrayLike<number>): Float64Array {
  return Float64Array.from(positions, (_, n) => {
    const [r, at] = [n % 3, n - (n % 3)];
    return (
      m[4 * r] * positions[at] +
      m[4 * r + 1] * positions[at + 1] +
      m[4 * r + 2] * positions[at + 2] +
      m[4 * r + 3]
    );
  });
}
