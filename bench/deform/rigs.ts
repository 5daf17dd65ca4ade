import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { houndMesh } from "../../tools/samples/hound-body";
import { readObj } from "../../workers/formats/obj/obj";
import { nodeFiles } from "../../workers/formats/source/node-file";
import type { DeformSource } from "../../workers/model/deform";
import type { Bone } from "../../workers/model/rig/rig";
import type { SparseWeights } from "../../workers/model/rig/sparse-weights";
import { UNWATCHED } from "../../workers/model/task";

const STATIC = resolve(process.cwd(), "../shared/data/static");

/** The scanned elephant with its skeleton and weights, or null if it is not on this machine. */
export async function elephant(): Promise<DeformSource | null> {
  const names = ["elephant.obj", "elephant.tgf", "elephant-weights.dmat"];
  const [shape, skeleton, weights] = names.map((name) => resolve(STATIC, name));
  if (![shape, skeleton, weights].every((path) => existsSync(path))) return null;
  const [file] = await nodeFiles([shape]);
  const mesh = await readObj(file, UNWATCHED);
  return {
    rest: Float32Array.from(mesh.positions),
    triangles: mesh.polygonCorners.map((d) => mesh.displayPoint[d]),
    bones: readTgf(readFileSync(skeleton, "utf8")),
    weights: readDmat(readFileSync(weights)),
  };
}

/** Joints as lines "1 x y z", then "#", then bones as lines "1 2". */
function readTgf(text: string): Bone[] {
  const table = (part: string) =>
    part
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
  const [joints, edges] = text.split("#").slice(0, 2).map(table);
  const heads = new Map(joints.map(([name, ...at]) => [name, at.map(Number)]));
  const ends = edges.map(([, to]) => to);
  return edges.map(([from, to]) => {
    const [x, y, z] = heads.get(from)!;
    return { name: `to ${to}`, parent: ends.indexOf(from), head: [x, y, z] };
  });
}

/** A binary matrix: "0 0", "bones vertices" and the weights of one bone after the other, in f64. */
function readDmat(file: Buffer): SparseWeights {
  const head = file.subarray(0, 64).toString("latin1").split("\n");
  const [bones, vertices] = head[1].trim().split(/\s+/).map(Number);
  const from = file.length - 8 * bones * vertices;
  const [of, values]: number[][] = [[], []];
  const offsets = new Uint32Array(vertices + 1);
  for (let i = 0; i < vertices; i++) {
    for (let j = 0; j < bones; j++) {
      const value = file.readDoubleLE(from + 8 * (j * vertices + i));
      if (!(value > 1e-4)) continue;
      of.push(j);
      values.push(value);
    }
    offsets[i + 1] = of.length;
  }
  return { version: 1, offsets, bones: Uint16Array.from(of), values: Float32Array.from(values) };
}

/**
 * A generated animal with bones spread evenly over its surface; each vertex belongs to its nearest bone.
 * @param cell size of the mesh's cells; 0.019 gives about 20 000 vertices.
 */
export function hound(cell: number, boneCount: number): DeformSource {
  const mesh = houndMesh(cell);
  const rest = Float32Array.from(mesh.points.flat());
  const triangles: number[] = [];
  for (const [a, b, c, d] of mesh.quads) triangles.push(a, b, c, a, c, d);
  const owner = new Uint16Array(rest.length / 3);
  const bones = spread(rest, boneCount, owner);
  const weights = {
    version: 1 as const,
    offsets: Uint32Array.from({ length: owner.length + 1 }, (_, i) => i),
    bones: owner,
    values: new Float32Array(owner.length).fill(1),
  };
  return { rest, triangles: Uint32Array.from(triangles), bones, weights };
}

/** Bones at vertices that are far apart; `owner` receives each vertex's nearest bone. */
function spread(rest: Float32Array, count: number, owner: Uint16Array): Bone[] {
  const away = new Float64Array(owner.length).fill(Infinity);
  return Array.from({ length: count }, (_, j) => {
    let seed = 0;
    for (let i = 1; i < away.length; i++) if (away[i] > away[seed]) seed = i;
    const [x, y, z] = rest.subarray(3 * seed, 3 * seed + 3);
    for (let i = 0; i < away.length; i++) {
      const distance = Math.hypot(rest[3 * i] - x, rest[3 * i + 1] - y, rest[3 * i + 2] - z);
      if (distance < away[i]) [away[i], owner[i]] = [distance, j];
    }
    return { name: `bone ${j}`, parent: -1, head: [x, y, z] };
  });
}

/** Weights of the four nearest bones on every vertex, falling with the squared distance. */
export function nearestFour({ rest, bones }: DeformSource): SparseWeights {
  const vertexCount = rest.length / 3;
  const of = new Uint16Array(4 * vertexCount);
  const values = new Float32Array(4 * vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    const near = bones
      .map(({ head: [x, y, z] }, j) => {
        const square = (rest[3 * i] - x) ** 2 + (rest[3 * i + 1] - y) ** 2 + (rest[3 * i + 2] - z) ** 2;
        return { j, square: square + 1e-9 };
      })
      .sort((a, b) => a.square - b.square)
      .slice(0, 4);
    const sum = near.reduce((total, { square }) => total + 1 / square, 0);
    near.forEach(({ j, square }, n) => {
      of[4 * i + n] = j;
      values[4 * i + n] = 1 / square / sum;
    });
  }
  const offsets = Uint32Array.from({ length: vertexCount + 1 }, (_, i) => 4 * i);
  return { version: 1, offsets, bones: of, values };
}

/** Typed arrays as lists, because a page takes plain values only. */
export const plain = ({ rest, triangles, bones, weights }: DeformSource) => ({
  rest: [...rest],
  triangles: [...triangles],
  bones,
  offsets: [...weights.offsets],
  owners: [...weights.bones],
  values: [...weights.values],
});
