import type { Bone } from "../../../workers/model/rig";
import type { SparseWeights } from "../../../workers/model/sparse-weights";
import type { Takers } from "./row-painter";

/** The neighbours of each vertex: of i those in offsets[i] .. offsets[i + 1]. */
export interface Rings {
  offsets: Uint32Array;
  neighbours: Uint32Array;
}

/** What decides who may take weight from bones that are painted. */
interface Question {
  weights: SparseWeights;
  bones: readonly Bone[];
  /** 3V. */
  rest: Float32Array;
  rings: Rings;
  /** B. */
  locked: Uint8Array;
  /** Bones that weight is taken from. */
  painted: readonly number[];
}

/**
 * Who takes the weight of a vertex that no other bone moves: the bones that move the nearest vertex along edges that has
 * some, in the proportions that they have there; where its shell has none, the bone whose head is nearest. One search
 * from all those vertices at once, made when it is first needed.
 */
export class TakersOf {
  private readonly question: Question;
  private nearest: Int32Array | null = null;

  constructor(question: Question) {
    this.question = question;
  }

  /** Null where every bone is painted or locked. */
  at(i: number): Takers | null {
    this.nearest ??= this.search();
    const from = this.nearest[i];
    if (from < 0) return this.nearestHead(i);
    const { weights } = this.question;
    const found: { bones: number[]; shares: number[] } = { bones: [], shares: [] };
    let sum = 0;
    for (let e = weights.offsets[from]; e < weights.offsets[from + 1]; e++) {
      if (!this.may(weights.bones[e]) || weights.values[e] <= 0) continue;
      found.bones.push(weights.bones[e]);
      found.shares.push(weights.values[e]);
      sum += weights.values[e];
    }
    found.shares = found.shares.map((share) => share / sum);
    return found;
  }

  private may(bone: number): boolean {
    return !this.question.locked[bone] && !this.question.painted.includes(bone);
  }

  /** The nearest vertex that a bone moves which may take weight, V; −1 where there is none. */
  private search(): Int32Array {
    const { weights, rings } = this.question;
    const count = weights.offsets.length - 1;
    const nearest = new Int32Array(count).fill(-1);
    const queue = new Uint32Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        if (weights.values[e] <= 0 || !this.may(weights.bones[e])) continue;
        nearest[i] = i;
        queue[length++] = i;
        break;
      }
    }
    for (let n = 0; n < length; n++) {
      const i = queue[n];
      for (let e = rings.offsets[i]; e < rings.offsets[i + 1]; e++) {
        const l = rings.neighbours[e];
        if (nearest[l] >= 0) continue;
        nearest[l] = nearest[i];
        queue[length++] = l;
      }
    }
    return nearest;
  }

  private nearestHead(i: number): Takers | null {
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
