/**
 * Exports a file within a limit of bytes, with the least error that is possible by choosing bones, influences, keys and
 * packing.
 */
import { prepareFileRig } from "../../export/prepare";
import type { MakeParallel } from "../../kernels/parallel";
import type { ExportOptions, ExportResult, SizedExport } from "../../model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { howMany, significant } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import { type Task, withoutProgress } from "../../model/task";
import { exportPrepared } from "../export-file";
import { sizeOf } from "../written-file";
import { type SizeAxes, sizeAxes } from "./axes";
import { CellCosts, firstLevel, type SizeInput } from "./cell-costs";
import { type Cell, type CellCost, cellsWithin } from "./lattice";
import { refine } from "./refine";

/** The bytes of a file are known up to this share before it is written. */
const SURE = 2e-3;

/** The choices along each axis that differ from the request, as words. */
function changesOf({ bones, influences, keys, packings }: SizeAxes, [b, m, t, p]: Cell, diagonal: number) {
  const { compression, precision } = packings[p];
  const isCoarser = precision !== packings[0].precision;
  const share = significant((100 * keys[t]) / diagonal);
  return [
    { axis: 3, at: p, change: `compression ${compression}${isCoarser ? `, precision ${precision}` : ""}` },
    { axis: 2, at: t, change: `keys within ${share} % of the diagonal` },
    { axis: 1, at: m, change: howMany(influences[m], "influence") },
    { axis: 0, at: b, change: howMany(bones[b], "bone") },
  ].filter(({ at }) => at > 0);
}

/** Chooses among the ways to make a file smaller, and writes it. */
class SizeSearch {
  private readonly sequence: MeshSequence;
  private readonly lengths: number[];
  private readonly costs: CellCosts;
  private readonly task: Task;
  private readonly tried = new Map<string, CellCost>();

  constructor(costs: CellCosts, { sequence }: SizeInput, task: Task) {
    const { bones, influences, keys, packings } = costs.axes;
    this.sequence = sequence;
    this.lengths = [bones, influences, keys, packings].map(({ length }) => length);
    this.costs = costs;
    this.task = task;
  }

  private readonly costOf = async (cell: Cell): Promise<CellCost> => {
    const detail = `${this.tried.size + 1} ways compared`;
    this.task.progress({ phase: "Making it smaller", done: null, detail });
    const cost = await this.costs.costOf(cell);
    this.tried.set(cell.join(), cost);
    return cost;
  };

  /**
   * The smallest file with the `b`-th number of bones. It is at the end of all axes except the axis of keys, because
   * tracks with different keys also need their own times.
   */
  private async smallestWith(b: number, keys: readonly number[]): Promise<{ cell: Cell; bytes: number }> {
    const [, influences, , packings] = this.lengths;
    const all = [];
    for (const t of keys) {
      const cell = [b, influences - 1, t, packings - 1];
      all.push({ cell, bytes: (await this.costOf(cell)).bytes });
    }
    return all.reduce((least, one) => (one.bytes < least.bytes ? one : least));
  }

  /**
   * The first number of bones with which a file can be small enough, or the smallest file of all if there is none.
   * Bones are only merged to find it if the other axes are not enough.
   */
  private async firstWithin(most: number): Promise<{ start: number } | { smallest: Cell }> {
    const [bones, , keys] = this.lengths;
    const all = Array.from({ length: keys }, (_, t) => t);
    const plain = await this.smallestWith(0, all);
    if (plain.bytes <= most) return { start: 0 };
    for (let b = 1; b < bones; b++) {
      const { bytes } = await this.smallestWith(b, [plain.cell[2]]);
      if (bytes <= most) return { start: b };
    }
    const last = await this.smallestWith(bones - 1, all);
    if (last.bytes <= most) return { start: bones - 1 };
    return { smallest: last.bytes < plain.bytes ? last.cell : plain.cell };
  }

  private async write(cell: Cell): Promise<ExportResult> {
    const own = this.costs.optionsOf(cell);
    const content = await this.costs.prepare(cell[0], own);
    // Of bones that are merged for the size the steps tell, not the target's sentence.
    const merged = cell[0] === 0 ? content.merged : 0;
    return exportPrepared({ ...content, merged }, own, withoutProgress(this.task));
  }

  /** The changes, one axis after the other. The last step has the figures of the file. */
  private async stepsTo(cell: Cell, result: ExportResult): Promise<SizedExport["steps"]> {
    const steps: SizedExport["steps"] = [];
    const reached = this.lengths.map(() => 0);
    for (const { axis, at, change } of changesOf(this.costs.axes, cell, restDiagonal(this.sequence))) {
      reached[axis] = at;
      const cost = await this.costs.costOf(reached);
      steps.push({ change, bytes: Math.round(cost.bytes), eRms: cost.error });
    }
    const [last] = steps.slice(-1);
    if (last) Object.assign(last, { bytes: sizeOf(result), eRms: result.eRmsInFile });
    return steps;
  }

  private async sized(cell: Cell, result: ExportResult, most: number): Promise<SizedExport> {
    const steps = await this.stepsTo(cell, result);
    const tried = [...this.tried.values()].map(({ bytes, error }) => ({
      bytes: Math.round(bytes),
      eRms: error,
    }));
    return { ...result, options: this.costs.optionsOf(cell), steps, tried, fits: sizeOf(result) <= most };
  }

  /** A cell with less error beside one that is small enough: with more bones, then with more keys. */
  private async refined(cell: Cell, most: number): Promise<Cell> {
    let finer = cell;
    for (const axis of this.costs.fineAxes()) finer = await refine(finer, axis, most, this.costOf);
    return finer;
  }

  async within(most: number): Promise<SizedExport> {
    const first = await this.firstWithin((1 + SURE) * most);
    if ("smallest" in first) return this.sized(first.smallest, await this.write(first.smallest), most);
    const start = [first.start, 0, 0, 0];
    let smallest: { cell: Cell; result: ExportResult } | null = null;
    for await (const { cell } of cellsWithin(this.lengths, (1 + SURE) * most, this.costOf, start)) {
      const finer = await this.refined(cell, (1 - SURE) * most);
      if (finer !== cell) {
        const result = await this.write(finer);
        if (sizeOf(result) <= most) return this.sized(finer, result, most);
      }
      const result = await this.write(cell);
      if (sizeOf(result) <= most) return this.sized(cell, result, most);
      if (!smallest || sizeOf(result) < sizeOf(smallest.result)) smallest = { cell, result };
    }
    // At least one cell was estimated to be small enough.
    const { cell, result } = smallest!;
    return this.sized(cell, result, most);
  }
}

/**
 * @param most the most bytes.
 * @param axes what may be changed, and how far.
 * @returns the file with the least error among those that are small enough; the smallest file if there is none.
 */
export async function exportWithin(
  sequence: MeshSequence,
  rig: Rig,
  options: ExportOptions,
  most: number,
  makeParallel: MakeParallel,
  task: Task,
  asked?: SizeAxes,
): Promise<SizedExport> {
  const content = await prepareFileRig(sequence, rig, options, task, makeParallel);
  const plain = await exportPrepared(content, options, task);
  if (sizeOf(plain) <= most) return { ...plain, options, steps: [], tried: [], fits: true };
  const first = firstLevel(rig, content.left);
  const axes = asked ?? sizeAxes(sequence, first.rig, options);
  const input = { sequence, rig, options };
  const costs = new CellCosts(input, first, axes, makeParallel, task);
  try {
    return await new SizeSearch(costs, input, task).within(most);
  } finally {
    costs.dispose();
  }
}
