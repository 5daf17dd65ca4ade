import type { Bone } from "../../../workers/model/rig";
import type { SparseWeights } from "../../../workers/model/sparse-weights";
import { addsUp, operated, type WeightOperation } from "./operations";
import { type RowIn, RowPainter, weightIn } from "./row-painter";
import { type Rings, TakersOf } from "./takers";
import { changedRows, RowsBuilder, type WeightRows } from "./weight-rows";

/** Weights whose rows are replaced one by one. */
export interface WritableRows {
  /** Begin and end of the row of each vertex, 2V. */
  readonly ranges: Uint32Array;
  readonly bones: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  write(i: number, count: number, bones: ArrayLike<number>, values: ArrayLike<number>): void;
}

/** What weights are painted on. */
export interface Painted {
  weights: SparseWeights;
  bones: readonly Bone[];
  /** 3V. */
  rest: Float32Array;
  rings: Rings;
  /** B: 1 for bones whose weights may not change. */
  locked: Uint8Array;
}

/** Vertices that were touched, and how strongly, 0..1. */
export interface Touch {
  count: number;
  vertices: ArrayLike<number>;
  shares: ArrayLike<number>;
}

/** A bone that is painted, and the strongest touch of each vertex by it. */
interface Side {
  bone: number;
  coverage: Float32Array;
}

/**
 * One stroke over the weights of a bone, and of its partner where it is mirrored. Replacing, adding and scaling depend
 * on the strongest touch of each vertex only, however densely the pointer was sampled; smoothing adds up.
 */
export class WeightBrush {
  /** Vertices that could not be given what was asked for, as no other bone may change. */
  stuck = 0;
  private readonly painted: Painted;
  private readonly live: WritableRows;
  private readonly operation: WeightOperation;
  private readonly sides: Side[];
  private readonly painter: RowPainter;
  private readonly takers: TakersOf;
  /** 1: touched; 2: touched since its row was made. */
  private readonly state: Uint8Array;
  private waiting: number[] = [];

  /** @param bones the bone that is painted, and its partner where there is another one; none of them locked. */
  constructor(painted: Painted, live: WritableRows, operation: WeightOperation, bones: readonly number[]) {
    const count = painted.weights.offsets.length - 1;
    this.painted = painted;
    this.live = live;
    this.operation = operation;
    this.sides = bones.map((bone) => ({ bone, coverage: new Float32Array(addsUp(operation) ? 0 : count) }));
    this.painter = new RowPainter(painted.locked);
    this.takers = new TakersOf({ ...painted, painted: bones });
    this.state = new Uint8Array(count);
  }

  /** Takes a touch for one of the bones; true where something may change. */
  touch(touch: Touch, bone: number, pressure = 1): boolean {
    const side = this.sides.find((one) => one.bone === bone);
    if (!side) return false;
    return addsUp(this.operation) ? this.smooth(touch, bone, pressure) : this.cover(touch, side, pressure);
  }

  private cover({ count, vertices, shares }: Touch, { coverage }: Side, pressure: number): boolean {
    const strength = this.operation.strength * pressure;
    let changed = false;
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      const share = strength * shares[n];
      if (share <= coverage[i]) continue;
      coverage[i] = share;
      changed = true;
      if (this.state[i] === 2) continue;
      this.state[i] = 2;
      this.waiting.push(i);
    }
    return changed;
  }

  private smooth({ count, vertices, shares }: Touch, bone: number, pressure: number): boolean {
    const { live, operation } = this;
    // All means are of what was before the touch: the order of vertices means nothing.
    const targets = new Float64Array(count);
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      const before = weightIn(this.rowOf(i), bone);
      targets[n] = operated(
        operation,
        before,
        operation.strength * pressure * shares[n],
        this.mean(i, bone, before),
      );
    }
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      this.state[i] ||= 1;
      if (targets[n] === weightIn(this.rowOf(i), bone)) continue;
      if (!this.painter.paint(this.rowOf(i), [bone], [targets[n]], () => this.takers.at(i))) this.stuck++;
      live.write(i, this.painter.count, this.painter.bones, this.painter.values);
    }
    return count > 0;
  }

  private mean(i: number, bone: number, own: number): number {
    const { offsets, neighbours } = this.painted.rings;
    const [first, end] = [offsets[i], offsets[i + 1]];
    let sum = 0;
    for (let e = first; e < end; e++) sum += weightIn(this.rowOf(neighbours[e]), bone);
    return end > first ? sum / (end - first) : own;
  }

  private rowOf(i: number): RowIn {
    const { ranges, bones, values } = this.live;
    return { bones, values, first: ranges[2 * i], end: ranges[2 * i + 1] };
  }

  /** Makes the rows of what was touched since the last time. */
  show(): void {
    const { offsets, bones, values } = this.painted.weights;
    const row = { bones, values, first: 0, end: 0 };
    for (const i of this.waiting) {
      this.state[i] = 1;
      row.first = offsets[i];
      row.end = offsets[i + 1];
      const sides = this.sides.filter(({ coverage }) => coverage[i] > 0);
      const targets = sides.map(({ bone, coverage }) =>
        operated(this.operation, weightIn(row, bone), coverage[i]),
      );
      const painted = sides.map(({ bone }) => bone);
      if (!this.painter.paint(row, painted, targets, () => this.takers.at(i))) this.stuck++;
      this.live.write(i, this.painter.count, this.painter.bones, this.painter.values);
    }
    this.waiting = [];
  }

  /** The rows that the stroke changed. */
  outcome(): WeightRows {
    this.show();
    const builder = new RowsBuilder();
    const { ranges, bones, values } = this.live;
    this.state.forEach((state, i) => {
      if (state > 0) builder.add(i, bones, values, ranges[2 * i], ranges[2 * i + 1]);
    });
    return changedRows(this.painted.weights, builder.rows);
  }
}
