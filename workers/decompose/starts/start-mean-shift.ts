/**
 * Bones by mean shift (James & Twigg 2005): triangles that rotate alike in all poses are one bone. Each triangle is a
 * point z, its rotations (the polar decomposition of its deformation gradients) in all poses side by side; points climb
 * to the modes of their density, and the triangles near a mode give its motion. The number of bones follows from the
 * bandwidth, so where bones are counted the bandwidth is searched for.
 *
 * z is scaled so that distances are RMS over the poses, and the bandwidth is told as an angle: rotations that differ by
 * θ are 2√2 sin(θ/2) apart. What the paper leaves open is set here: Epanechnikov's kernel, with which points stop
 * after finitely many steps; modes within half a bandwidth are one; a mode of few triangles is no bone.
 *
 * To be fast it works on a sample of triangles and of frames, on their principal axes, in f32 and with the points
 * sorted along the first axis, of which a step sees only a window; and paths that meet go on as one, which takes a
 * tenth of the time of climbing with each point on its own. Blurring (moving the points themselves) is no slower
 * per step, but finds other modes.
 */
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import type { Problem } from "../problem/problem";
import { wholeSample } from "../problem/sample";
import { Clusters, type Start, type StartContext, type VertexSets } from "./clusters";
import { principalCoordinates, principalNumbers } from "./principal-coordinates";

export interface MeanShiftOptions {
  /** RMS angle in degrees within which triangles attract each other; 0: the one that gives the bones wanted. */
  bandwidth: number;
  /** Triangles this near to their mode, as a share of the bandwidth, decide the bone's motion; above 0, at most 1. */
  core: number;
  /** A mode needs this share of the triangles to be a bone. */
  least: number;
}

export const MEAN_SHIFT_DEFAULTS: MeanShiftOptions = { bandwidth: 0, core: 0.7, least: 0.003 };

/** What mean shift found. */
export interface MeanShiftFound {
  /** Vertices of the core triangles of each bone, the largest cluster first; at most as many bones as wanted. */
  sets: VertexSets;
  /** Degrees. */
  bandwidth: number;
  /** Clusters that are large enough to be bones at that bandwidth. */
  clusters: number;
}

const MOST_TRIANGLES = 3072;
const MOST_FRAMES = 96;
/** Frames whose triangles are brought into the arena at once. */
const STAGE = 8;
/** Principal axes that distances are measured along. */
const AXES = 32;
/** Triangles that a mode needs, however few there are. */
const FEWEST = 3;
const MOST_STEPS = 100;
/** Paths nearer than this share of the bandwidth have met. */
const MEETING = 0.02;
/** Ratio of bandwidths while the wanted number is looked for, the smallest against the largest, and halvings. */
const RATIO = 0.75;
const SMALLEST = 0.002;
const HALVINGS = 10;

