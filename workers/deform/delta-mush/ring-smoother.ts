/**
 * Smoothing of functions that start on a few vertices, by the kernels of assembly/deform/ring-smoothing.ts: a
 * polynomial of the Laplacian (`chebyshev.ts`), multiplied out on the rings around those vertices and nowhere else. A
 * factorisation would solve for the whole mesh. For p = 20, per function and step, it takes four times as long as the
 * polynomial without the rings, and its ordering takes more time.
 */
import { kernels, type RingGroup, records } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import type { Task } from "../../model/task";
import { addDiagonal, type Csc } from "../../sparse/csc";
import { type ColumnGroup, type SmoothGroups, WIDTH } from "../direct/bone-columns";
import { type ChebyshevSeries, chebyshevSeries, degreeWithin, MOST_TERMS } from "./chebyshev";
import { assertStable, type SmoothingSettings } from "./smoothing";

/** Bytes for the groups that are in the arena at the same time. */
const BATCH_BYTES = 48e6;
const MOST_GROUPS = 16;
const FEWEST_GROUPS = 4;
/** The most rows in one kernel call, about 15 ms, so that a cancel is noticed. */
const MOST_ROWS = 1e6;
/** The share that the polynomial may leave out. Its own rounding is hardly smaller. */
const SERIES_TOLERANCE = 1e-12;

/** The system: X = I − (2/R) S L by rows, and the polynomial. */
interface System {
  offsets: Uint32Array;
  indices: Uint32Array;
  values: Float64Array;
  series: ChebyshevSeries;
}

/** The size of the problem, known before its Laplacian. */
export interface RingSize {
  vertexCount: number;
  /** At least the number of the Laplacian's entries. */
  entries: number;
}

/** Bytes of the arena that `ringSmoother` takes. */
export function ringSmootherBytes(size: RingSize, threads: number): number {
  const { vertexCount, entries } = size;
  const system = 12 * (entries + vertexCount) + 4 * vertexCount * (threads + 1) + 8 * MOST_TERMS;
  return system + groupsAtOnce(size) * groupBytes(size) + 4096;
}

function groupBytes({ vertexCount, entries }: RingSize): number {
  return (3 * 8 * WIDTH + 24) * vertexCount + 12 * entries + 4 * MOST_TERMS + 256;
}

/** The number of groups depends neither on threads nor on results. */
function groupsAtOnce(size: RingSize): number {
  return Math.max(FEWEST_GROUPS, Math.min(MOST_GROUPS, Math.floor(BATCH_BYTES / groupBytes(size))));
}

/**
 * @param laplacian symmetric with zero row sums; weights of edges may be negative as long as it is positive
 * semi-definite.
 * @param accuracy the part that may be left out at any vertex of a function whose largest value is 1; 0 leaves out only
 * rounding.
 * @returns X^p of each group on all vertices where it may exceed `accuracy`.
 * @throws SinewError for explicit steps that would grow without bound.
 */
export function ringSmoother(
  parallel: Parallel,
  laplacian: Csc,
  settings: SmoothingSettings,
  accuracy: number,
  task: Task,
): SmoothGroups {
  const system = systemOf(laplacian, settings);
  const depth = accuracy > 0 ? degreeWithin(system.series, accuracy) : system.series.length - 1;
  return async (groups, take) => {
    const { arena } = parallel;
    const mark = arena.mark();
    try {
      const run = new RingRun(parallel, system, depth, task);
      const together = groupsAtOnce({ vertexCount: laplacian.columns, entries: laplacian.indices.length });
      for (let from = 0; from < groups.length; from += together) {
        await run.smooth(groups.slice(from, from + together), (n, rows, values) =>
          take(from + n, rows, values),
        );
      }
    } finally {
      arena.release(mark);
    }
  };
}

function systemOf(given: Csc, { scheme, iterations, step, strengths }: SmoothingSettings): System {
  if (scheme === "explicit") assertStable(step, strengths);
  // An isolated vertex keeps its values: X has a 1 there, where L may have no entry.
  const laplacian = hasDiagonal(given) ? given : addDiagonal(given, 0);
  const { columns, offsets, indices } = laplacian;
  const values = laplacian.values.slice();
  let range = 0;
  for (let i = 0; i < columns; i++) {
    const scale = strengthOverDiagonal(laplacian, strengths, i);
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      values[e] *= scale;
      sum += Math.abs(values[e]);
    }
    range = Math.max(range, sum);
  }
  for (let i = 0; i < columns; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      values[e] = (indices[e] === i ? 1 : 0) - (range > 0 ? (2 / range) * values[e] : 0);
    }
  }
  const f = (w: number) =>
    scheme === "explicit" ? (1 - step * w) ** iterations : (1 + step * w) ** -iterations;
  const still = step === 0 || iterations === 0;
  return { offsets, indices, values, series: chebyshevSeries(f, still ? 0 : range, SERIES_TOLERANCE) };
}

