/**
 * Bones by mean shift (James & Twigg 2005): triangles that rotate alike in all poses are one bone. Each triangle is a
 * point z, its rotations (the polar decomposition of its deformation gradients) in all poses side by side; points climb
 * to the modes of their density, and the triangles near a mode give its motion. The number of bones follows from the
 * bandwidth. If a number is given, the bandwidth is searched for it.
 *
 * z is scaled so that distances are RMS over the poses, and the bandwidth is given as an angle: rotations that differ
 * by θ are 2√2 sin(θ/2) apart. Choices that the paper leaves open: Epanechnikov's kernel, because with it points stop
 * after finitely many steps; modes within half a bandwidth are one; a mode of few triangles makes no bone.
 *
 * For speed, it works on a sample of triangles and frames, on their principal axes, in f32. Points are sorted along the
 * first axis, and a step visits only a window of it. Paths that meet continue as one, which takes a tenth of the time
 * of climbing with each point on its own. Blurring (moving the points themselves) is no slower per step, but finds
 * other modes.
 */
import { kernels } from "../../../kernels/kernels.generated";
import { scratchNumbers } from "../../../kernels/scratch";
import type { Random } from "../../../math/random";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import { wholeSample } from "../../problem/sample";
import { attempt } from "../../progress/deadline";
import { Clusters } from "../clusters";
import type { Start, StartContext, VertexSets } from "../start-context";
import { climbToModes } from "./climb-to-modes";
import { type RotationPoints, rotationPointBytes, rotationPoints } from "./rotation-points";

export interface MeanShiftOptions {
  /**
   * RMS angle in degrees within which triangles attract each other. 0 searches for the angle that gives the requested
   * number of bones.
   */
  bandwidth: number;
  /** Triangles this near to their mode, as a share of the bandwidth, decide the bone's motion; above 0, at most 1. */
  core: number;
  /** A mode needs this share of the triangles to be a bone. */
  least: number;
}

export const MEAN_SHIFT_DEFAULTS: MeanShiftOptions = { bandwidth: 0, core: 0.7, least: 0.003 };

/** The result of mean shift. */
export interface MeanShiftFound {
  /** Vertices of the core triangles of each bone, the largest cluster first; at most as many bones as wanted. */
  sets: VertexSets;
  /** Degrees. */
  bandwidth: number;
  /** Number of clusters at that bandwidth that are large enough to be bones. */
  clusters: number;
  /** Whether there was no time to try all bandwidths. */
  isCut: boolean;
}

/** The fewest triangles of a mode. */
const FEWEST = 3;
/** Ratio of consecutive bandwidths in the search, the smallest relative to the largest, and the number of halvings. */
const RATIO = 0.75;
const SMALLEST = 0.002;
const HALVINGS = 10;
/** One bandwidth may take this share of the remaining time. */
const TRIED = 0.95;

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

/** The most arena bytes for finding clusters. */
export function meanShiftBytes(frames: number, corners: number, threads: number): number {
  const { bytes, count, width } = rotationPointBytes(frames, corners, threads);
  return (
    bytes + 4 * count * (width + 5) + 8 * threads * scratchNumbers(kernels.meanShiftScratch, { width }) + 4096
  );
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
  if (points.triangles.length === 0)
    return { sets: noSets(), bandwidth: options.bandwidth, clusters: 0, isCut: false };
  const at = (h: number) => clustersAt(context, points, h, options.least, task);
  const inTime = (h: number) => attempt(task, arena, TRIED, () => at(h));
  const { found, isCut } =
    options.bandwidth > 0
      ? { found: await at(chord(options.bandwidth)), isCut: false }
      : await search(inTime, bones);
  if (!found) return { sets: noSets(), bandwidth: 0, clusters: 0, isCut };
  const sets = coreSets(context.problem, points, found, bones, options.core);
  arena.release(mark);
  return { sets, bandwidth: degrees(found.bandwidth), clusters: found.members.length, isCut };
}

const noSets = (): VertexSets => ({ offsets: new Int32Array(1), members: new Int32Array(0) });

/** Distance of rotations that differ by an angle in degrees, and the inverse. */
export const chord = (angle: number) => 2 * Math.SQRT2 * Math.sin((Math.min(angle, 180) * Math.PI) / 360);
const degrees = (distance: number) => (360 / Math.PI) * Math.asin(Math.min(distance / (2 * Math.SQRT2), 1));

/** Clusters at one bandwidth. */
interface ClustersFound {
  bandwidth: number;
  /** RotationPoints of each cluster, the largest first. */
  members: number[][];
  /** Squared distance of each point from the mode that its cluster is about. */
  distances: Float64Array;
}

async function clustersAt(
  context: StartContext,
  points: RotationPoints,
  bandwidth: number,
  least: number,
  task: Task,
): Promise<ClustersFound> {
  const mark = context.parallel.arena.mark();
  const { labels, modes } = await climbToModes(context, points, bandwidth, task);
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
 * The bandwidth that gives `wanted` clusters, or the one with the next larger number if none does. If no bandwidth
 * gives that many, the one that gives the most. If time runs out, the best one so far. The number falls as the
 * bandwidth grows, except that few triangles make no bone.
 */
async function search(
  at: (h: number) => Promise<ClustersFound | null>,
  wanted: number,
): Promise<{ found: ClustersFound | null; isCut: boolean }> {
  let most: ClustersFound | null = null;
  let [few, many]: (ClustersFound | null)[] = [null, null];
  const widest = chord(180) / 2;
  for (let h = widest; h > SMALLEST * widest && !many; h *= RATIO) {
    const found = await at(h);
    if (!found) return { found: most, isCut: true };
    if (found.members.length === wanted) return { found, isCut: false };
    if (!most || found.members.length > most.members.length) most = found;
    if (found.members.length > wanted) many = found;
    else few = found;
  }
  if (!many || !few) return { found: many ?? most, isCut: false };
  for (let n = 0; n < HALVINGS; n++) {
    const found = await at(Math.sqrt(few.bandwidth * many.bandwidth));
    if (!found) return { found: many, isCut: true };
    if (found.members.length === wanted) return { found, isCut: false };
    if (found.members.length < wanted) few = found;
    else if (found.members.length <= many.members.length) many = found;
    else many = { ...many, bandwidth: found.bandwidth };
  }
  return { found: many, isCut: false };
}

/** Vertices of the core triangles of the largest clusters. */
function coreSets(
  { triangles }: Problem,
  points: RotationPoints,
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
