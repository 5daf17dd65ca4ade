import { nearestQuaternion } from "../../math/best-rotation";
import { rotationMatrix } from "../../math/quaternion";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { reorderBones } from "../../model/rig/reorder-bones";
import type { Rig } from "../../model/rig/rig";
import { compose } from "../../testing/rigs";
import { mergedInto } from "../still/merge-still";
import { orderOf } from "../tree/skeleton-tree";

/**
 * Bones that an animation does not show may be removed. The error without them may be at most this, RMS over all
 * vertices and frames as a share of the diagonal.
 */
export const UNSEEN = 3e-4;

/** A parent takes over its child, instead of the opposite, if that costs at most this share of `UNSEEN` more. */
const PARENTS = 1e-3;

/** The merged bones of each remaining bone, by its number in the full rig. */
type Groups = Map<number, number[]>;

/** The group to remove, the neighbour that then carries it, and how much the squared error rises. */
interface Merge {
  bone: number;
  heir: number;
  cost: number;
  /** The cost by which merges are compared. */
  rank: number;
  /** The motion of all bones afterwards. */
  motion: Float32Array;
}

/**
 * The truth without the bones that an animation does not show. The bone whose removal costs least is removed
 * repeatedly, while the others still follow the animation within `UNSEEN`. A removed bone is fixed to its heir in its
 * mean pose, so a joint that is bent but never moves costs nothing. Removing any remaining link would cost more.
 */
export function movingTruth(sequence: MeshSequence, rig: Rig): Rig {
  const { vertexCount, frameCount } = sequence;
  const most = (UNSEEN * restDiagonal(sequence)) ** 2 * vertexCount * frameCount;
  const groups: Groups = new Map(rig.bones.map((_, j) => [j, [j]]));
  let [whole, truth, error] = [rig, rig, 0];
  for (;;) {
    const numbers = new Map(truth.bones.map(({ name }, n) => [n, fullNumber(rig, name)]));
    const best = cheapest(sequence, whole, truth, numbers, groups, PARENTS * most);
    if (!best || error + best.cost > most) return truth;
    const [bone, heir] = [numbers.get(best.bone)!, numbers.get(best.heir)!];
    groups.set(heir, [...groups.get(heir)!, ...groups.get(bone)!]);
    whole = { ...whole, motion: best.motion };
    truth = withoutBone(truth, best);
    error += best.cost;
  }
}

const fullNumber = ({ bones }: Rig, name: string) => bones.findIndex((bone) => bone.name === name);

/** The cheapest merge of two neighbours in `truth`, whose bones have their `numbers` in the whole rig. */
function cheapest(
  sequence: MeshSequence,
  whole: Rig,
  truth: Rig,
  numbers: ReadonlyMap<number, number>,
  groups: Groups,
  parents: number,
): Merge | null {
  let best: Merge | null = null;
  for (const bone of truth.bones.keys()) {
    const members = groups.get(numbers.get(bone)!)!;
    const vertices = verticesOf(whole, members);
    const before = errorAt(sequence, whole, vertices);
    for (const heir of neighboursOf(truth, bone)) {
      const motion = stuck(whole, members, numbers.get(heir)!);
      const cost = errorAt(sequence, { ...whole, motion }, vertices) - before;
      const rank = cost + (heir === truth.bones[bone].parent ? 0 : parents);
      if (!best || rank < best.rank) best = { bone, heir, cost, rank, motion };
    }
  }
  return best;
}

/** The parent and the children of a bone; for a root without children another root. */
function neighboursOf({ bones }: Rig, j: number): number[] {
  const children = [...bones.keys()].filter((k) => bones[k].parent === j);
  if (bones[j].parent >= 0) return [bones[j].parent, ...children];
  return children.length > 0 ? children : [...bones.keys()].filter((k) => k !== j && bones[k].parent < 0);
}

/** The motion of all bones, with some fixed to `heir` in their mean pose. */
function stuck(
  { motion, bones, rest, weights }: Rig,
  members: readonly number[],
  heir: number,
): Float32Array {
  const n = 12 * bones.length;
  const out = motion.slice();
  for (const j of members) {
    const inside = new Float64Array(12);
    for (let at = 0; at < motion.length; at += n) {
      relative(motion, at + 12 * heir, at + 12 * j).forEach((x, c) => {
        inside[c] += (x * n) / motion.length;
      });
    }
    const place = centreOf(rest, weights, j);
    const turn = new Float64Array(9);
    rotationMatrix(nearestQuaternion([0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => inside[c])), 0, turn, 0);
    const still = [0, 1, 2].flatMap((r) => {
      const moved = [0, 1, 2].reduce((sum, c) => sum + (inside[4 * r + c] - turn[3 * r + c]) * place[c], 0);
      return [...turn.subarray(3 * r, 3 * r + 3), inside[4 * r + 3] + moved];
    });
    for (let at = 0; at < motion.length; at += n) {
      const own = Array.from(motion.subarray(at + 12 * heir, at + 12 * heir + 12));
      out.set(compose(own, still), at + 12 * j);
    }
  }
  return out;
}

/** H⁻¹ J of two rigid 3x4 matrices in an array. */
function relative(motion: Float32Array, h: number, j: number): number[] {
  return [0, 1, 2].flatMap((r) =>
    [0, 1, 2, 3].map((c) =>
      [0, 4, 8].reduce((sum, a) => {
        const x = motion[j + a + c] - (c === 3 ? motion[h + a + 3] : 0);
        return sum + motion[h + a + r] * x;
      }, 0),
    ),
  );
}

/** The weighted mean of a bone's vertices at rest; the origin if it has none. */
function centreOf(rest: Float32Array, { offsets, bones, values }: Rig["weights"], j: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (bones[e] !== j) continue;
      for (let c = 0; c < 3; c++) sum[c] += values[e] * rest[3 * i + c];
      sum[3] += values[e];
    }
  }
  return sum.slice(0, 3).map((x) => x / (sum[3] || 1));
}

function verticesOf({ weights: { offsets, bones, values } }: Rig, members: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => offsets[i] + n);
    if (row.some((e) => values[e] > 0 && members.includes(bones[e]))) found.push(i);
  }
  return found;
}

/** Squared error of vertices. */
function errorAt(
  { frames, vertexCount: V, frameCount: F }: MeshSequence,
  { rest, weights: { offsets, bones, values }, motion, bones: { length: B } }: Rig,
  vertices: readonly number[],
): number {
  let error = 0;
  for (const i of vertices) {
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    for (let k = 0; k < F; k++) {
      for (let c = 0; c < 3; c++) {
        let miss = frames[3 * (k * V + i) + c];
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          const m = 12 * (k * B + bones[e]) + 4 * c;
          miss -= values[e] * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
        }
        error += miss * miss;
      }
    }
  }
  return error;
}

/** The rig without a bone. An heir below it takes its place, with its joint. */
function withoutBone(rig: Rig, { bone, heir }: Pick<Merge, "bone" | "heir">): Rig {
  const gone = rig.bones[bone];
  const bones = rig.bones.map((each, j) => {
    if (j === bone) return { ...each, parent: heir };
    if (j === heir && each.parent === bone) return { ...each, parent: gone.parent, head: gone.head };
    return each.parent === bone ? { ...each, parent: heir } : each;
  });
  const order = orderOf(bones.map(({ parent }) => parent));
  return mergedInto(reorderBones({ ...rig, bones }, order), new Set([order.indexOf(bone)]));
}
