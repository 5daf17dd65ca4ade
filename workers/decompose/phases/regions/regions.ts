/**
 * Regions whose vertices share a bone. "Keep rigid": one bone j moves all of a region alone. It minimises Σ_i A_jj(i),
 * where A_jj is the squared residual under bone j alone. "Same bone": a bone c has at least half of every vertex. w = ½
 * e_c + ½ w′ turns this into the ordinary simplex problem for w′ with residuals ½(r_j + r_c), so the same search solves
 * it. Each weights phase chooses again. For a rigid region the choice is exact. For the other kind, a new bone c is
 * tried if it promises less error, and kept if the solved weights are better, so the objective never rises. With
 * smoothness, vertices depend on their neighbours, so c is chosen only once.
 */
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { scratchNumbers } from "../../../kernels/scratch";
import type { Task } from "../../../model/task";
import type { BlendState } from "../blend-state";

/** The artist's regions, by vertex. */
export interface RegionFlags {
  /** V: number of a rigid region, 0 for none. */
  rigid: Uint16Array | null;
  /** V: number of a region where one bone has at least half, 0 for none. */
  together: Uint16Array | null;
}

/** The functions of the weights phase that regions use. */
export interface RegionSolver {
  /** Squared residuals, summed over runs of vertices, under each of the h bones; see the kernel regionErrors. */
  sums(runs: Int32Array, members: Int32Array, half: boolean, task: Task): Promise<Float64Array>;
  /** Solves some vertices and sums their errors. Not available with smoothness. */
  solve(vertices: Int32Array, task: Task): Promise<number>;
  readonly canSolve: boolean;
  readonly bones: number;
}

interface Region {
  /** In the arena. */
  members: Int32Array;
  runs: Int32Array;
}

/** The number of vertices in one run of the kernel. */
const RUN = 32;
/** Number of bones that are tried for a region without a bone. */
const TRIALS = 3;
const SLACK = 1e-9;

export class Regions {
  /** V flags in the arena: vertices that the main pass skips, because they are locked or rigid. */
  readonly fixed: Uint8Array;
  /** V in the arena: the bone that has half of each vertex, or −1. */
  readonly anchors: Int32Array;
  private readonly rigid: readonly Region[];
  private readonly together: readonly Region[];
  private readonly slots: number;

  /**
   * @param limit the most influences of a vertex. If that is 1, a bone with half of a vertex has all of it. Locked
   * vertices belong to no region.
   */
  constructor(
    { arena }: Parallel,
    vertexCount: number,
    flags: RegionFlags,
    locked: Uint8Array | null,
    { limit, slots }: { limit: number; slots: number },
  ) {
    this.slots = slots;
    this.fixed = arena.u8(vertexCount);
    this.fixed.fill(0);
    this.anchors = arena.i32(vertexCount).fill(-1);
    if (locked) this.fixed.set(locked);
    const free = (i: number) => !this.fixed[i];
    const make = (numbers: Uint16Array | null): Region[] =>
      groups(numbers, free).map((vertices) => {
        const members = arena.i32(vertices.length);
        members.set(vertices);
        const runs = arena.i32(Math.ceil(vertices.length / RUN) + 1);
        for (let r = 0; r < runs.length; r++) runs[r] = Math.min(RUN * r, vertices.length);
        return { members, runs };
      });
    this.rigid = [...make(flags.rigid)];
    for (const { members } of this.rigid) for (const i of members) this.fixed[i] = 1;
    const together = make(flags.together);
    if (limit > 1) this.together = together;
    else {
      this.together = [];
      this.rigid = [...this.rigid, ...together];
      for (const { members } of together) for (const i of members) this.fixed[i] = 1;
    }
  }

  /** Arena bytes, including the temporary memory of a choice. */
  static bytes(vertices: number, bones: number, stride: number, threads: number): number {
    const gathered = threads * scratchNumbers(kernels.regionScratch, { h: bones, stride });
    return 24 * vertices + 8 * ((vertices / RUN + 2) * bones + gathered) + 4096;
  }

  /** Chooses the bone of every region for the current bones. Rigid regions get their weights. */
  async choose(state: BlendState, solver: RegionSolver, task: Task): Promise<void> {
    for (const region of this.rigid) {
      const best = leastOf(await this.total(region, solver, false, task));
      for (const i of region.members) this.writeWhole(state, i, best);
    }
    for (const region of this.together) await this.chooseAnchor(region, state, solver, task);
  }

  /** Reads the bones of regions from a state's weights, for steps that keep weights. */
  recall(state: BlendState): void {
    for (const { members } of this.together) this.setAnchor(members, this.anchorOf(members, state));
  }

