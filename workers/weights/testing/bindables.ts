/** Meshes and skeletons for the tests of weights. */
import { Arena } from "../../kernels/arena";
import { type MakeParallel, Serial } from "../../kernels/parallel";
import {
  DEFAULT_LIMITS,
  type Point,
  type Segment,
  type SegmentKind,
  type Skeleton,
} from "../../model/skeleton/skeleton";
import type { Bindable } from "../../model/weights/bindable";

/** One thread over one arena of 128 MB that each call resets. Kernels are compiled only once. */
export function reusedParallel(): MakeParallel {
  const serial = new Serial(new Arena(1 << 27, false));
  const start = serial.arena.mark();
  return Object.assign(
    async (bytes: number) => {
      serial.arena.release(start);
      if (bytes > 1 << 27) throw new Error(`${bytes} bytes`);
      return serial;
    },
    { threads: 1 },
  );
}

export function surface(positions: ArrayLike<number>, triangles: ArrayLike<number>): Bindable {
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    tets: null,
    wires: null,
  };
}

/** A closed tube with domed ends from `head` to `tail`. */
export function tube(head: Point, tail: Point, radius: number, rings = 12, sectors = 10): Bindable {
  const way = [0, 1, 2].map((c) => tail[c] - head[c]);
  const length = Math.hypot(...way);
  const axis = way.map((x) => x / length);
  const other = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const side = cross(axis, other);
  const across = side.map((x) => x / Math.hypot(...side));
  const up = cross(axis, across);
  const positions: number[] = [];
  const put = (along: number, out: number, angle: number) => {
    for (let c = 0; c < 3; c++) {
      positions.push(
        head[c] + along * axis[c] + out * (Math.cos(angle) * across[c] + Math.sin(angle) * up[c]),
      );
    }
  };
  for (let r = 0; r < rings; r++) {
    const along = (length * r) / (rings - 1);
    for (let s = 0; s < sectors; s++) put(along, radius, (2 * Math.PI * s) / sectors);
  }
  put(-radius / 2, 0, 0);
  put(length + radius / 2, 0, 0);
  const triangles: number[] = [];
  for (let s = 0; s < sectors; s++) {
    const next = (s + 1) % sectors;
    for (let r = 0; r + 1 < rings; r++) {
      const [a, b] = [r * sectors + s, r * sectors + next];
      triangles.push(a, b, b + sectors, a, b + sectors, a + sectors);
    }
    const last = (rings - 1) * sectors;
    triangles.push(rings * sectors, next, s, rings * sectors + 1, last + s, last + next);
  }
  return surface(positions, triangles);
}

/** Several meshes as one, without their wires. */
export function together(...meshes: Bindable[]): Bindable {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    triangles.push(...Array.from(mesh.triangles, (i) => i + first));
  }
  return surface(positions, triangles);
}

/** A box of nx·ny·nz cubes with side `step`, five tetrahedra each, and its surface. */
export function tetBox(nx: number, ny: number, nz: number, step: number): Bindable & { tets: Uint32Array } {
  const at = (x: number, y: number, z: number) => (x * (ny + 1) + y) * (nz + 1) + z;
  const positions: number[] = [];
  for (let x = 0; x <= nx; x++) {
    for (let y = 0; y <= ny; y++) for (let z = 0; z <= nz; z++) positions.push(x * step, y * step, z * step);
  }
  const tets: number[] = [];
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      for (let z = 0; z < nz; z++) {
        const odd = (x + y + z) % 2;
        const c = (a: number, b: number, d: number) => at(x + (odd ? 1 - a : a), y + b, z + d);
        const own = [
          [c(0, 0, 0), c(1, 0, 0), c(0, 1, 0), c(0, 0, 1)],
          [c(1, 1, 0), c(1, 0, 0), c(0, 1, 0), c(1, 1, 1)],
          [c(1, 0, 1), c(1, 0, 0), c(0, 0, 1), c(1, 1, 1)],
          [c(0, 1, 1), c(0, 1, 0), c(0, 0, 1), c(1, 1, 1)],
          [c(1, 0, 0), c(0, 1, 0), c(0, 0, 1), c(1, 1, 1)],
        ];
        for (const tet of own) tets.push(...tet);
      }
    }
  }
  return { ...surface(positions, outerFaces(tets)), tets: Uint32Array.from(tets) };
}

