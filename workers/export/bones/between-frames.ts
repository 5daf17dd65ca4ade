/**
 * Keys between the frames for bones that shear.
 *
 * A player turns the two nodes of a pair along the shorter way and stretches them evenly. Between two frames, the
 * product of the two may leave the straight line from matrix to matrix, on which vertices move evenly. So a clip gets
 * 1, 2, 4, 8 or 16 moments per frame, and each pair gets keys on the fewest of them that keep its vertices near the
 * straight line.
 */
import { product3 } from "../../math/matrix3";
import { slerp } from "../../math/slerp";
import type { Task } from "../../model/task";
import { type CurveKeys, playedWith } from "../../skeleton/curves/channel-keys";
import { linearPart } from "./bone-rest-frames";
import { type BoneTracks, below, pairPoses, writePose } from "./bone-tracks";
import { nodePart } from "./layout-nodes";
import { placeNode, poseAt, worldsAt } from "./play-tracks";
import { type ShearFactors, shearFactors } from "./shear-factors";
import { quaternionMatrix } from "./stretch";

/** The most moments per frame. */
const FINEST = 16;
/** The moments from one checkpoint to the next. */
const CHECKED = 64;
/** Shares of a step at which the played motion is compared with the straight line. */
const COMPARED = [0.25, 0.5, 0.75];

/** How far a bone's vertices may be from the straight line. */
export interface BetweenLimits {
  /**
   * Second moments of each bone's vertices about its head along the joint's axes, 3x3, and their mass Σ w²: 9B and B.
   */
  moments: Float64Array;
  masses: Float64Array;
  /** RMS distance, in the sequence's unit. */
  tolerance: number;
}

export interface KeyedTracks {
  tracks: BoneTracks;
  /** The moments that have keys, or null for all. */
  keys: CurveKeys | null;
}

const blend = (a: Float64Array, b: Float64Array, t: number) => a.map((x, c) => (1 - t) * x + t * b[c]);

/** The 3x3 of factors. */
function productOf({ u, s, v }: ShearFactors): number[] {
  const [left, right] = [quaternionMatrix(u), quaternionMatrix(v)];
  const turned = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((e) => right[e]);
  return product3(
    left.map((x, e) => x * s[e % 3]),
    turned,
  );
}

/** The matrix that a player shows between two keys, at the share `t`. */
function playedBetween(a: ShearFactors, b: ShearFactors, t: number): number[] {
  const [u, v] = [new Float64Array(4), new Float64Array(4)];
  slerp(a.u, 0, b.u, 0, t, u, 0);
  slerp(a.v, 0, b.v, 0, t, v, 0);
  return productOf({ u, s: blend(a.s, b.s, t), v });
}

/**
 * How far the vertices of bone `j` leave the straight line from `a` to `b`: their mean squared distance, in units of
 * the squared tolerance. Up to 1 is near. A bone without vertices has 0.
 */
function excess(
  { moments, masses, tolerance }: BetweenLimits,
  j: number,
  a: ShearFactors,
  b: ShearFactors,
): number {
  const [from, to] = [productOf(a), productOf(b)];
  const allowed = tolerance * tolerance * masses[j];
  const shares = COMPARED.map((t) => {
    const off = playedBetween(a, b, t).map((x, e) => x - (1 - t) * from[e] - t * to[e]);
    const spread = product3(off, moments.subarray(9 * j, 9 * j + 9));
    const energy = off.reduce((sum, x, e) => sum + x * spread[e], 0);
    return energy === 0 ? 0 : energy / allowed;
  });
  return Math.max(...shares);
}

/** Tracks with several moments per frame, and the factors of every bone that shears, at each moment. */
interface Refined {
  tracks: BoneTracks;
  factors: ReadonlyMap<number, ShearFactors[]>;
}

/** Empty tracks with `perFrame` moments per frame. */
function emptyTracks(coarse: BoneTracks, perFrame: number): BoneTracks {
  const frameCount = (coarse.frameCount - 1) * perFrame + 1;
  const room = (width: number) => new Float32Array(width * frameCount * coarse.nodeCount);
  const scales = coarse.scales && room(3);
  return { ...coarse, frameCount, perFrame, translations: room(3), rotations: room(4), scales };
}

/** Writes both nodes of a pair whose joint is at `local` below the pair's parent. */
function writePair(
  tracks: BoneTracks,
  g: number,
  n: number,
  local: Float64Array,
  before: ShearFactors | null,
) {
  const factors = shearFactors(linearPart(local, 0), before);
  const at = tracks.attached[n] ? tracks.rest.subarray(3 * n, 3 * n + 3) : [local[3], local[7], local[11]];
  const [upper, lower] = pairPoses(factors, at);
  writePose(tracks, g, n, upper);
  writePose(tracks, g, n + 1, lower);
  return factors;
}

/**
 * Fills in the moments between the frames. Single nodes are interpolated as in players. Pairs follow the even blend of
 * their joint's world matrices, whatever their parent does.
 */
