/**
 * A creature of any resolution for tests and measurements of weights: a body with a neck, a tail and six pairs of legs,
 * made of cubes whose surface is subdivided (Catmull & Clark 1978). It is one closed manifold shell with 50 bones, and
 * always the same.
 */

import { DEFAULT_LIMITS, type Point, type Segment, type Skeleton } from "../../model/skeleton/skeleton";
import type { Bindable } from "../../model/weights/bindable";
import { surface } from "./bindables";

/** Cubes of the body along x; the cross-section is two by two. */
const BODY = 14;
const LEG = { out: 4, down: 5 };
const TAIL = 9;
const NECK = 6;

type Cell = [x: number, y: number, z: number];

interface Quads {
  points: Point[];
  quads: number[][];
}

function cells(): Cell[] {
  const out: Cell[] = [];
  for (let x = 0; x < BODY; x++) out.push([x, 0, 0], [x, 1, 0], [x, 0, 1], [x, 1, 1]);
  for (let n = 1; n <= TAIL; n++) out.push([-n, 1, 0]);
  for (let n = 1; n <= NECK; n++) out.push([BODY - 1 + n, 1, 1]);
  out.push([BODY + NECK - 1, 2, 1], [BODY + NECK - 1, 2, 0], [BODY + NECK - 1, 1, 0]);
  for (let x = 1; x < BODY; x += 2) {
    if (x === 7) continue;
    for (const side of [-1, 1]) {
      const at = (n: number) => (side < 0 ? -n : 1 + n);
      for (let n = 1; n <= LEG.out; n++) out.push([x, 0, at(n)]);
      for (let n = 1; n <= LEG.down; n++) out.push([x, -n, at(LEG.out)]);
    }
  }
  return out;
}

/** The outer faces of a set of cubes. */
function shellOf(set: Cell[]): Quads {
  const inside = new Set(set.map(String));
  const numbers = new Map<string, number>();
  const points: Point[] = [];
  const quads: number[][] = [];
  const corner = (p: Cell) => {
    const key = String(p);
    if (!numbers.has(key)) numbers.set(key, points.push([...p]) - 1);
    return numbers.get(key)!;
  };
  for (const cell of set) {
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const next: Cell = [...cell];
        next[axis] += 2 * side - 1;
        if (inside.has(String(next))) continue;
        const quad = [0, 1, 3, 2].map((n) => {
          const p: Cell = [...cell];
          p[axis] += side;
          p[(axis + 1) % 3] += n & 1;
          p[(axis + 2) % 3] += n >> 1;
          return corner(p);
        });
        quads.push(side === 1 ? quad : quad.reverse());
      }
    }
  }
  return { points, quads };
}

const mean = (points: Point[]): Point =>
  [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length) as Point;

/** One step of Catmull-Clark subdivision of a closed mesh. */
function subdivide({ points, quads }: Quads): Quads {
  const V = points.length;
  const faces = quads.map((quad) => mean(quad.map((v) => points[v])));
  const edges = new Map<number, { ends: [number, number]; faces: number[]; at: number }>();
  const edge = (a: number, b: number) => edges.get(Math.min(a, b) * V + Math.max(a, b))!;
  quads.forEach((quad, f) => {
    quad.forEach((a, c) => {
      const b = quad[(c + 1) % 4];
      const key = Math.min(a, b) * V + Math.max(a, b);
      if (!edges.has(key)) edges.set(key, { ends: [a, b], faces: [], at: 0 });
      edges.get(key)!.faces.push(f);
    });
  });
  const sums = points.map(() => ({ face: [0, 0, 0], edge: [0, 0, 0], count: 0 }));
  const out: Point[] = points.slice();
  for (const own of edges.values()) {
    const [a, b] = own.ends;
    const middle = mean([points[a], points[b]]);
    own.at = out.push(mean([middle, mean(own.faces.map((f) => faces[f]))])) - 1;
    for (const v of own.ends) for (let c = 0; c < 3; c++) sums[v].edge[c] += middle[c];
  }
  const firstFace = out.length;
  quads.forEach((quad, f) => {
    out.push(faces[f]);
    for (const v of quad) {
      for (let c = 0; c < 3; c++) sums[v].face[c] += faces[f][c];
      sums[v].count++;
    }
  });
  points.forEach((p, v) => {
    const { face, edge: middles, count: n } = sums[v];
    out[v] = p.map((x, c) => (face[c] / n + (2 * middles[c]) / n + (n - 3) * x) / n) as Point;
  });
  const split = quads.flatMap((quad, f) =>
    quad.map((a, c) => [a, edge(a, quad[(c + 1) % 4]).at, firstFace + f, edge(quad[(c + 3) % 4], a).at]),
  );
  return { points: out, quads: split };
}

/** A chain of segments from `head` over the given points. */
function chain(segments: Segment[], name: string, parent: number, points: Point[]): number {
  points.slice(1).forEach((tail, n) => {
    segments.push({
      name: `${name}${n + 1}`,
      parent: n === 0 ? parent : segments.length - 1,
      kind: "rigid",
      head: points[n],
      tail,
      limits: DEFAULT_LIMITS,
    });
  });
  return segments.length - 1;
}

const along = (from: Point, to: Point, parts: number): Point[] =>
  Array.from({ length: parts + 1 }, (_, n) => from.map((x, c) => x + ((to[c] - x) * n) / parts) as Point);

/** Seven bones of the body, three of the neck, four of the tail, three of each of the twelve legs. */
export function creatureSkeleton(): Skeleton {
  const segments: Segment[] = [];
  const spine = along([1, 1, 1], [BODY - 0.5, 1, 1], 7);
  chain(segments, "body", -1, spine);
  const last = segments.length - 1;
  chain(segments, "neck", last, along([BODY - 0.5, 1.3, 1.3], [BODY + NECK - 0.5, 1.5, 1.5], 3));
  chain(segments, "tail", 0, along([0.5, 1.4, 0.6], [-TAIL + 0.3, 1.5, 0.5], 4));
  for (let x = 1; x < BODY; x += 2) {
    if (x === 7) continue;
    const parent = spine.findIndex((p, n) => n > 0 && p[0] >= x + 0.5) - 1;
    for (const side of [-1, 1]) {
      const at = (z: number): number => (side < 0 ? -z : 2 + z);
      const hip: Point = [x + 0.5, 0.6, at(-0.5)];
      const foot: Point = [x + 0.5, -LEG.down + 0.3, at(LEG.out - 0.5)];
      const turn: Point = [x + 0.5, 0.5, at(LEG.out - 0.5)];
      const knee: Point = [x + 0.5, 0.5, at((LEG.out - 0.5) / 2)];
      chain(segments, `leg${x}${side < 0 ? "L" : "R"}`, Math.max(0, parent), [hip, knee, turn, foot]);
    }
  }
  return { version: 1, segments };
}

/**
 * The creature with its skeleton.
 * @param levels the number of subdivisions, 1 or more. 1 gives about 2700 vertices, and each further one 4 times as
 * many (3 gives some 43 000).
 */
export function creature(levels: number): { mesh: Bindable; skeleton: Skeleton } {
  let quads = shellOf(cells());
  for (let n = 0; n < levels; n++) quads = subdivide(quads);
  const triangles = quads.quads.flatMap(([a, b, c, d], f) =>
    f % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d],
  );
  return { mesh: surface(quads.points.flat(), triangles), skeleton: creatureSkeleton() };
}
