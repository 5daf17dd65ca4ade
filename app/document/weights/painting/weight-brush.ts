import type { Adjacency } from "../../../../workers/geometry/adjacency";
import type { Bone } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { addsUp, type BrushOperation, operated } from "../../brush-operations";
import { RecipientsOf } from "../weight-recipients";
import { RowsBuilder, type WeightRows } from "../weight-rows";
import { type RowIn, RowPainter, weightIn } from "./row-painter";

/** The number of rows between two readings of the clock. */
const LOOK_AT_CLOCK = 256;

/** Weights whose rows can be replaced one by one. */
export interface WritableRows {
  /** The begin and the end of each vertex's row, 2V. */
  readonly ranges: Uint32Array;
  readonly bones: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  write(i: number, count: number, bones: ArrayLike<number>, values: ArrayLike<number>): void;
}

/** The weights to paint, with their mesh and locks. */
export interface Painted {
  weights: SparseWeights;
  bones: readonly Bone[];
  /** 3V. */
  rest: Float32Array;
  rings: Adjacency;
  /** B: 1 for bones whose weights may not change. */
  locked: Uint8Array;
}

/** Touched vertices with their strengths, 0 to 1, and the bone to paint. */
export interface Touch {
  bone: number;
  count: number;
  vertices: ArrayLike<number>;
  shares: ArrayLike<number>;
}

/** A painted bone, and its strongest touch on each vertex. */
interface Side {
  bone: number;
  coverage: Float32Array;
}

/**
 * One stroke over the weights of a bone, and of its partner if the stroke is mirrored. Replacing, adding and scaling
 * depend only on the strongest touch of each vertex, so dense samples of the pointer change nothing. Smoothing
 * accumulates.
 */
export class WeightBrush {
  /** The number of vertices that could not reach their targets because no other bone may change. */
  stuck = 0;
  private readonly painted: Painted;
  private readonly live: WritableRows;
  private readonly operation: BrushOperation;
  private readonly sides: Side[];
  private readonly painter: RowPainter;
  private readonly recipients: RecipientsOf;
  /** 1: touched; 2: touched since its row was computed. */
  private readonly state: Uint8Array;
  private waiting: number[] = [];
  /** New weights of each side, for the current row. */
  private readonly targets: number[];
  /** The current vertex, and the bones painted there. Reused for each of tens of thousands of vertices. */
  private readonly here = { vertex: 0, bones: [] as number[], values: [] as number[] };
  private readonly recipientsHere = () => this.recipients.at(this.here.vertex);

  /** @param bones the painted bone, and its partner if there is another one; none of them locked. */
  constructor(painted: Painted, live: WritableRows, operation: BrushOperation, bones: readonly number[]) {
    const count = painted.weights.offsets.length - 1;
    this.painted = painted;
    this.live = live;
    this.operation = operation;
    this.sides = bones.map((bone) => ({ bone, coverage: new Float32Array(count) }));
    this.targets = bones.map(() => 0);
    this.painter = new RowPainter(painted.locked);
    this.recipients = new RecipientsOf({ ...painted, painted: bones });
    this.state = new Uint8Array(count);
  }

  /** Adds a touch, and its image if the stroke is mirrored. Returns whether anything may change. */
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

  /**
   * Moves pending vertices to the mean of their neighbours. Reads all means before it writes, so the order of vertices
   * does not matter.
   */
  private smooth(): void {
    const { sides, waiting, operation } = this;
    const targets = new Float64Array(waiting.length * sides.length);
    let at = 0;
    for (const i of waiting) {
      for (const { bone, coverage } of sides) {
        const before = this.weightOf(i, bone);
        targets[at++] = operated(operation, before, coverage[i], this.mean(i, bone, before));
      }
    }
    const { live } = this;
    const row = { bones: live.bones, values: live.values, first: 0, end: 0 };
    for (let n = 0; n < waiting.length; n++) {
      const i = waiting[n];
      this.state[i] = 1;
      // The lists are replaced when they grow.
      row.bones = live.bones;
      row.values = live.values;
      row.first = live.ranges[2 * i];
      row.end = live.ranges[2 * i + 1];
      for (let side = 0; side < sides.length; side++) this.targets[side] = targets[n * sides.length + side];
      this.make(i, row);
      for (const { coverage } of sides) coverage[i] = 0;
    }
    this.waiting = [];
  }

  /** Computes the row of a vertex from another row, with `targets` as the new weights of the bones painted there. */
  private make(i: number, row: RowIn): void {
    const { sides, here } = this;
    here.vertex = i;
    here.bones.length = here.values.length = 0;
    for (let n = 0; n < sides.length; n++) {
      if (sides[n].coverage[i] === 0) continue;
      here.bones.push(sides[n].bone);
      here.values.push(this.targets[n]);
    }
    if (!this.painter.paint(row, here.bones, here.values, this.recipientsHere)) this.stuck++;
    this.live.write(i, this.painter.count, this.painter.bones, this.painter.values);
  }

  private mean(i: number, bone: number, own: number): number {
    const { offsets, neighbours } = this.painted.rings;
    const [first, end] = [offsets[i], offsets[i + 1]];
    let sum = 0;
    for (let e = first; e < end; e++) sum += this.weightOf(neighbours[e], bone);
    return end > first ? sum / (end - first) : own;
  }

  /** The current weight of a bone at a vertex. */
  private weightOf(i: number, bone: number): number {
    const { ranges, bones, values } = this.live;
    for (let e = ranges[2 * i]; e < ranges[2 * i + 1]; e++) if (bones[e] === bone) return values[e];
    return 0;
  }

  /** Computes the rows of touched vertices until a time of `performance.now`. Returns whether some are left. */
  show(until: number): boolean {
    const { offsets, bones, values } = this.painted.weights;
    const row = { bones, values, first: 0, end: 0 };
    let made = 0;
    for (const i of this.waiting) {
      if (++made % LOOK_AT_CLOCK === 0 && performance.now() > until) {
        this.waiting.splice(0, made - 1);
        return true;
      }
      this.state[i] = 1;
      row.first = offsets[i];
      row.end = offsets[i + 1];
      for (let n = 0; n < this.sides.length; n++) {
        const { bone, coverage } = this.sides[n];
        this.targets[n] = operated(this.operation, weightIn(row, bone), coverage[i]);
      }
      this.make(i, row);
    }
    this.waiting = [];
    return false;
  }

  /** The rows that the stroke changed. */
  outcome(): WeightRows {
    this.show(Infinity);
    const builder = new RowsBuilder(this.painted.weights);
    const { ranges, bones, values } = this.live;
    for (let i = 0; i < this.state.length; i++) {
      if (this.state[i] > 0) builder.add(i, bones, values, ranges[2 * i], ranges[2 * i + 1]);
    }
    return builder.rows;
  }
}
