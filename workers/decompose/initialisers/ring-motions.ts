/**
 * Features that describe the rigid motion around each vertex (Hopkins 2017, equations 4.24 to 4.29): in every frame, a
 * rotation and a translation are fitted to a vertex and its neighbours. If a ring is a line or a point in the rest
 * pose, it does not determine how the vertex turns. The next rings are then added, and finally the nearest vertices in
 * space. If a ring becomes a line only in a pose, it gets the rotation of the whole body there. A rotation has two
 * quaternions, q and −q. We take the one nearer to the body's quaternion. The choice is clear unless a part is half a
 * turn away from the body.
 */

import { type Adjacency, adjacencyOf } from "../../geometry/adjacency";
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import { bestRotation } from "../../math/best-rotation";
import { createRandom } from "../../math/random";
import type { Task } from "../../model/task";
import { Clusters, rigidClusterBytes } from "./clusters";
import type { StartContext } from "./start-context";

/** Each number of a long feature is spread over this many columns, as in the kernel. */
const SPREAD = 4;
/** The most rings that are added to a degenerate or small ring. */
const GROWTH = 4;
/** Number of neighbours of a vertex without a mesh. */
const AROUND = 8;
/** The smallest squared width of a set, relative to its length. */
const LEAST_WIDTH = 1e-6;

export interface RingOptions {
  /** Vertices of the whole problem. */
  vertices: Int32Array;
  /** A ring grows until it has this many vertices. */
  least: number;
  /** Frames that are used. */
  frames: readonly number[];
  /** The most numbers of a feature, a multiple of 4. A sparse random projection folds longer ones. */
  most: number;
}

/** One feature for each vertex: q and (1, s)/|(1, s)| of each frame, or their folded form. */
export interface RingFeatures {
  /** In the arena; row n begins at n·width. */
  rows: Float64Array;
  count: number;
  /** A multiple of 4. */
  width: number;
  folded: boolean;
}

/** Numbers in a feature, by the number of frames. */
export const featureWidth = (frames: number, most: number) => (8 * frames > most ? most : 8 * frames);

/** Arena bytes for the features of some vertices, and the part that is free again afterwards. */
export function ringMotionBytes(
  size: { vertices: number; corners: number; frames: number; rank: number },
  options: { count: number; least: number; most: number },
  threads: number,
): number {
  const { vertices: V, corners, frames: F, rank } = size;
  const { count, least, most } = options;
  const members = count * (2 * least + AROUND) + (1 + least) * corners + V;
  const folds = 8 * F > most ? 8 * F * SPREAD : 0;
  const stride = rank + (rank & 1);
  const problem = { vertexCount: V, frameCount: F, rank };
  const working =
    8 * (3 * F * stride + 4 * F + threads * scratchNumbers(kernels.ringMotionsScratch, { rank, frames: F }));
  return (
    8 * count * featureWidth(F, most) +
    4 * (members + count + folds) +
    working +
    rigidClusterBytes(problem, 1, threads) +
    4096
  );
}

/** The features of vertices at the top of the arena. */
export async function ringFeatures(
  context: StartContext,
  options: RingOptions,
  task: Task,
): Promise<RingFeatures> {
  const { parallel, problem } = context;
  const { arena, threads } = parallel;
  const { trajectories, stride, rank, rest, basis, frameScales } = problem;
  const { vertices, frames, most } = options;
  const count = vertices.length;
  const width = featureWidth(frames.length, most);
  const folded = width < 8 * frames.length;
  const rows = arena.f64(count * width);
  const mark = arena.mark();
  const sets = await grownRings(context, options, task);
  const offsets = arena.i32(count + 1);
  offsets.set(sets.offsets);
  const members = arena.i32(sets.members.length);
  members.set(sets.members);
  const rowsOfBasis = arena.f64(3 * frames.length * stride);
  frames.forEach((k, n) => {
    const scale = frameScales ? 1 / frameScales[k] : 1;
    for (let c = 0; c < 3 * stride; c++) rowsOfBasis[3 * n * stride + c] = scale * basis[3 * k * stride + c];
  });
  const turns = arena.f64(4 * frames.length);
  turns.set(await bodyTurns(context, frames, task));
  const folds = folded ? foldCodes(parallel, 8 * frames.length, width) : null;
  const scratch = arena.f64(
    threads * scratchNumbers(kernels.ringMotionsScratch, { rank, frames: frames.length }),
  );
  await parallel.run(task, kernels.ringMotions, count, 32, {
    offsets,
    members,
    trajectories,
    stride,
    rank,
    rest,
    basis: rowsOfBasis,
    frames: frames.length,
    reference: turns,
    folds,
    width,
    out: rows,
    outStride: width,
    scratch,
  });
  arena.release(mark);
  return { rows, count, width, folded };
}

