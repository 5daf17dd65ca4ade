import type { Bone } from "../../../workers/model/rig";
import type { SparseWeights } from "../../../workers/model/sparse-weights";
import { addsUp, operated, type WeightOperation } from "./operations";
import { type RowIn, RowPainter, weightIn } from "./row-painter";
import { type Rings, TakersOf } from "./takers";
import { RowsBuilder, type WeightRows } from "./weight-rows";

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

/** Vertices that were touched, and how strongly, 0..1; and for which bone. */
export interface Touch {
  bone: number;
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
    this.sides = bones.map((bone) => ({ bone, coverage: new Float32Array(count) }));
    this.painter = new RowPainter(painted.locked);
    this.takers = new TakersOf({ ...painted, painted: bones });
    this.state = new Uint8Array(count);
  }

  /** Takes a touch, and its image where the stroke is mirrored; true where something may change. */
  touch(touches: readonly Touch[], pressure = 1): boolean {
    const strength = this.operation.strength * pressure;
    let changed = false;
    for (const touch of touches) changed = this.cover(touch, strength) || changed;
    if (changed && addsUp(this.operation)) this.smooth();
    return changed;
  }

  private cover({ count, vertices, shares, bone }: Touch, strength: number): boolean {
    const coverage = this.sides.find((side) => side.bone === bone)?.coverage;
    if (!coverage) return false;
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

  /** What waits takes its neighbours' means, all of them of what was before: the order of vertices means nothing. */
  private smooth(): void {
    const targets = this.waiting.map((i) =>
      this.sides.map(({ bone, coverage }) => {
        const before = weightIn(this.rowOf(i), bone);
        return operated(this.operation, before, coverage[i], this.mean(i, bone, before));
      }),
    );
    this.waiting.forEach((i, n) => {
      this.state[i] = 1;
      this.make(i, this.rowOf(i), targets[n]);
      for (const { coverage } of this.sides) coverage[i] = 0;
    });
    this.waiting = [];
  }

  /** Makes the row of a vertex from another, with new weights of the bones that are painted there. */
  private make(i: number, row: RowIn, targets: readonly number[]): void {
    const bones: number[] = [];
    const values: number[] = [];
    this.sides.forEach(({ bone, coverage }, n) => {
      if (coverage[i] === 0) return;
      bones.push(bone);
      values.push(targets[n]);
    });
    if (!this.painter.paint(row, bones, values, () => this.takers.at(i))) this.stuck++;
    this.live.write(i, this.painter.count, this.painter.bones, this.painter.values);
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
      const targets = this.sides.map(({ bone, coverage }) =>
        operated(this.operation, weightIn(row, bone), coverage[i]),
      );
      this.make(i, row, targets);
    }
    this.waiting = [];
  }

  /** The rows that the stroke changed. */
  outcome(): WeightRows {
    this.show();
    const builder = new RowsBuilder(this.painted.weights);
    const { ranges, bones, values } = this.live;
    for (let i = 0; i < this.state.length; i++) {
      if (this.state[i] > 0) builder.add(i, bones, values, ranges[2 * i], ranges[2 * i + 1]);
    }
    return builder.rows;
  }
}
