/** What a cage has to be: closed, not too fine, and around the mesh. */

import { SinewError } from "../../model/errors";
import type { CageShape } from "../../model/reduce/reduce-report";
import { howMany } from "../../model/reports/figures";
import { MOST_CAGE_VERTICES } from "../../model/rig/cage";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { CageLines } from "./harmonic/cage-lines";

/** Vertices between two checkpoints. */
const AT_ONCE = 512;
/** Vertices may lie on the cage: distances up to this part of its size are ignored. */
const NEAR = 1e-6;

const refuse = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

/** @throws SinewError if the cage has no faces, is too fine, has holes, or its positions are not numbers. */
export function checkCage({ positions, triangles }: CageShape): void {
  const N = positions.length / 3;
  if (triangles.length === 0)
    refuse("The cage has no faces", "It needs to be a closed mesh around the other.");
  if (N > MOST_CAGE_VERTICES) {
    refuse(
      "The cage is too fine",
      `It has ${N} vertices, and at most ${MOST_CAGE_VERTICES} are possible. Choose a coarser mesh.`,
    );
  }
  const broken = positions.findIndex((x) => !Number.isFinite(x));
  if (broken >= 0) {
    refuse(
      "The cage has an invalid vertex",
      `The position of its vertex ${Math.floor(broken / 3) + 1} is not a number.`,
    );
  }
  checkClosed(triangles, N);
}

/** Each edge has two triangles, one in each direction, and each vertex a triangle. */
function checkClosed(triangles: Uint32Array, N: number): void {
  const edges = new Map<number, number>();
  const used = new Uint8Array(N);
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t], triangles[t - (t % 3) + ((t + 1) % 3)]];
    edges.set(a * N + b, (edges.get(a * N + b) ?? 0) + 1);
    used[a] = 1;
  }
  for (const [edge, count] of edges) {
    const [a, b] = [Math.floor(edge / N), edge % N];
    if (count === 1 && edges.get(b * N + a) === 1) continue;
    refuse(
      "The cage is not closed",
      `The edge between its vertices ${a + 1} and ${b + 1} does not belong to two faces that agree on their sides. Close it, and turn all faces outwards.`,
    );
  }
  const loose = used.indexOf(0);
  if (loose >= 0) refuse("The cage has a loose vertex", `Vertex ${loose + 1} belongs to no face. Delete it.`);
}

/** @throws SinewError if some vertex is outside the cage; CancelledError */
export async function checkEnclosed(rest: Float32Array, cage: CageShape, task: Task): Promise<void> {
  const lines = new CageLines(cage);
  const near = NEAR * Math.hypot(...lines.size);
  const V = rest.length / 3;
  let outside = 0;
  let first = -1;
  for (let i = 0; i < V; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Checking the cage", done: i / V, detail: "" });
      await task.checkpoint();
    }
    if (lines.isInside(rest.subarray(3 * i, 3 * i + 3))) continue;
    if (lines.isNear(rest.subarray(3 * i, 3 * i + 3), near)) continue;
    if (first < 0) first = i;
    outside++;
  }
  if (outside === 0) return;
  refuse(
    "The cage does not enclose the mesh",
    `${outside} of ${howMany(V, "vertex")} ${outside === 1 ? "is" : "are"} outside, the first is vertex ${first + 1}. Make the cage larger, or move it.`,
  );
}

/** @throws SinewError if weights are not numbers, or do not fit V vertices and a cage of N. */
export function checkCageWeights({ offsets, bones, values }: SparseWeights, V: number, N: number): void {
  const fits = offsets.length === V + 1 && bones.every((j) => j < N);
  const broken = values.findIndex((w) => !Number.isFinite(w));
  if (fits && broken < 0) return;
  refuse(
    "The weights do not fit the cage",
    fits
      ? `Weight ${broken + 1} is not a number.`
      : `They should have a row for each of ${V} vertices, and a column for each of ${N} vertices of the cage.`,
  );
}