export const startMeanShift: Start = async (context, bones, random, task) => {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const found = await shiftMeans(context, bones, MEAN_SHIFT_DEFAULTS, random, task);
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  if (found.clusters > 0) await clusters.fitSets(found.sets, task);
  await clusters.topUp(bones, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/** Bytes of arena that finding clusters takes at most. */
export function meanShiftBytes(frames: number, corners: number, threads: number): number {
  const count = Math.min(MOST_TRIANGLES, Math.ceil(corners / 3));
  const size = 9 * Math.min(frames, MOST_FRAMES);
  const numbers = count * size + principalNumbers(count, size, AXES) + 64 * threads;
  const points = count * (2 * (AXES + 4) + 5) + 2 * (AXES + 4) * threads;
  return 8 * numbers + 4 * points + 36 * count * (STAGE + 1) + 4096;
}

/** Clusters of triangles at the given bandwidth, or at one that gives `bones` of them if there is any. */
export async function shiftMeans(
  context: StartContext,
  bones: number,
  options: MeanShiftOptions,
  random: Random,
  task: Task,
): Promise<MeanShiftFound> {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const points = await rotationPoints(context, random, task);
  if (points.triangles.length === 0) return { sets: noSets(), bandwidth: options.bandwidth, clusters: 0 };
  const at = (h: number) => clustersAt(context, points, h, options.least, task);
  const found = options.bandwidth > 0 ? await at(chord(options.bandwidth)) : await search(at, bones);
  const sets = coreSets(context.problem, points, found, bones, options.core);
  arena.release(mark);
  return { sets, bandwidth: degrees(found.bandwidth), clusters: found.members.length };
}

const noSets = (): VertexSets => ({ offsets: new Int32Array(1), members: new Int32Array(0) });

/** Distance of rotations that differ by an angle in degrees, and back. */
export const chord = (angle: number) => 2 * Math.SQRT2 * Math.sin((Math.min(angle, 180) * Math.PI) / 360);
const degrees = (distance: number) => (360 / Math.PI) * Math.asin(Math.min(distance / (2 * Math.SQRT2), 1));

/** Triangles as points, sorted along the first axis. */
interface Points {
  /** Triangle of each point. */
  triangles: Int32Array;
  /** In the arena, rows of `width` f32. */
  rows: Float32Array;
  width: number;
}

/** Points of the triangles, or of a sample of them, in the arena. */
export async function rotationPoints(context: StartContext, random: Random, task: Task): Promise<Points> {
  const { parallel, problem } = context;
  const { arena } = parallel;
  const chosen = chooseTriangles(problem, random);
  const count = chosen.length;
  const width = 4 * Math.ceil(AXES / 4);
  const rows = arena.f32(count * width).fill(0);
  if (count === 0) return { triangles: chosen, rows, width };
  const mark = arena.mark();
  const { z } = await triangleRotations(context, chosen, task);
  const coordinates = await principalCoordinates(parallel, z, count, AXES, random, task);
  arena.release(mark);
  const order = Array.from(chosen.keys()).sort((a, b) => coordinates[a][0] - coordinates[b][0] || a - b);
  order.forEach((n, place) => {
    rows.set(coordinates[n], place * width);
  });
  return { triangles: Int32Array.from(order, (n) => chosen[n]), rows, width };
}

/** Triangles that are not degenerate at rest: all, or one drawn out of each run of them. */
function chooseTriangles({ rest, triangles }: Problem, random: Random): Int32Array {
  const usable: number[] = [];
  for (let t = 0; 3 * t + 2 < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((n) => 4 * triangles[3 * t + n]);
    const side = (to: number, axis: number) => rest[to + axis] - rest[a + axis];
    const normal = [0, 1, 2].map((x) => {
      const [y, z] = [(x + 1) % 3, (x + 2) % 3];
      return side(b, y) * side(c, z) - side(b, z) * side(c, y);
    });
    if (Math.hypot(...normal) > 1e-12) usable.push(t);
  }
  const count = Math.min(usable.length, MOST_TRIANGLES);
  const step = usable.length / Math.max(count, 1);
  return Int32Array.from({ length: count }, (_, n) => {
    const [from, to] = [Math.floor(n * step), Math.floor((n + 1) * step)];
    return usable[from + (to - from > 1 ? random.integer(to - from) : 0)];
  });
}

/**
 * Rotations of triangles in evenly chosen frames, in the arena: a row of 9 numbers a frame, over the square root of the
 * number of frames.
 */
export async function triangleRotations(
  { parallel, problem }: Pick<StartContext, "parallel" | "problem">,
  chosen: Int32Array,
  task: Task,
): Promise<{ z: Float64Array; frames: number }> {
  const { arena, threads } = parallel;
  const { frameCount, vertexCount, frames, rest, centre, scale, triangles } = problem;
  const count = chosen.length;
  const used = Math.min(frameCount, MOST_FRAMES);
  const z = arena.f64(count * 9 * used);
  const mark = arena.mark();
  const scratch = arena.f64(64 * threads);
  const still = arena.f32(9 * count);
  const posed = arena.f32(9 * count * STAGE);
  chosen.forEach((t, n) => {
    for (let e = 0; e < 9; e++) still[9 * n + e] = rest[4 * triangles[3 * t + Math.floor(e / 3)] + (e % 3)];
  });
  for (let first = 0; first < used; first += STAGE) {
    const stage = Math.min(STAGE, used - first);
    for (let k = 0; k < stage; k++) {
      const from = 3 * vertexCount * Math.floor(((first + k) * frameCount) / used);
      for (let n = 0; n < count; n++) {
        for (let c = 0; c < 3; c++) {
          const at = from + 3 * triangles[3 * chosen[n] + c];
          const to = 9 * (k * count + n) + 3 * c;
          for (let a = 0; a < 3; a++) posed[to + a] = (frames[at + a] - centre[a]) * scale;
        }
      }
    }
    const given = [still.byteOffset, posed.byteOffset, count, stage, 1 / Math.sqrt(used)];
    const out = [z.byteOffset + 72 * first, 9 * used, scratch.byteOffset];
    await parallel.run(task, "triangleRotations", count, 32, [...given, ...out]);
  }
  arena.release(mark);
  return { z, frames: used };
}

/** Clusters at one bandwidth. */
interface ClustersFound {
  bandwidth: number;
  /** Points of each cluster, the largest first. */
  members: number[][];
  /** Squared distance of each point from the mode that its cluster is about. */
  distances: Float64Array;
}

async function clustersAt(
  context: StartContext,
  points: Points,
  bandwidth: number,
  least: number,
  task: Task,
): Promise<ClustersFound> {
  const mark = context.parallel.arena.mark();
  const { labels, modes } = await climb(context, points, bandwidth, task);
  const { rows, width } = points;
  const members: number[][] = [];
  const distances = new Float64Array(labels.length);
  labels.forEach((label, n) => {
    members[label] ??= [];
    members[label].push(n);
    for (let a = 0; a < width; a++) distances[n] += (rows[n * width + a] - modes[label * width + a]) ** 2;
  });
  context.parallel.arena.release(mark);
  const fewest = Math.max(FEWEST, least * labels.length);
  const large = members.filter((cluster) => cluster.length >= fewest);
  large.sort((a, b) => b.length - a.length || a[0] - b[0]);
  return { bandwidth, members: large, distances };
}

/**
 * The mode that each point climbs to, and the modes (rows as the points have), densest first. Paths that meet go on as
 * one, so that after a few steps only few are left.
 */
export async function climb(
  { parallel }: Pick<StartContext, "parallel">,
  { triangles, rows, width }: Points,
  bandwidth: number,
  task: Task,
): Promise<{ labels: Int32Array; modes: Float32Array }> {
  const { arena, threads } = parallel;
  const positions = arena.f32(triangles.length * width);
  const [densities, order, merged, chosen] = [0, 1, 2, 3].map(() => arena.i32(triangles.length));
  const scratch = arena.f32(width * threads);
  positions.set(rows);
  const labels = Int32Array.from(triangles.keys());
  let left = triangles.length;
  /** Gives positions that are near each other to the first of them in order. */
  const join = (reach: number, sequence: number[]) => {
    order.set(sequence);
    const near = [order.byteOffset, positions.byteOffset, left, width, reach, merged.byteOffset];
    const found = parallel.call("mergeModes", ...near, chosen.byteOffset);
    const kept = new Float32Array(found * width);
    const dense = new Int32Array(found);
    for (let m = 0; m < found; m++) {
      kept.set(positions.subarray(chosen[m] * width, (chosen[m] + 1) * width), m * width);
      dense[m] = densities[chosen[m]];
    }
    positions.set(kept);
    densities.set(dense);
    for (let n = 0; n < labels.length; n++) labels[n] = merged[labels[n]];
    left = found;
  };
  const given = [rows.byteOffset, triangles.length, width, bandwidth, positions.byteOffset];
  for (let step = 0; step < MOST_STEPS; step++) {
    await parallel.run(task, "meanShift", left, 16, [...given, densities.byteOffset, scratch.byteOffset]);
    const moving = densities.subarray(0, left).some((density) => density > 0);
    if (!moving) break;
    join(
      MEETING * bandwidth,
      Array.from({ length: left }, (_, n) => n),
    );
  }
  const size = (n: number) => Math.abs(densities[n]);
  join(
    bandwidth / 2,
    Array.from({ length: left }, (_, n) => n).sort((a, b) => size(b) - size(a) || a - b),
  );
  return { labels, modes: positions.slice(0, left * width) };
}

/**
 * The bandwidth that gives `wanted` clusters, or, where none does, the least that is more; where there never are so
 * many, the bandwidth that gives the most. Their number falls with the bandwidth, but for few triangles being no bone.
 */
async function search(at: (h: number) => Promise<ClustersFound>, wanted: number): Promise<ClustersFound> {
  let most: ClustersFound | null = null;
  let [few, many]: (ClustersFound | null)[] = [null, null];
  const widest = chord(180) / 2;
  for (let h = widest; h > SMALLEST * widest && !many; h *= RATIO) {
    const found = await at(h);
    if (found.members.length === wanted) return found;
    if (!most || found.members.length > most.members.length) most = found;
    if (found.members.length > wanted) many = found;
    else few = found;
  }
  if (!many || !few) return many ?? most!;
  for (let n = 0; n < HALVINGS; n++) {
    const found = await at(Math.sqrt(few.bandwidth * many.bandwidth));
    if (found.members.length === wanted) return found;
    if (found.members.length < wanted) few = found;
    else if (found.members.length <= many.members.length) many = found;
    else many = { ...many, bandwidth: found.bandwidth };
  }
  return many;
}

/** Vertices of the core triangles of the largest clusters. */
function coreSets(
  { triangles }: Problem,
  points: Points,
  { members, distances, bandwidth }: ClustersFound,
  bones: number,
  core: number,
): VertexSets {
  const reach = (core * bandwidth) ** 2;
  const sets = members.slice(0, bones).map((cluster) => {
    const nearest = [...cluster].sort((a, b) => distances[a] - distances[b] || a - b);
    const inside = nearest.filter((n, place) => place < FEWEST || distances[n] <= reach);
    const corners = new Set<number>();
    for (const n of inside) {
      for (let c = 0; c < 3; c++) corners.add(triangles[3 * points.triangles[n] + c]);
    }
    return [...corners];
  });
  const offsets = new Int32Array(sets.length + 1);
  sets.forEach((set, j) => {
    offsets[j + 1] = offsets[j] + set.length;
  });
  return { offsets, members: Int32Array.from(sets.flat()) };
}
