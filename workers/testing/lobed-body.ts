/** A closed body with two arms and a head at any resolution. Its weights are functions of position. For tests. */
import { makeSequence } from "../../tools/samples/make-sequence";
import { createRandom } from "../math/random";
import type { Bone } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { packWeights } from "./rigs";

interface Shape {
  /** Quads along each edge of the six sides. */
  steps?: number;
  /** How far the vertices slide along the surface, 0 to 1. This makes the topology of the same body asymmetric. */
  slide?: number;
  /** How much thicker the arm at +x is. The topology stays symmetric. */
  bump?: number;
  /** Shuffles the order of vertices and faces. */
  seed?: number;
  /** The UVs of the two sides are mirrored across U = 0.5, or equal. */
  uvs?: "mirrored" | "equal";
  /** Moves each position. */
  move?: (p: [number, number, number]) => [number, number, number];
}

export const LOBED_BONES: Bone[] = [
  { name: "body", parent: -1, head: [0, 0, 0] },
  { name: "arm_L", parent: 0, head: [0.7, 0, 0] },
  { name: "arm_R", parent: 0, head: [-0.7, 0, 0] },
  { name: "head", parent: 0, head: [0, 0.6, 0] },
];

const rise = (t: number): number => {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
};

/** The weights of the four bones at a position. */
export function lobedWeightsAt([x, y]: ArrayLike<number> & Iterable<number>): number[] {
  const [left, right] = [rise((x - 0.4) / 0.6), rise((-x - 0.4) / 0.6)];
  const head = (1 - left - right) * rise((y - 0.3) / 0.5);
  return [1 - left - right - head, left, right, head];
}

/** The weights of some positions, 3V. */
export function lobedWeights(positions: ArrayLike<number>): SparseWeights {
  return packWeights(
    Array.from({ length: positions.length / 3 }, (_, i) =>
      lobedWeightsAt([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]).flatMap(
        (w, j): [number, number][] => (w > 0 ? [[j, w]] : []),
      ),
    ),
  );
}

function radius(d: readonly number[], bump: number): number {
  const [x, y] = d;
  return 0.5 + 1.1 * x ** 6 + 0.5 * Math.max(0, y) ** 6 + bump * Math.max(0, x) ** 2 * (1 - x * x);
}

/** A cube on the unit sphere whose sides have steps² quads each, counter-clockwise from outside. */
function cubeSphere(steps: number, slide: number) {
  const numbers = new Map<string, number>();
  const places: number[][] = [];
  const vertex = (p: number[]): number => {
    const key = p.map((x) => x.toFixed(9)).join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, places.length);
    places.push(p);
    return places.length - 1;
  };
  const quads: number[][] = [];
  for (let side = 0; side < 6; side++) {
    const [axis, sign] = [side >> 1, side & 1 ? 1 : -1];
    const at = (a: number, b: number) => {
      const p = [0, 0, 0];
      p[axis] = sign;
      p[(axis + 1) % 3] = a;
      p[(axis + 2) % 3] = b;
      return vertex(p);
    };
    for (let a = 0; a < steps; a++) {
      for (let b = 0; b < steps; b++) {
        const t = (n: number) => -1 + (2 * n) / steps;
        const quad = [at(t(a), t(b)), at(t(a + 1), t(b)), at(t(a + 1), t(b + 1)), at(t(a), t(b + 1))];
        quads.push(sign > 0 ? quad : quad.reverse());
      }
    }
  }
  const directions = places.map((p) => {
    // The tangent spaces the vertices evenly on the sphere. Then they slide in x and y.
    const q = p.map((x) => Math.tan((x * Math.PI) / 4));
    q[0] += 0.2 * slide * (1 - p[0] * p[0] * 0.5) * Math.sin(2 * p[1] + 1);
    q[1] += 0.15 * slide * Math.cos(3 * p[0] + 0.5);
    const length = Math.hypot(...q);
    return q.map((x) => x / length);
  });
  return { directions, quads };
}

function shuffled(count: number, seed: number | undefined): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  if (seed === undefined) return order;
  const random = createRandom(seed);
  for (let i = count - 1; i > 0; i--) {
    const l = random.integer(i + 1);
    [order[i], order[l]] = [order[l], order[i]];
  }
  return order;
}

/** The body as a mesh of quads. Without UVs display and solver vertices are the same. */
export function lobedBody({ steps = 8, slide = 0, bump = 0, seed, uvs, move = (p) => p }: Shape = {}) {
  const { directions, quads } = cubeSphere(steps, slide);
  const order = shuffled(directions.length, seed);
  const place = new Int32Array(order.length);
  order.forEach((i, n) => {
    place[i] = n;
  });
  const rest = new Float32Array(3 * order.length);
  order.forEach((i, n) => {
    const r = radius(directions[i], bump);
    rest.set(move(directions[i].map((x) => r * x) as [number, number, number]), 3 * n);
  });
  const faces = shuffled(quads.length, seed).map((q) => quads[q].map((i) => place[i]));
  const corners = uvs ? splitByUv(faces, order, directions, uvs) : plain(faces, order.length);
  const polygonCorners = Uint32Array.from(corners.faces.flat());
  return {
    rest,
    solverIndex: Uint32Array.from(corners.solver),
    triangles: Uint32Array.from(corners.faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
    polygonOffsets: Uint32Array.from({ length: faces.length + 1 }, (_, p) => 4 * p),
    polygonCorners,
    uvs: corners.uvs,
  };
}

const plain = (faces: number[][], count: number) => ({
  faces,
  solver: Array.from({ length: count }, (_, i) => i),
  uvs: null as Float32Array | null,
});

/** UVs by longitude and latitude. The seam is behind; it splits display vertices. */
function splitByUv(faces: number[][], order: number[], directions: number[][], kind: "mirrored" | "equal") {
  const solver: number[] = [];
  const uvs: number[] = [];
  const known = new Map<string, number>();
  const display = (i: number, u: number, v: number): number => {
    const key = `${i} ${u.toFixed(6)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, solver.length);
    solver.push(i);
    uvs.push(kind === "mirrored" ? u : Math.abs(2 * u - 1), v);
    return solver.length - 1;
  };
  const split = faces.map((face) => {
    const raw = face.map((i) => {
      const [x, y, z] = directions[order[i]];
      return [0.5 + Math.atan2(x, z) / (2 * Math.PI), 0.5 + Math.asin(y) / Math.PI];
    });
    const middle = face.reduce((sum, i) => sum + directions[order[i]][0], 0);
    return face.map((i, n) => {
      const [u, v] = raw[n];
      // The seam is at x = 0 behind. There, U is 1 or 0, by the side of the face.
      const onSeam = Math.abs(u - Math.round(u)) < 1e-6;
      return display(i, onSeam ? (middle > 0 ? 1 : 0) : u, v);
    });
  });
  return { faces: split, solver, uvs: Float32Array.from(uvs) as Float32Array | null };
}

/** A still sequence of a body without UVs. */
export function lobedSequence(name: string, { rest, polygonCorners }: ReturnType<typeof lobedBody>) {
  const polygons = Array.from({ length: polygonCorners.length / 4 }, (_, p) => [
    ...polygonCorners.subarray(4 * p, 4 * p + 4),
  ]);
  return makeSequence({
    name,
    fps: 24,
    rest,
    frames: rest,
    parts: [{ name, material: 0, polygons }],
    materials: [{ name: "grey", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: false }],
  });
}