/** Rotation of the whole body in each frame: w, x, y, z. */
async function bodyTurns(
  context: StartContext,
  frames: readonly number[],
  task: Task,
): Promise<Float64Array> {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const body = new Clusters(context, 1);
  await body.begin(task);
  const motion = body.motion();
  arena.release(mark);
  const out = new Float64Array(4 * frames.length);
  const q = new Float64Array(4);
  frames.forEach((k, n) => {
    const rotation = [0, 1, 2].flatMap((a) => [0, 1, 2].map((c) => motion[12 * k + 4 * a + c]));
    bestRotation(rotation, 0, q, 0);
    out.set([q[3], q[0], q[1], q[2]], 4 * n);
  });
  return out;
}

/** Column and sign for each entry, as 2·column + sign. */
function foldCodes({ arena }: Parallel, numbers: number, width: number): Int32Array {
  const random = createRandom(numbers);
  const codes = arena.i32(numbers * SPREAD);
  for (let n = 0; n < codes.length; n++) codes[n] = random.integer(2 * width);
  return codes;
}

interface Sets {
  offsets: Int32Array;
  members: Int32Array;
}

async function grownRings(
  { problem, nearest }: StartContext,
  { vertices, least }: RingOptions,
  task: Task,
): Promise<Sets> {
  const { rest } = problem;
  const adjacency = adjacencyOf(problem.triangles, problem.vertexCount);
  const visited = new Int32Array(problem.vertexCount).fill(-1);
  const offsets = new Int32Array(vertices.length + 1);
  const members: number[] = [];
  for (let n = 0; n < vertices.length; n++) {
    let set = [vertices[n]];
    visited[vertices[n]] = n;
    let grown = 0;
    for (let ring = 0; ring < 1 + GROWTH; ring++) {
      grown = addRing(adjacency, set, grown, visited, n);
      if (grown === set.length || (set.length >= least && isWide(rest, set))) break;
    }
    if (!isWide(rest, set)) set = [...nearest.around(vertices[n], Math.max(AROUND, least))];
    for (const v of set) members.push(v);
    offsets[n + 1] = members.length;
    if (n % 1024 === 0) await task.checkpoint();
  }
  return { offsets, members: Int32Array.from(members) };
}

/** Adds the neighbours of the members from `from` on. Returns the previous number of members. */
function addRing(
  { offsets, neighbours }: Adjacency,
  set: number[],
  from: number,
  visited: Int32Array,
  n: number,
) {
  const before = set.length;
  for (let m = from; m < before; m++) {
    for (let e = offsets[set[m]]; e < offsets[set[m] + 1]; e++) {
      const v = neighbours[e];
      if (visited[v] === n) continue;
      visited[v] = n;
      set.push(v);
    }
  }
  return before;
}

/** Whether a set is wider than a line: compares the sum of its moments' 2x2 minors with the square of their trace. */
function isWide(rest: Float64Array, set: readonly number[]): boolean {
  if (set.length < 3) return false;
  const at = 4 * set[0];
  let [xx, xy, xz, yy, yz, zz, sx, sy, sz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const v of set) {
    const x = rest[4 * v] - rest[at];
    const y = rest[4 * v + 1] - rest[at + 1];
    const z = rest[4 * v + 2] - rest[at + 2];
    sx += x;
    sy += y;
    sz += z;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  const share = 1 / set.length;
  xx -= sx * sx * share;
  xy -= sx * sy * share;
  xz -= sx * sz * share;
  yy -= sy * sy * share;
  yz -= sy * sz * share;
  zz -= sz * sz * share;
  const trace = xx + yy + zz;
  const minors = xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz;
  return minors > LEAST_WIDTH * trace * trace;
}