async function refine(coarse: BoneTracks, perFrame: number, task: Task): Promise<Refined> {
  const tracks = emptyTracks(coarse, perFrame);
  const { nodeCount: N, parents, nodeBones, joints } = tracks;
  const factors = new Map<number, ShearFactors[]>();
  const worlds = new Float64Array(12 * N);
  let [from, to] = [worldsAt(coarse, 0), worldsAt(coarse, 0)];
  for (let g = 0; g < tracks.frameCount; g++) {
    const [f, t] = [Math.floor(g / perFrame), (g % perFrame) / perFrame];
    if (g % CHECKED === 0) {
      task.progress({ phase: "Writing", done: g / tracks.frameCount, detail: "keys between the frames" });
      await task.checkpoint();
    }
    if (t === 0) [from, to] = [to, worldsAt(coarse, Math.min(f + 1, coarse.frameCount - 1))];
    for (let n = 0; n < N; n++) {
      const [j, part] = [nodeBones[n], nodePart(tracks, n)];
      if (part === "upper") {
        const above = parents[n] < 0 ? null : worlds.slice(12 * parents[n], 12 * parents[n] + 12);
        const at = 12 * joints[j];
        const straight = blend(from.slice(at, at + 12), to.slice(at, at + 12), t);
        const known = factors.get(j) ?? [];
        factors.set(j, known);
        known.push(writePair(tracks, g, n, below(above, straight), known.at(-1) ?? null));
      } else if (part === "whole") writePose(tracks, g, n, poseAt(coarse, f + t, n));
      placeNode(tracks, g, n, worlds);
    }
  }
  return { tracks, factors };
}

/**
 * The moments at which bone `j` needs keys: in each frame the fewest evenly spread ones that keep its vertices near.
 * @returns null if even all of them are too few; at the finest moments, such a frame has keys on all of them instead
 */
function neededMoments(
  all: ShearFactors[],
  perFrame: number,
  limits: BetweenLimits,
  j: number,
): number[] | null {
  const moments: number[] = [0];
  for (let first = 0; first + perFrame < all.length; first += perFrame) {
    let stride = perFrame;
    const suffices = () => {
      for (let g = first; g < first + perFrame; g += stride) {
        if (!(excess(limits, j, all[g], all[g + stride]) <= 1)) return false;
      }
      return true;
    };
    while (stride >= 1 && !suffices()) stride /= 2;
    if (stride < 1 && perFrame < FINEST) return null;
    stride = Math.max(1, stride);
    for (let g = first; g < first + perFrame; g += stride) moments.push(g + stride);
  }
  return moments;
}

/** The moments of the frames, without those in between. */
const framesOnly = ({ frameCount, perFrame }: BoneTracks) =>
  Uint32Array.from({ length: (frameCount - 1) / perFrame + 1 }, (_, f) => f * perFrame);

/** Keys for every node, and the tracks as players show them. */
function withKeys(tracks: BoneTracks, momentsOf: ReadonlyMap<number, Uint32Array>): KeyedTracks {
  const frames = framesOnly(tracks);
  const keyed = Array.from(tracks.nodeBones, (j) => momentsOf.get(j) ?? frames);
  const keys: CurveKeys = { translation: keyed, rotation: keyed, scale: keyed };
  return { tracks: playedWith(tracks, keys), keys };
}

/** Keys for the bones that shear, without those for which these moments are too few. */
function neededKeys({ factors }: Refined, perFrame: number, limits: BetweenLimits) {
  const needed = new Map<number, Uint32Array>();
  for (const [j, all] of factors) {
    const found = neededMoments(all, perFrame, limits, j);
    if (found) needed.set(j, Uint32Array.from(found));
  }
  return needed;
}

/**
 * The number of moments per frame that should be enough: the distance to the straight line falls with the square of
 * their number.
 */
function guessMoments({ factors }: Refined, limits: BetweenLimits): number {
  let worst = 0;
  for (const [j, all] of factors) {
    for (let f = 0; f + 1 < all.length; f++) worst = Math.max(worst, excess(limits, j, all[f], all[f + 1]));
  }
  let perFrame = 1;
  while (perFrame < FINEST && !(worst <= perFrame ** 4)) perFrame *= 2;
  return perFrame;
}

/**
 * Tracks with keys between the frames if pairs need them.
 * @param coarse with one moment per frame
 */
export async function withKeysBetween(
  coarse: BoneTracks,
  limits: BetweenLimits,
  task: Task,
): Promise<KeyedTracks> {
  const hasPairs = coarse.nodeCount > coarse.joints.length;
  if (!hasPairs || coarse.frameCount < 2) return { tracks: coarse, keys: null };
  const frames = await refine(coarse, 1, task);
  let perFrame = guessMoments(frames, limits);
  if (perFrame === 1) return { tracks: frames.tracks, keys: null };
  for (; ; perFrame *= 2) {
    const refined = await refine(coarse, perFrame, task);
    const needed = neededKeys(refined, perFrame, limits);
    if (needed.size === refined.factors.size) return withKeys(refined.tracks, needed);
  }
}