function hasDiagonal({ columns, offsets, indices }: Csc): boolean {
  let count = 0;
  for (let i = 0; i < columns; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (indices[e] === i) count++;
  }
  return count === columns;
}

/** S of a vertex; 0 where it has no edges. */
function strengthOverDiagonal(
  { offsets, indices, values }: Csc,
  strengths: SmoothingSettings["strengths"],
  i: number,
) {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (indices[e] === i && values[e] > 0) return (strengths ? strengths[i] : 1) / values[e];
  }
  return 0;
}

/** A system in the arena, with memory for the groups that are smoothed at the same time. */
class RingRun {
  private readonly parallel: Parallel;
  private readonly task: Task;
  private readonly depth: number;
  private readonly matrix: {
    offsets: Uint32Array;
    indices: Uint32Array;
    values: Float64Array;
    places: Uint32Array;
  };
  private readonly vertexCount: number;
  private readonly entries: number;
  private readonly coefficients: Float64Array;

  constructor(parallel: Parallel, { offsets, indices, values, series }: System, depth: number, task: Task) {
    const { arena, threads } = parallel;
    this.parallel = parallel;
    this.task = task;
    this.depth = depth;
    this.vertexCount = offsets.length - 1;
    this.entries = indices.length;
    this.coefficients = arena.f64(series.length);
    this.coefficients.set(series);
    this.matrix = {
      offsets: arena.u32(offsets.length),
      indices: arena.u32(indices.length),
      values: arena.f64(values.length),
      places: arena.u32(this.vertexCount * threads).fill(0),
    };
    this.matrix.offsets.set(offsets);
    this.matrix.indices.set(indices);
    this.matrix.values.set(values);
  }

  async smooth(groups: ColumnGroup[], take: Parameters<SmoothGroups>[1]): Promise<void> {
    const { parallel, task, depth, coefficients, vertexCount, matrix } = this;
    const { arena } = parallel;
    const mark = arena.mark();
    const placed = KernelRecord.takeMany(arena, records.RingGroup, groups.length);
    const places = groups.map((group, n) => this.place(group, placed[n]));
    const all = { groups: placed[0], depth, vertexCount, ...matrix };
    await parallel.run(task, kernels.gatherRings, groups.length, 1, all);
    const degree = coefficients.length - 1;
    const atOnce = Math.max(1, Math.floor(MOST_ROWS / vertexCount));
    for (let first = degree; first >= 0; first -= atOnce) {
      const last = Math.max(0, first - atOnce + 1);
      await parallel.run(task, kernels.smoothRings, groups.length, 1, {
        groups: placed[0],
        depth,
        coefficients,
        degree,
        first,
        last,
      });
    }
    for (let n = 0; n < groups.length; n++) {
      const count = placed[n].read("count");
      const { rows, blocks } = places[n];
      take(n, rows.subarray(0, count), blocks[degree % 2 === 0 ? 1 : 0].subarray(0, WIDTH * count));
      await task.checkpoint();
    }
    arena.release(mark);
  }

  /** Reserves the most memory that a group can need, and fills its record. */
  private place({ vertices, values }: ColumnGroup, record: KernelRecord<RingGroup>) {
    const { arena } = this.parallel;
    const sources = arena.u32(vertices.length);
    sources.set(vertices);
    const given = arena.f64(values.length);
    given.set(values);
    const rows = arena.u32(this.vertexCount);
    const blocks = [arena.f64(WIDTH * this.vertexCount), arena.f64(WIDTH * this.vertexCount)];
    record.write({
      sourceCount: vertices.length,
      sources,
      given,
      rows,
      ends: arena.u32(this.depth + 1),
      offsets: arena.u32(this.vertexCount + 1),
      indices: arena.u32(this.entries),
      values: arena.f64(this.entries),
      first: blocks[0],
      second: blocks[1],
      count: 0,
    });
    return { rows, blocks };
  }
}
