/**
 * Makes the rig for weights over a skeleton's segments: one bone for each rigid segment, several for each bending one,
 * none for virtual ones. A bending segment is cut into n rigid bones of equal length. Their weights are hat functions
 * of the position u along it, with peaks at the bones' middles (Thiery & Eisemann 2018, section 1.2).
 */
import { SegmentSet } from "../mesh/segment-set";
import type { Bone, Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { WeightBuilder } from "../model/rig/weight-builder";
import { ownLimits } from "../model/skeleton/fit/own-limits";
import type { Point, Segment, Skeleton } from "../model/skeleton/skeleton";
import { BEND, bendAt } from "./bend";
import type { Exemplars } from "./exemplars";
import { composeMotions } from "./motions";
import { type SegmentTree, segmentTree } from "./segment-tree";

export interface RigOptions {
  /** Number of rigid bones for each bending segment, 1 or more. */
  spineBones: number;
  /** The most influences of a vertex; the largest weights stay. 0 for all. */
  influences: number;
}

export interface RigOfWeights {
  /**
   * Its motion is one frame of identities. Bones are in the order of the segments; bones of a bending segment go from
   * head to tail.
   */
  rig: Rig;
  /** Segment of each bone of the rig. */
  segmentOfBone: Uint16Array;
}

/** The bones of the rig: `pieces[j]` for segment j, from `first[j]` on. */
interface Layout {
  tree: SegmentTree;
  pieces: Uint16Array;
  first: Uint16Array;
  count: number;
}

const bends = ({ kind }: Segment) => kind === "spine" || kind === "stretch-twist";

function layoutOf(skeleton: Skeleton, spineBones: number): Layout {
  const { segments } = skeleton;
  const pieces = new Uint16Array(segments.length);
  const first = new Uint16Array(segments.length);
  let count = 0;
  segments.forEach((segment, j) => {
    const { head, tail, kind, end } = segment;
    const long = head.some((x, c) => x !== tail[c]);
    pieces[j] = end
      ? 1
      : kind === "virtual"
        ? 0
        : bends(segment) && long
          ? Math.max(1, Math.round(spineBones))
          : 1;
    first[j] = count;
    count += pieces[j];
  });
  return { tree: segmentTree(skeleton), pieces, first, count };
}

/**
 * @param weights rows over the segments, sum 1. Weights of a virtual segment go to the segment that owns it.
 * @param rest 3V, in the skeleton's coordinates.
 * @throws SinewError if the skeleton moves nothing.
 */
export function rigOfWeights(
  skeleton: Skeleton,
  weights: SparseWeights,
  rest: Float32Array,
  { spineBones, influences }: RigOptions,
): RigOfWeights {
  const layout = layoutOf(skeleton, spineBones);
  const motion = new Float32Array(12 * layout.count);
  for (let n = 0; n < motion.length; n++) motion[n] = n % 12 === 0 || n % 12 === 5 || n % 12 === 10 ? 1 : 0;
  return {
    rig: {
      version: 1,
      bones: bonesOf(skeleton, layout),
      boneKind: "rigid",
      weights: spread(skeleton, layout, weights, rest, influences),
      motion,
      rest,
    },
    segmentOfBone: segmentsOf(layout),
  };
}

/** The bones that rigs of a skeleton have, without weights. */
export function bonesOfSkeleton(
  skeleton: Skeleton,
  spineBones: number,
): { bones: Bone[]; segmentOfBone: Uint16Array } {
  const layout = layoutOf(skeleton, spineBones);
  return { bones: bonesOf(skeleton, layout), segmentOfBone: segmentsOf(layout) };
}

function segmentsOf({ pieces, first, count }: Layout): Uint16Array {
  const segmentOfBone = new Uint16Array(count);
  pieces.forEach((number, j) => {
    segmentOfBone.fill(j, first[j], first[j] + number);
  });
  return segmentOfBone;
}

function bonesOf({ segments }: Skeleton, { tree, pieces, first }: Layout): Bone[] {
  const taken = new Set(segments.map(({ name }) => name));
  const bones: Bone[] = [];
  segments.forEach(({ name, parent, head, tail, axes, limits, end }, j) => {
    const own = pieces[j] === 1 ? ownLimits(limits) : null;
    for (let n = 0; n < pieces[j]; n++) {
      const at = head.map((x, c) => x + (n / pieces[j]) * (tail[c] - x)) as Point;
      bones.push({
        name: pieces[j] === 1 ? name : unusedName(`${name} ${n + 1}`, taken),
        parent: n > 0 ? first[j] + n - 1 : boneAt(parent < 0 ? -1 : tree.owner[parent], head),
        head: at,
        ...(axes && { axes }),
        ...(own && { limits: own }),
        ...(end && { end }),
      });
    }
  });
  return bones;

  /** The bone of a segment nearest to a point. */
  function boneAt(j: number, [x, y, z]: Point): number {
    if (j < 0) return -1;
    const u = new SegmentSet([[segments[j].head, segments[j].tail]]).along(0, x, y, z);
    return first[j] + Math.min(pieces[j] - 1, Math.floor(u * pieces[j]));
  }
}

function unusedName(wish: string, taken: Set<string>): string {
  let name = wish;
  for (let n = 2; taken.has(name); n++) name = `${wish} (${n})`;
  taken.add(name);
  return name;
}

/** Distributes each weight of a segment over its bones. */
function spread(
  { segments }: Skeleton,
  { tree, pieces, first, count }: Layout,
  weights: SparseWeights,
  rest: Float32Array,
  influences: number,
): SparseWeights {
  if (influences === 0 && weights.bones.every((b) => tree.owner[b] === b && pieces[b] === 1)) {
    // There is nothing to cut or add up. Rows stay the same under new numbers, which also ascend.
    const { offsets, bones, values } = weights;
    return {
      version: 1,
      offsets: offsets.slice(),
      bones: bones.map((b) => first[b]),
      values: values.slice(),
    };
  }
  const ways = new SegmentSet(segments.map(({ head, tail }) => [head, tail]));
  const rows = new WeightBuilder();
  const row = new Float64Array(count);
  const present: number[] = [];
  const add = (b: number, w: number) => {
    if (!(w > 0)) return;
    if (row[b] === 0) present.push(b);
    row[b] += w;
  };
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    present.length = 0;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const owner = tree.owner[weights.bones[e]];
      const j = owner < 0 ? tree.moving[0] : owner;
      if (pieces[j] === 1) {
        add(first[j], weights.values[e]);
        continue;
      }
      const u = ways.along(j, rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
      const [n, part] = hat(u, pieces[j]);
      add(first[j] + n, weights.values[e] * (1 - part));
      if (part > 0) add(first[j] + n + 1, weights.values[e] * part);
    }
    keepLargestBones(present, row, influences > 0 ? influences : count);
    let sum = 0;
    for (const b of present) sum += row[b];
    for (const b of present) rows.add(b, row[b] / sum);
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const owner = tree.owner[weights.bones[e]];
      const j = owner < 0 ? tree.moving[0] : owner;
      row.fill(0, first[j], first[j] + pieces[j]);
    }
    rows.endRow();
  }
  return rows.weights();
}

