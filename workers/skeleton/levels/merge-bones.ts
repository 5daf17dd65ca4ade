/**
 * Merges the bones of one skeleton step by step: the end bone that costs least gives its vertices to its parent.
 *
 * Only bones without children go. The skeleton of a level is then a part of the full one, with the same joints and the
 * same motion, so one animation plays on all levels.
 */
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { LevelRows, type Row } from "./level-rows";

/** Vertices between two checkpoints. */
const STRIDE = 256;

/** What it costs if a bone gives its vertices to its parent. */
interface Merge {
  /** Squared distances over all frames that it adds. */
  cost: number;
  rows: { i: number; row: Row }[];
}

export class BoneMerger {
  /** The bones that remain, by their index in the full rig. */
  readonly left: Set<number>;
  private readonly rig: Rig;
  private readonly rows: LevelRows;
  /** For each bone, the vertices that it moves. */
  private readonly moved: Set<number>[];
  private readonly known = new Map<number, Merge>();
  private readonly task: Task;

  constructor(sequence: MeshSequence, rig: Rig, task: Task) {
    this.rig = rig;
    this.task = task;
    this.rows = new LevelRows(sequence, rig);
    this.left = new Set(rig.bones.keys());
    this.moved = rig.bones.map(() => new Set());
    this.rows.rows.forEach(({ bones }, i) => {
      for (const j of bones) this.moved[j].add(i);
    });
  }

  get weights(): readonly Row[] {
    return this.rows.rows;
  }

  /** Bones with a parent and without children. */
  private ends(): number[] {
    const { bones } = this.rig;
    const parents = new Set([...this.left].map((j) => bones[j].parent));
    return [...this.left].filter((j) => bones[j].parent >= 0 && !parents.has(j));
  }

  private async mergeOf(gone: number): Promise<Merge> {
    const known = this.known.get(gone);
    if (known) return known;
    const into = this.rig.bones[gone].parent;
    const merge: Merge = { cost: 0, rows: [] };
    let n = 0;
    for (const i of this.moved[gone]) {
      if (n++ % STRIDE === 0) await this.task.checkpoint();
      const row = this.rows.without(i, gone, into);
      merge.cost += row.error - this.rows.errorOf(i);
      merge.rows.push({ i, row });
    }
    this.known.set(gone, merge);
    return merge;
  }

  /** Merges the cheapest bone into its parent. @returns its number, or −1 if only roots are left. */
  async mergeOne(): Promise<number> {
    let [best, least] = [-1, Infinity];
    for (const j of this.ends()) {
      const { cost } = await this.mergeOf(j);
      if (cost < least) [best, least] = [j, cost];
    }
    if (best < 0) return -1;
    const { rows } = await this.mergeOf(best);
    const into = this.rig.bones[best].parent;
    for (const { i, row } of rows) {
      // The known costs of the bones that share this vertex no longer hold.
      for (const j of [...this.rows.rows[i].bones, into]) this.known.delete(j);
      this.rows.rows[i] = row;
      this.moved[into].add(i);
    }
    this.known.delete(best);
    this.moved[best].clear();
    this.left.delete(best);
    return best;
  }
}
