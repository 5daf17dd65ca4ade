import type { Adjacency } from "../../../../workers/geometry/adjacency";
import type { Bone } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { addsUp, type BrushOperation, operated } from "../../brush-operations";
import { RecipientsOf } from "../weight-recipients";
import { RowsBuilder, type WeightRows } from "../weight-rows";
import { CurrentWeights, type WritableRows } from "./current-weights";
import { drawnAlong, type StrokeWay, stepsOf } from "./drawn-along";
import { type RowIn, RowPainter, roomIn, weightIn } from "./row-painter";

/** The number of rows between two readings of the clock. */
const LOOK_AT_CLOCK = 256;

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

/** Touched vertices with their strengths, 0 to 1, and the bones to paint there. */
export interface Touch {
  /** The first painted bone of the touched side. */
  bone: number;
  count: number;
  vertices: ArrayLike<number>;
  shares: ArrayLike<number>;
  /** For smearing: the path since the last touch. */
  way?: StrokeWay | null;
}

/** The bones whose total weight a stroke changes, and the strongest touch on each vertex. */
interface Side {
  bones: readonly number[];
  coverage: Float32Array;
  /** Of the current touch: the mean weight under it, and the current step of its path. */
  mean: number;
  way: StrokeWay | null;
}

/**
 * One stroke. It changes the total weight of some bones, and of their partners if the stroke is mirrored; the bones
 * keep their proportions. Replacing, adding and scaling depend only on the strongest touch of each vertex, so dense
 * samples of the pointer change nothing. Smoothing, smearing and averaging accumulate.
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
  private readonly current: CurrentWeights;
  /** 1: touched; 2: touched since its row was computed. */
  private readonly state: Uint8Array;
  private waiting: number[] = [];
  /** New weights of each side, for the current row. */
  private readonly targets: number[];
  /** The current vertex, and the bones painted there. Reused for each of tens of thousands of vertices. */
  private readonly here = { vertex: 0, bones: [] as number[], values: [] as number[] };
  private readonly recipientsHere = () => this.recipients.at(this.here.vertex);

  /** @param sides the painted bones, and their partners if they differ; none of them locked. */
  constructor(
    painted: Painted,
    live: WritableRows,
    operation: BrushOperation,
    sides: readonly (readonly number[])[],
  ) {
    const count = painted.weights.offsets.length - 1;
    this.painted = painted;
    this.live = live;
    this.operation = operation;
    this.sides = sides.map((bones) => ({ bones, coverage: new Float32Array(count), mean: 0, way: null }));
    this.targets = sides.map(() => 0);
    this.painter = new RowPainter(painted.locked);
    this.current = new CurrentWeights(live, painted.rings);
    this.recipients = new RecipientsOf({ ...painted, painted: sides.flat() });
    this.state = new Uint8Array(count);
  }

  /** Adds a touch, and its image if the stroke is mirrored. Returns whether anything may change. */
  touch(touches: readonly Touch[], pressure = 1): boolean {
    const strength = this.operation.strength * pressure;
    if (this.operation.kind === "smear") return this.smear(touches, strength);
    let changed = false;
    for (const touch of touches) changed = this.cover(touch, strength) || changed;
    if (changed && addsUp(this.operation)) this.accumulate();
    return changed;
  }

  /** Drags weights along the path of a touch, edge by edge. The first touch of a stroke has no path. */
  private smear(touches: readonly Touch[], strength: number): boolean {
    const { rings } = this.painted;
    const ways = touches.map(({ way, count, vertices }) =>
      way && count > 0 ? stepsOf(way, vertices[0], rings) : [],
    );
    const steps = Math.max(0, ...ways.map(({ length }) => length));
    let changed = false;
    for (let step = 0; step < steps; step++) {
      touches.forEach((touch, n) => {
        if (step >= ways[n].length) return;
        const side = this.sideOf(touch.bone);
        if (side) side.way = ways[n][step];
        changed = this.cover(touch, strength) || changed;
      });
      this.accumulate();
    }
    return changed;
  }

  private sideOf(bone: number): Side | undefined {
    return this.sides.find(({ bones }) => bones[0] === bone);
  }

  /**
   * Sets the strength of the stroke at every vertex, V. For gradients instead of touches, because a strength may also
   * fall again. Not for operations that accumulate.
   */
  setShares(bone: number, shares: ArrayLike<number>): void {
    const coverage = this.sideOf(bone)?.coverage;
    if (!coverage) return;
    for (let i = 0; i < coverage.length; i++) {
      const share = Math.fround(this.operation.strength * shares[i]);
      if (share === coverage[i]) continue;
      coverage[i] = share;
      if (this.state[i] === 2) continue;
      this.state[i] = 2;
      this.waiting.push(i);
    }
  }

  private cover(touch: Touch, strength: number): boolean {
    const { count, vertices, shares } = touch;
    const side = this.sideOf(touch.bone);
    if (!side) return false;
    const { coverage } = side;
    if (this.operation.kind === "average") side.mean = this.dabMean(touch, side);
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

  /** The mean weight under a dab, weighted by its strength at each vertex. */
  private dabMean({ count, vertices, shares }: Touch, side: Side): number {
    let [sum, all] = [0, 0];
    for (let n = 0; n < count; n++) {
      sum += shares[n] * this.current.of(vertices[n], side.bones);
      all += shares[n];
    }
    return all > 0 ? sum / all : 0;
  }

  /** The value that pending vertices move towards or away from. */
  private reference(i: number, side: Side, before: number): number {
    const { kind } = this.operation;
    if (kind === "average") return side.mean;
    if (kind === "smear")
      return side.way
        ? drawnAlong(i, side.way, this.painted.rings, (l) => this.current.of(l, side.bones))
        : before;
    return this.current.mean(i, side.bones, before);
  }

  /** Moves pending vertices. Reads all values before it writes, so the order of vertices does not matter. */
  private accumulate(): void {
    const { sides, waiting, operation } = this;
    const targets = new Float64Array(waiting.length * sides.length);
    let at = 0;
    for (const i of waiting) {
      for (const side of sides) {
        const before = this.current.of(i, side.bones);
        const share = side.coverage[i];
        targets[at++] =
          share > 0 ? operated(operation, before, share, this.reference(i, side, before)) : before;
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
      if (sides[n].coverage[i] > 0) this.aim(i, row, sides[n].bones, this.targets[n]);
    }
    if (here.bones.length === 0) {
      const { bones, values } = this.painted.weights;
      const [first, end] = [this.painted.weights.offsets[i], this.painted.weights.offsets[i + 1]];
      this.live.write(i, end - first, bones.subarray(first, end), values.subarray(first, end));
      return;
    }
    if (!this.painter.paint(row, here.bones, here.values, this.recipientsHere)) this.stuck++;
    this.live.write(i, this.painter.count, this.painter.bones, this.painter.values);
  }

  /**
   * Divides a target among the painted bones of a side, in proportion to their weights in the row. If they have none,
   * it takes the proportions of the neighbours; if those have none, the first bone gets all. A bone of both sides
   * belongs to the first side.
   */
  private aim(i: number, row: RowIn, painted: readonly number[], wanted: number): void {
    const { here } = this;
    const put = (bone: number, value: number) => {
      if (here.bones.includes(bone)) return;
      here.bones.push(bone);
      here.values.push(value);
    };
    if (painted.length === 1) {
      put(painted[0], wanted);
      return;
    }
    const own = painted.map((bone) => weightIn(row, bone));
    const parts = sumOf(own) > 0 ? own : painted.map((bone) => this.current.around(i, bone));
    const sum = sumOf(parts);
    // Limited here, because the painter limits each target on its own, which would change the proportions.
    const target = Math.max(0, Math.min(wanted, roomIn(row, this.painted.locked)));
    painted.forEach((bone, n) => {
      put(bone, sum > 0 ? (target * parts[n]) / sum : n === 0 ? target : 0);
    });
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
        const { bones: painted, coverage } = this.sides[n];
        let before = 0;
        for (let b = 0; b < painted.length; b++) before += weightIn(row, painted[b]);
        this.targets[n] = operated(this.operation, before, coverage[i]);
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

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