/**
 * The piece of n whose middle is at or before u, and the share of the next piece. Shares are constant beyond the outer
 * middles.
 */
function hat(u: number, n: number): [piece: number, share: number] {
  const at = Math.min(n - 1, Math.max(0, u * n - 0.5));
  const piece = Math.min(Math.max(0, n - 2), Math.floor(at));
  return [piece, at - piece];
}

/** Keeps the bones with the largest weights, ascending. Ties go to the first. */
function keepLargestBones(present: number[], row: Float64Array, most: number): void {
  if (present.length > most) {
    present.sort((a, b) => row[b] - row[a] || a - b);
    present.length = most;
  }
  present.sort((a, b) => a - b);
}

/**
 * Poses of the segments as motions of the rig's bones: F·B'·12, row-major 3x4 from rest to posed. A piece of a bending
 * segment has the motion of its middle.
 * @param spineBones as given to `rigOfWeights`.
 */
export function bonePoses(
  skeleton: Skeleton,
  { motions, bends: all }: Pick<Exemplars, "motions" | "bends">,
  spineBones: number,
): Float32Array {
  const { segments } = skeleton;
  const { pieces, first, count } = layoutOf(skeleton, spineBones);
  const poses = segments.length > 0 ? motions.length / (12 * segments.length) : 0;
  const out = new Float32Array(12 * count * poses);
  const bent = new Float64Array(12);
  const moved = new Float64Array(12);
  for (let k = 0; k < poses; k++) {
    segments.forEach((segment, j) => {
      const at = k * segments.length + j;
      const motion = motions.subarray(12 * at, 12 * at + 12);
      for (let n = 0; n < pieces[j]; n++) {
        const to = 12 * (k * count + first[j] + n);
        if (!bends(segment)) {
          out.set(motion, to);
          continue;
        }
        const bend = all.subarray(BEND * at, BEND * at + BEND);
        bendAt(bend, segment.head, segment.tail, (n + 0.5) / pieces[j], bent);
        composeMotions(motion, bent, moved);
        out.set(moved, to);
      }
    });
  }
  return out;
}
