/** Smaller weights are dropped: they would only cost time and memory. */
const LEAST = 1e-6;

/** A row of skinning weights within longer lists. */
export interface RowIn {
  bones: ArrayLike<number>;
  values: ArrayLike<number>;
  /** The first entry, and the end after the last. */
  first: number;
  end: number;
}

/** The bones that receive removed weight if a vertex has no other bone: unlocked bones, with shares that sum to 1. */
export interface WeightRecipients {
  bones: ArrayLike<number>;
  shares: ArrayLike<number>;
}

/**
 * Sets new weights for some bones of a row, and shares out the rest. Locked bones keep their weights exactly. The
 * painted bones get their targets as far as locked bones leave room; the other bones share the rest in their old
 * proportions. Weights are never negative and sum to 1.
 */
export class RowPainter {
  /** The row of the last call, by ascending bone. */
  count = 0;
  readonly bones: Uint16Array;
  readonly values: Float64Array;
  private readonly locked: Uint8Array;
  /** For each bone, its number among the painted bones, from 1; 0 for the others. */
  private readonly painted: Uint16Array;
  private readonly targets: Float64Array;

  /** @param locked B: 1 for bones whose weights may not change. */
  constructor(locked: Uint8Array) {
    const count = locked.length;
    this.locked = locked;
    this.bones = new Uint16Array(count + 1);
    this.values = new Float64Array(count + 1);
    this.painted = new Uint16Array(count);
    this.targets = new Float64Array(count);
  }

  /**
   * @param bones painted bones, each once, none of them locked; `targets` has their weights.
   * @param recipients returns the bones that get removed weight if no other bone of the row can; null if no bone can.
   * @returns false if the row cannot reach the targets because no other bone may change.
   */
  paint(
    row: RowIn,
    bones: readonly number[],
    targets: readonly number[],
    recipients: () => WeightRecipients | null = () => null,
  ): boolean {
    const { locked, painted } = this;
    bones.forEach((j, n) => {
      painted[j] = n + 1;
    });
    let [held, others, asked] = [0, 0, 0];
    for (let e = row.first; e < row.end; e++) {
      const j = row.bones[e];
      if (locked[j]) held += row.values[e];
      else if (!painted[j]) others += row.values[e];
    }
    const free = Math.max(0, 1 - held);
    for (let n = 0; n < bones.length; n++) {
      this.targets[n] = Math.max(0, Math.min(free, targets[n]));
      asked += this.targets[n];
    }
    if (asked > free) this.scaleTargets(bones.length, free / asked);
    const rest = Math.max(0, free - asked);
    const needy = rest > LEAST && others <= LEAST;
    const given = needy ? recipients() : null;
    const stuck = needy && !given;
    if (stuck) this.fill(row, bones, free, asked);
    this.copyRow(row, others > LEAST ? rest / others : 0);
    bones.forEach((j, n) => {
      if (painted[j]) this.insert(j, this.targets[n]);
    });
    if (given) this.give(given, rest);
    for (const j of bones) painted[j] = 0;
    this.settle(free);
    return !stuck;
  }

  private scaleTargets(count: number, by: number): void {
    for (let n = 0; n < count; n++) this.targets[n] *= by;
  }

  /**
   * No other bone can take the rest. The painted bones keep it, in proportion to their targets or to their old weights.
   */
  private fill(row: RowIn, bones: readonly number[], free: number, asked: number): void {
    if (asked > LEAST) {
      this.scaleTargets(bones.length, free / asked);
      return;
    }
    let had = 0;
    const before = bones.map((j) => {
      const value = weightIn(row, j);
      had += value;
      return value;
    });
    bones.forEach((_, n) => {
      this.targets[n] = had > 0 ? (free * before[n]) / had : free / bones.length;
    });
  }

  /** Copies the row, with painted bones at their targets and the others scaled. */
  private copyRow({ bones, values, first, end }: RowIn, scale: number): void {
    this.count = 0;
    for (let e = first; e < end; e++) {
      const j = bones[e];
      const n = this.painted[j];
      this.bones[this.count] = j;
      this.values[this.count++] = this.locked[j]
        ? values[e]
        : n > 0
          ? this.targets[n - 1]
          : scale * values[e];
      if (n > 0) this.painted[j] = 0;
    }
  }

  private give({ bones, shares }: WeightRecipients, rest: number): void {
    for (let n = 0; n < bones.length; n++) {
      const at = this.indexOf(bones[n]);
      if (at < 0) this.insert(bones[n], rest * shares[n]);
      else this.values[at] += rest * shares[n];
    }
  }

  private indexOf(bone: number): number {
    for (let n = 0; n < this.count; n++) if (this.bones[n] === bone) return n;
    return -1;
  }

  private insert(bone: number, value: number): void {
    let at = this.count++;
    while (at > 0 && this.bones[at - 1] > bone) {
      this.bones[at] = this.bones[at - 1];
      this.values[at] = this.values[at - 1];
      at--;
    }
    this.bones[at] = bone;
    this.values[at] = value;
  }

  /** Drops negligible weights, and scales the unlocked ones so that they sum to `free`. */
  private settle(free: number): void {
    const { bones, values, locked } = this;
    let kept = 0;
    let sum = 0;
    for (let n = 0; n < this.count; n++) {
      if (!locked[bones[n]]) {
        if (values[n] < LEAST) continue;
        sum += values[n];
      }
      bones[kept] = bones[n];
      values[kept++] = values[n];
    }
    this.count = kept;
    if (sum <= 0) return;
    for (let n = 0; n < kept; n++) if (!locked[bones[n]]) values[n] *= free / sum;
  }
}

/** The weight of a bone in a row; 0 if it has none. */
export function weightIn({ bones, values, first, end }: RowIn, bone: number): number {
  for (let e = first; e < end; e++) if (bones[e] === bone) return values[e];
  return 0;
}

/** The weight that locked bones leave in a row. @param locked B. */
export function roomIn({ bones, values, first, end }: RowIn, locked: Uint8Array): number {
  let room = 1;
  for (let e = first; e < end; e++) if (locked[bones[e]]) room -= values[e];
  return room;
}
