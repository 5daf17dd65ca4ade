/** Meshes, supports and poses for the tests of as-rigid-as-possible weights, and the energy as it is defined. */
import { determinant, Matrix, SingularValueDecomposition } from "ml-matrix";
import { Arena } from "../../../kernels/arena";
import { type Parallel, Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { UNWATCHED } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import {
  NO_WEIGHT_EDITS,
  type VertexBoneValues,
  type WeightEdits,
} from "../../../model/weights/weight-edits";
import { packWeights } from "../../../testing/rigs";
import { BEND, bendAt } from "../../bend";
import { exemplars } from "../../exemplars";
import { segment, skeletonOf } from "../../testing/bindables";
import { type ArapInput, type ArapPlan, planArap } from "../arap-plan";
import type { ArapSettings } from "../arap-settings";
import { ArapWeights } from "../arap-weights";
import type { SegmentPoses } from "../system/wide-supports";

type Rows = { offsets: ArrayLike<number>; bones: ArrayLike<number>; values: ArrayLike<number> };

/** A tube along x with unit spacing and jitter. */
export function tube(length: number, around: number, seed: number): Bindable {
  const random = createRandom(seed);
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let x = 0; x <= length; x++) {
    for (let a = 0; a < around; a++) {
      const angle = (2 * Math.PI * a) / around;
      const radius = 0.2 * around * (1 + 0.1 * random.normal());
      positions.push(x + 0.1 * random.normal(), radius * Math.cos(angle), radius * Math.sin(angle));
      if (x === length) continue;
      const [p, q] = [x * around + a, x * around + ((a + 1) % around)];
      triangles.push(p, q, p + around, q, q + around, p + around);
    }
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    tets: null,
    wires: null,
  };
}

/** Weights of bones side by side along x: Gaussians of the distance. Small weights are not in the support. */
export function blended(mesh: Bindable, bones: number, width: number): SparseWeights {
  const xs = Array.from({ length: mesh.positions.length / 3 }, (_, i) => mesh.positions[3 * i]);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  return packWeights(
    xs.map((x) => {
      const raw = Array.from({ length: bones }, (_, j): [number, number] => {
        const centre = least + ((j + 0.5) / bones) * (most - least);
        return [j, Math.exp(-(((x - centre) / (width * (most - least))) ** 2))];
      });
      const largest = Math.max(...raw.map(([, w]) => w));
      return raw.filter(([, w]) => w > 0.02 * largest);
    }),
  );
}

/** Random rigid motions: rotations of up to `reach` radians about any axis, and shifts. */
export function randomMotions(bones: number, poses: number, reach: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const out = new Float64Array(12 * bones * poses);
  for (let n = 0; n < bones * poses; n++) {
    const axis = [random.normal(), random.normal(), random.normal()];
    const length = Math.hypot(...axis);
    const angle = reach * (2 * random.next() - 1);
    const [x, y, z] = axis.map((a) => a / length);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const d = 1 - c;
    out.set(
      [
        [c + x * x * d, x * y * d - z * s, x * z * d + y * s, 0.3 * random.normal()],
        [y * x * d + z * s, c + y * y * d, y * z * d - x * s, 0.3 * random.normal()],
        [z * x * d - y * s, z * y * d + x * s, c + z * z * d, 0.3 * random.normal()],
      ].flat(),
      12 * n,
    );
  }
  return out;
}

export function tubeInput(seed = 1, bones = 3, poses = 5): ArapInput {
  const mesh = tube(8, 6, seed);
  return { mesh, bones, heat: blended(mesh, bones, 0.25), motions: randomMotions(bones, poses, 1, seed + 7) };
}

/** Pairs of a vertex and a bone with their value. */
export function pairs(...rows: (readonly [vertex: number, bone: number, value: number])[]): VertexBoneValues {
  return {
    vertices: Uint32Array.from(rows, ([vertex]) => vertex),
    bones: Uint16Array.from(rows, ([, bone]) => bone),
    values: Float32Array.from(rows, ([, , value]) => value),
  };
}

export const edits = (some: Partial<WeightEdits>): WeightEdits => ({ ...NO_WEIGHT_EDITS, ...some });

/** A solver on one thread. */
export async function solverOf(input: ArapInput, settings: Partial<ArapSettings> = {}): Promise<ArapWeights> {
  const plan = planArap(input, settings);
  const parallel = new Serial(new Arena(ArapWeights.bytes(plan, 1), false));
  return ArapWeights.create(parallel, plan, UNWATCHED);
}

/** Imitates two threads: runs blocks in another order, alternately on two slots. */
export function shuffled(bytes: number): Parallel {
  const serial = new Serial(new Arena(bytes, false));
  return {
    threads: 2,
    working: 2,
    isWhole: true,
    arena: serial.arena,
    call: (kernel, args) => serial.call(kernel, args),
    callBlock: (kernel, begin, end, args, slot) => serial.callBlock(kernel, begin, end, args, slot),
    async run(_, kernel, items, block, args) {
      for (let n = Math.ceil(items / block) - 1; n >= 0; n--) {
        serial.callBlock(kernel, n * block, Math.min(items, (n + 1) * block), args, n % 2);
      }
    },
    dispose() {},
  };
}

/** Only the energy: no constraints, no clean-up, and almost no proximal term. */
export const BARE: Partial<ArapSettings> = {
  proximal: 0,
  filter: 0,
  negative: "keep",
  attach: false,
  neumann: false,
};

