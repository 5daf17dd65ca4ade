import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Task } from "../../../model/task";

/** The most frames that are looked at, for each bone. */
const FRAMES_EACH = 2;
/**
 * A frame counts as new if the part that other frames cannot be combined into is larger than this share of the
 * diagonal, RMS. A cycle repeats its frames.
 */
const DIFFERENT = 1e-6;
/**
 * With fewer coordinates or vertices than this many times 4B, bones could follow any motion, so the test would say
 * nothing.
 */
const MARGIN = 1.05;
/** New frames are found by every n-th vertex. */
const STRIDE = 4;

/**
 * How far a mesh is from one that bones move, RMS in percent of the diagonal. A vertex at v that bones move with
 * weights w is a sum of w_k [v; 1] times the bones' four columns. So whatever the weights are, the trajectories of all
 * vertices lie in a space of 4B dimensions. Flesh, cloth and noise leave it. The space is that of the most different
 * trajectories, by Gram-Schmidt with pivots.
 * @param members the vertices to look at.
 * @returns Infinity if there are too few different frames to tell.
 */
export async function distanceFromBones(
  sequence: MeshSequence,
  members: ArrayLike<number>,
  bones: number,
  task: Pick<Task, "checkpoint">,
): Promise<number> {
  const dimensions = 4 * bones;
  const all = Array.from({ length: sequence.frameCount }, (_, k) => k);
  const some = Array.from(members).filter((_, n) => n % STRIDE === 0);
  const least = (DIFFERENT * restDiagonal(sequence)) ** 2 * some.length;
  const frames = (await reduced(framesOf(sequence, some, all), all.length, FRAMES_EACH * bones, least, task))
    .chosen;
  if (3 * frames.length < MARGIN * dimensions || members.length < MARGIN * dimensions) return Infinity;
  const rows = trajectoriesOf(sequence, members, frames);
  const { left } = await reduced(rows, members.length, dimensions, 0, task);
  return (100 * Math.sqrt(left / (members.length * frames.length))) / restDiagonal(sequence);
}

/**
 * Gram-Schmidt with pivots: takes the longest row, and removes its direction from all rows, again and again.
 * @param least rows with at most this squared length are not taken.
 * @returns the numbers of the rows that were taken, at most `most`, and the sum of the squared lengths that are left.
 */
async function reduced(
  rows: Float64Array,
  count: number,
  most: number,
  least: number,
  task: Pick<Task, "checkpoint">,
): Promise<{ chosen: number[]; left: number }> {
  const size = rows.length / count;
  const squares = new Float64Array(count);
  const chosen: number[] = [];
  for (;;) {
    await task.checkpoint();
    for (let i = 0; i < count; i++) squares[i] = product(rows, i * size, rows, i * size, size);
    const longest = squares.reduce((best, x, i) => (x > squares[best] ? i : best), 0);
    if (chosen.length === most || squares[longest] <= least) break;
    chosen.push(longest);
    const direction = rows.slice(longest * size, (longest + 1) * size);
    for (let at = 0; at < rows.length; at += size) {
      const along = product(rows, at, direction, 0, size) / squares[longest];
      for (let c = 0; c < size; c++) rows[at + c] -= along * direction[c];
    }
  }
  return { chosen, left: squares.reduce((sum, x) => sum + x, 0) };
}

/** A row for each vertex: its positions in some frames, relative to the mean of all rows. */
function trajectoriesOf(
  { frames, vertexCount }: MeshSequence,
  members: ArrayLike<number>,
  numbers: readonly number[],
): Float64Array {
  const size = 3 * numbers.length;
  const rows = new Float64Array(members.length * size);
  const mean = new Float64Array(size);
  for (let n = 0; n < members.length; n++) {
    for (let c = 0; c < size; c++) {
      const x = frames[3 * (numbers[Math.floor(c / 3)] * vertexCount + members[n]) + (c % 3)];
      rows[n * size + c] = x;
      mean[c] += x / members.length;
    }
  }
  for (let at = 0; at < rows.length; at++) rows[at] -= mean[at % size];
  return rows;
}

/** A row for each frame: the positions of all vertices, relative to their mean. */
function framesOf(
  sequence: MeshSequence,
  members: ArrayLike<number>,
  numbers: readonly number[],
): Float64Array {
  const [rows, V, size] = [trajectoriesOf(sequence, members, numbers), members.length, 3 * numbers.length];
  return Float64Array.from({ length: V * size }, (_, at) => {
    const [k, rest] = [Math.floor(at / (3 * V)), at % (3 * V)];
    return rows[Math.floor(rest / 3) * size + 3 * k + (rest % 3)];
  });
}

function product(a: Float64Array, atA: number, b: Float64Array, atB: number, size: number): number {
  let sum = 0;
  for (let c = 0; c < size; c++) sum += a[atA + c] * b[atB + c];
  return sum;
}
