import type { Adjacency } from "../../../workers/geometry/adjacency";
import type { Bone } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { WeightRecipients } from "./painting/row-painter";

/** The input of a search for recipients of weight from painted bones. */
interface Question {
  weights: SparseWeights;
  bones: readonly Bone[];
  /** 3V. */
  rest: Float32Array;
  rings: Adjacency;
  /** B. */
  locked: Uint8Array;
  /** The bones that lose weight. */
  painted: readonly number[];
}

/**
 * Finds the bones that receive the weight of a vertex that no other bone moves. These are the bones of its neighbours,
 * in their proportions there. If the neighbours have no such bones either, looks further, ring by ring. If a whole
 * shell has none, uses the bone with the nearest head.
 */
export class RecipientsOf {
  private readonly question: Question;
  /**
   * The number of edges to the nearest vertex with a bone that may receive weight, V; −1 if there is none. Computed on
   * first use.
   */
  private distance: Int32Array | null = null;
  private readonly known = new Map<number, WeightRecipients>();

  constructor(question: Question) {
    this.question = question;
  }

  /** Null if every bone is painted or locked. */
  at(i: number): WeightRecipients | null {
    this.distance ??= this.search();
    return this.distance[i] < 0 ? this.nearestHead(i) : this.around(i, this.distance);
  }

  private may(bone: number): boolean {
    return !this.question.locked[bone] && !this.question.painted.includes(bone);
  }

  private around(i: number, distance: Int32Array): WeightRecipients {
    const known = this.known.get(i);
    if (known) return known;
    const { weights, rings } = this.question;
    const shares = new Map<number, number>();
    let sum = 0;
    const add = (bone: number, share: number) => {
      shares.set(bone, (shares.get(bone) ?? 0) + share);
      sum += share;
    };
    if (distance[i] === 0) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        if (weights.values[e] > 0 && this.may(weights.bones[e])) add(weights.bones[e], weights.values[e]);
      }
    } else {
      for (let e = rings.offsets[i]; e < rings.offsets[i + 1]; e++) {
        const l = rings.neighbours[e];
        if (distance[l] !== distance[i] - 1) continue;
        const theirs = this.around(l, distance);
        for (let n = 0; n < theirs.bones.length; n++) add(theirs.bones[n], theirs.shares[n]);
      }
    }
    const made = { bones: [...shares.keys()], shares: Array.from(shares.values(), (share) => share / sum) };
    this.known.set(i, made);
    return made;
  }

  /** A breadth-first search along edges from all vertices with a bone that may receive weight. */
  private search(): Int32Array {
    const { weights, rings } = this.question;
    const count = weights.offsets.length - 1;
    const distance = new Int32Array(count).fill(-1);
    const queue = new Uint32Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        if (weights.values[e] <= 0 || !this.may(weights.bones[e])) continue;
        distance[i] = 0;
        queue[length++] = i;
        break;
      }
    }
    for (let n = 0; n < length; n++) {
      const i = queue[n];
      for (let e = rings.offsets[i]; e < rings.offsets[i + 1]; e++) {
        const l = rings.neighbours[e];
        if (distance[l] >= 0) continue;
        distance[l] = distance[i] + 1;
        queue[length++] = l;
      }
    }
    return distance;
  }

  private nearestHead(i: number): WeightRecipients | null {
    const { bones, rest } = this.question;
    let best = -1;
    let least = Infinity;
    bones.forEach(({ head }, j) => {
      if (!this.may(j)) return;
      const away = Math.hypot(head[0] - rest[3 * i], head[1] - rest[3 * i + 1], head[2] - rest[3 * i + 2]);
      if (away < least) [best, least] = [j, away];
    });
    return best < 0 ? null : { bones: [best], shares: [1] };
  }
}