/** The rotation that maximises tr(RᵀC), by an SVD. */
export function polarBySvd(c: number[]): Matrix {
  const matrix = new Matrix([c.slice(0, 3), c.slice(3, 6), c.slice(6, 9)]);
  const svd = new SingularValueDecomposition(matrix);
  const [u, v] = [svd.leftSingularVectors, svd.rightSingularVectors];
  const sign = determinant(u.mmul(v.transpose())) < 0 ? -1 : 1;
  return u.mmul(Matrix.diag([1, 1, sign])).mmul(v.transpose());
}

export function partAlong(head: number[], tail: number[], p: number[]): number {
  const way = tail.map((x, c) => x - head[c]);
  const square = way.reduce((sum, x) => sum + x * x, 0);
  return Math.max(0, Math.min(1, way.reduce((sum, x, c) => sum + x * (p[c] - head[c]), 0) / square)); // biome-ignore format: one value
}

/** A tube with a spine, then a rigid bone, then a bone that stretches and twists, in random poses. */
export function bentInput(seed: number, poses = 5): ArapInput {
  const input = tubeInput(seed, 3, poses);
  const limits = { swing: 1, twist: [-1, 1] as [number, number], stretch: [0.7, 1.5] as [number, number] };
  const { segments } = skeletonOf(
    segment(-1, [0, 0, 0], [3, 0, 0], "spine", limits),
    segment(0, [3, 0, 0], [5, 0, 0]),
    segment(1, [5, 0, 0], [8, 0.5, 0], "stretch-twist", limits),
  );
  const { motions, bends } = exemplars({ version: 1, segments }, poses, createRandom(seed));
  return { ...input, heat: blended(input.mesh, 3, 0.25), segments, motions, bends };
}

/** Posed positions, in the mesh's coordinates. */
function posed(
  { input: { mesh, bones, segments } }: ArapPlan,
  w: Rows,
  { motions, bends }: SegmentPoses,
  pose: number,
): number[][] {
  const bent = new Float64Array(12);
  return Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
    const rest = Array.from(mesh.positions.subarray(3 * i, 3 * i + 3));
    const out = [0, 0, 0];
    for (let e = w.offsets[i]; e < w.offsets[i + 1]; e++) {
      const at = 12 * (pose * bones + w.bones[e]);
      let [x, y, z] = rest;
      if (bends && segments && segments[w.bones[e]].kind !== "rigid") {
        const { head, tail } = segments[w.bones[e]];
        const bend = Array.from({ length: BEND }, (_, n) => bends[BEND * (pose * bones + w.bones[e]) + n]);
        bendAt(bend, head, tail, partAlong(head, tail, rest), bent);
        [x, y, z] = [0, 4, 8].map((r) => bent[r] * rest[0] + bent[r + 1] * rest[1] + bent[r + 2] * rest[2] + bent[r + 3]); // biome-ignore format: one sum
      }
      for (let r = 0; r < 3; r++) {
        const m = (n: number) => motions[at + 4 * r + n];
        out[r] += w.values[e] * (m(0) * x + m(1) * y + m(2) * z + m(3));
      }
    }
    return out;
  });
}

/**
 * Mean squared strain with one rotation for each cluster and pose.
 * @param clusterOf the cluster of a vertex in a pose.
 * @param chosen given rotations, or a function that finds them from covariances. Default: the best rotations.
 */
export function strainByDefinition(
  plan: ArapPlan,
  w: Rows,
  poses: SegmentPoses,
  clusterOf: (i: number, pose: number) => number = (i) => i,
  chosen: Map<string, Matrix> | ((cov: number[], key: string) => Matrix) = polarBySvd,
): { strain: number; rotations: Map<string, Matrix> } {
  const { ring, bones, input } = plan;
  const p = input.mesh.positions;
  const count = poses.motions.length / (12 * bones);
  let [sum, size] = [0, 0];
  const rotations = chosen instanceof Map ? chosen : new Map<string, Matrix>();
  for (let pose = 0; pose < count; pose++) {
    const f = posed(plan, w, poses, pose);
    const each = (visit: (i: number, g: number, e: number[], d: number[]) => void) => {
      for (let i = 0; i < f.length; i++) {
        for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
          const k = ring.neighbours[n];
          const e = [0, 1, 2].map((c) => p[3 * k + c] - p[3 * i + c]);
          visit(i, ring.masses[i] * ring.shares[n], e, f[k].map((x, c) => x - f[i][c])); // biome-ignore format: one call
        }
      }
    };
    if (!(chosen instanceof Map)) {
      const covariances = new Map<string, number[]>();
      each((i, g, e, d) => {
        const key = `${clusterOf(i, pose)} ${pose}`;
        const cov = covariances.get(key) ?? new Array(9).fill(0);
        for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) cov[3 * r + c] += g * d[r] * e[c];
        covariances.set(key, cov);
      });
      for (const [key, cov] of covariances) rotations.set(key, chosen(cov, key));
    }
    each((i, g, e, d) => {
      const turned = rotations
        .get(`${clusterOf(i, pose)} ${pose}`)!
        .mmul(Matrix.columnVector(e))
        .to1DArray();
      sum += g * turned.reduce((all, x, c) => all + (x - d[c]) ** 2, 0);
      size += g * e.reduce((all, x) => all + x * x, 0);
    });
  }
  return { strain: sum / size, rotations };
}
