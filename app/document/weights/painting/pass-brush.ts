import { finishedRows } from "../../../../workers/model/weights/layers/compose";
import { Composer, type Composition, dependents } from "../../../../workers/model/weights/layers/composer";
import {
  firstFrom,
  RowsWriter,
  type SparseRows,
  withRows,
} from "../../../../workers/model/weights/layers/sparse-rows";
import type { WritableRows } from "./current-weights";
import type { Touch } from "./weight-brush";

/** The most passes of a vertex. More passes take long and make no visible difference. */
const MOST_PASSES = 32;

/** One stroke on a smoothing layer. Adds or removes passes where it touches. */
export class PassBrush {
  private readonly of: Composition;
  private readonly level: number;
  private readonly live: WritableRows;
  /** Passes that one touch adds at full strength; negative to remove. */
  private readonly by: number;
  /** The passes of the touched vertices. */
  private readonly passes = new Map<number, number>();
  private readonly waiting = new Set<number>();

  /** @param level of the layer to paint, whose kind is `smooth`. */
  constructor(of: Composition, level: number, live: WritableRows, by: number) {
    this.of = of;
    this.level = level;
    this.live = live;
    this.by = by;
  }

  touch(touches: readonly Touch[], pressure = 1): boolean {
    let changed = false;
    for (const { count, vertices, shares } of touches) {
      for (let n = 0; n < count; n++) {
        const i = vertices[n];
        const before = this.passes.get(i) ?? this.passesBefore(i);
        const after = Math.max(0, Math.min(MOST_PASSES, before + this.by * shares[n] * pressure));
        if (after === before) continue;
        this.passes.set(i, after);
        this.waiting.add(i);
        changed = true;
      }
    }
    return changed;
  }

  private passesBefore(i: number): number {
    const { vertices, offsets, values } = this.of.stack.layers[this.level].rows;
    const at = firstFrom(vertices, i);
    return vertices[at] === i ? values[offsets[at]] : 0;
  }

  /** Shows the composite at the touched vertices and at those that depend on them. Returns false: none are left. */
  show(): boolean {
    if (this.waiting.size === 0) return false;
    const { stack, rings } = this.of;
    const layer = stack.layers[this.level];
    const rows = withRows(layer.rows, this.rows);
    const after = {
      ...this.of,
      stack: { ...stack, layers: stack.layers.with(this.level, { ...layer, rows }) },
    };
    const touched = Uint32Array.from(this.waiting).sort();
    this.waiting.clear();
    // Smoothing spreads a change to neighbours that the layer smooths too.
    const at = dependents(after.stack, rings, this.level - 1, touched);
    const composer = new Composer(after);
    const made = finishedRows(after, composer.row, composer.below(after.stack.layers.length, at));
    made.vertices.forEach((i, n) => {
      const [first, end] = [made.offsets[n], made.offsets[n + 1]];
      this.live.write(i, end - first, made.bones.subarray(first, end), made.values.subarray(first, end));
    });
    return false;
  }

  /** The passes of the touched vertices, as rows of the layer; empty where there are none. */
  get rows(): SparseRows {
    const made = new RowsWriter();
    const vertices = Uint32Array.from(this.passes.keys()).sort();
    for (const i of vertices) {
      const passes = this.passes.get(i) ?? 0;
      made.add(i, [0], [passes], 0, passes > 0 ? 1 : 0);
    }
    return made.rows;
  }
}