/** Faces that belong to only one tetrahedron. */
export function outerFaces(tets: ArrayLike<number>): number[] {
  const faces = new Map<string, number[]>();
  for (let t = 0; t + 3 < tets.length; t += 4) {
    for (const corners of [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [0, 3, 2],
    ]) {
      const face = corners.map((c) => tets[t + c]);
      const key = [...face].sort((a, b) => a - b).join();
      if (!faces.delete(key)) faces.set(key, face);
    }
  }
  return [...faces.values()].flat();
}

export function segment(
  parent: number,
  head: Point,
  tail: Point,
  kind: SegmentKind = "rigid",
  limits: Partial<Segment["limits"]> = {},
): Segment {
  return { name: "", parent, kind, head, tail, limits: { ...DEFAULT_LIMITS, ...limits } };
}

export function skeletonOf(...segments: Segment[]): Skeleton {
  return { version: 1, segments: segments.map((s, j) => ({ ...s, name: `bone ${j}` })) };
}

/** A spine, and a leg that a virtual segment connects to it. */
export const BACK_AND_LEG: Skeleton = {
  version: 1,
  segments: [
    { ...segment(-1, [0, 0, 0], [4, 0, 0], "spine"), name: "back" },
    { ...segment(0, [0, 0, 0], [0, -1, 0], "virtual"), name: "hip" },
    { ...segment(1, [0, -1, 0], [0, -3, 0]), name: "leg" },
  ],
};

/** Bones end to end along the points. */
export function chain(...points: Point[]): Skeleton {
  return skeletonOf(...points.slice(1).map((tail, j) => segment(j - 1, points[j], tail)));
}

/** The skeleton of a trivial graph file: joints, then edges. Each edge is a bone from its first joint to its second. */
export function readGraph(text: string): Skeleton {
  const [nodes, edges] = text.split("#").map((part) =>
    part
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter((row) => row.length > 1),
  );
  const points = new Map(nodes.map((row) => [row[0], row.slice(1, 4) as Point]));
  const ends: [number, number][] = [];
  const left = edges.map(([a, b]): [number, number] => [a, b]);
  const reached = new Set<number>([left[0][0]]);
  // Adds parents first, whatever the order and direction of edges in the file.
  while (left.length > 0) {
    let at = left.findIndex(([a, b]) => reached.has(a) || reached.has(b));
    if (at < 0) reached.add(left[(at = 0)][0]);
    const [a, b] = left.splice(at, 1)[0];
    const edge: [number, number] = reached.has(a) ? [a, b] : [b, a];
    reached.add(edge[1]);
    ends.push(edge);
  }
  return skeletonOf(
    ...ends.map(([a, b]) =>
      segment(
        ends.findIndex(([, end]) => end === a),
        points.get(a)!,
        points.get(b)!,
      ),
    ),
  );
}

/** Positions of an OBJ file, and its faces cut into fans. */
export function readObjText(text: string): Bindable {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") positions.push(...rest.slice(0, 3).map(Number));
    if (word !== "f") continue;
    const face = rest.map((corner) => Number.parseInt(corner, 10) - 1);
    for (let c = 1; c + 1 < face.length; c++) triangles.push(face[0], face[c], face[c + 1]);
  }
  return surface(positions, triangles);
}

/** Vertices, triangles and tetrahedra of a Medit file. */
export function readMeditText(text: string): Bindable & { tets: Uint32Array } {
  const words = text.split(/\s+/);
  const table = (name: string, width: number) => {
    const at = words.indexOf(name);
    const count = Number(words[at + 1]);
    return Array.from({ length: count * width }, (_, n) => Number(words[at + 2 + n]));
  };
  const rows = (numbers: number[], width: number, used: number) => numbers.filter((_, n) => n % width < used);
  const positions = rows(table("Vertices", 4), 4, 3);
  const triangles = rows(table("Triangles", 4), 4, 3).map((i) => i - 1);
  const tets = rows(table("Tetrahedra", 5), 5, 4).map((i) => i - 1);
  return { ...surface(positions, triangles), tets: Uint32Array.from(tets) };
}