  /**
   * Writes the predicted gain of the bones from `newcomers` on for rigid regions, which use a bone entirely or not at
   * all. The row of the first vertex of each region gets the gain, and the rows of the others 0.
   */
  async predictGains(
    state: BlendState,
    newcomers: number,
    out: Float64Array,
    solver: RegionSolver,
    task: Task,
  ): Promise<void> {
    const width = solver.bones - newcomers;
    for (const region of this.rigid) {
      const sums = await this.total(region, solver, false, task);
      const now = state.ids[region.members[0] * this.slots];
      for (const i of region.members) out.fill(0, i * width, (i + 1) * width);
      for (let c = 0; c < width; c++) {
        out[region.members[0] * width + c] = Math.max(0, sums[now] - sums[newcomers + c]);
      }
    }
  }

  private async total(region: Region, solver: RegionSolver, half: boolean, task: Task) {
    const { bones } = solver;
    const parts = await solver.sums(region.runs, region.members, half, task);
    const sums = new Float64Array(bones);
    for (let e = 0; e < parts.length; e++) sums[e % bones] += parts[e];
    return sums;
  }

  private async chooseAnchor(
    { members, runs }: Region,
    state: BlendState,
    solver: RegionSolver,
    task: Task,
  ): Promise<void> {
    const now = this.anchorOf(members, state);
    if (now >= 0 && !solver.canSolve) return this.setAnchor(members, now);
    const bounds = await this.total({ members, runs }, solver, true, task);
    const order = Array.from(bounds.keys()).sort((a, b) => bounds[a] - bounds[b] || a - b);
    const trials = now < 0 ? order.slice(0, TRIALS) : [now, ...order.slice(0, 1).filter((j) => j !== now)];
    if (trials.length === 1 || !solver.canSolve) return this.setAnchor(members, trials[0]);
    const before = this.rowsOf(members, state);
    let best = { anchor: -1, error: Infinity, rows: before };
    for (const anchor of trials) {
      this.setRows(members, state, before);
      this.setAnchor(members, anchor);
      const error = await solver.solve(members, task);
      if (error < best.error) best = { anchor, error, rows: this.rowsOf(members, state) };
    }
    this.setRows(members, state, best.rows);
    this.setAnchor(members, best.anchor);
  }

  /** The bone that has at least half of every member, or −1. */
  private anchorOf(members: Int32Array, { ids, values }: BlendState): number {
    const halves = (i: number) => {
      const found: number[] = [];
      for (let s = i * this.slots; s < (i + 1) * this.slots; s++) {
        if (ids[s] >= 0 && values[s] >= 0.5 - SLACK) found.push(ids[s]);
      }
      return found;
    };
    let common = halves(members[0]);
    for (const i of members) {
      const own = halves(i);
      common = common.filter((j) => own.includes(j));
    }
    return common[0] ?? -1;
  }

  private setAnchor(members: Int32Array, anchor: number): void {
    for (const i of members) this.anchors[i] = anchor;
  }

  private writeWhole({ ids, values }: BlendState, i: number, bone: number): void {
    ids.fill(-1, i * this.slots, (i + 1) * this.slots);
    values.fill(0, i * this.slots, (i + 1) * this.slots);
    ids[i * this.slots] = bone;
    values[i * this.slots] = 1;
  }

  private rowsOf(members: Int32Array, { ids, values }: BlendState) {
    const { slots } = this;
    return Array.from(members, (i) => ({
      ids: ids.slice(i * slots, (i + 1) * slots),
      values: values.slice(i * slots, (i + 1) * slots),
    }));
  }

  private setRows(members: Int32Array, state: BlendState, rows: ReturnType<Regions["rowsOf"]>): void {
    members.forEach((i, m) => {
      state.ids.set(rows[m].ids, i * this.slots);
      state.values.set(rows[m].values, i * this.slots);
    });
  }
}

/** The artist's regions in the arena, or null if there are none. */
export function createRegions(
  parallel: Parallel,
  vertexCount: number,
  flags: Partial<RegionFlags> | undefined,
  locked: Uint8Array | null,
  size: { limit: number; slots: number },
): Regions | null {
  if (!hasRegions(flags)) return null;
  const { rigid = null, together = null } = flags ?? {};
  return new Regions(parallel, vertexCount, { rigid, together }, locked, size);
}

export const hasRegions = (flags: Partial<RegionFlags> | undefined): boolean =>
  Boolean(flags?.rigid?.some(Boolean) || flags?.together?.some(Boolean));

/** The free vertices of each region, in order of the regions' numbers. */
function groups(numbers: Uint16Array | null, free: (i: number) => boolean): number[][] {
  const found = new Map<number, number[]>();
  numbers?.forEach((region, i) => {
    if (region === 0 || !free(i)) return;
    if (!found.has(region)) found.set(region, []);
    found.get(region)!.push(i);
  });
  return [...found.keys()].sort((a, b) => a - b).map((region) => found.get(region)!);
}

function leastOf(sums: Float64Array): number {
  let best = 0;
  for (let j = 1; j < sums.length; j++) if (sums[j] < sums[best]) best = j;
  return best;
}
