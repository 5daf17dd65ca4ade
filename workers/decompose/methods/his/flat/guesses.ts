/**
 * A motion for each vertex, guessed from its neighbours (Liu, Tan, Deng & Gingold 2020, section 4.1, equations 7 and 8,
 * and the variants of appendix B): the affine A with A·(x, 1) ≈ y over a neighbourhood. A plane neighbourhood does not
 * determine the motion, so it is widened to the nearest vertices in space or left out. If hardly any neighbourhood is
 * solid (a plane rest pose), each gets the smallest A that fits, which is 0 across the plane.
 */
import { kernels } from "../../../../kernels/kernels.generated";
import { scratchNumbers } from "../../../../kernels/scratch";
import type { Task } from "../../../../model/task";
import type { StartContext } from "../../../initialisers/start-context";
import { type Neighbourhood, Neighbourhoods, type Neighbours } from "./neighbourhoods";

export interface GuessOptions {
  neighbourhood: Neighbourhood;
  exact: boolean;
  errors: "positions" | "transforms";
  rank: "neighbourhood" | "vertex";
  kept: number;
  widen: boolean;
}

export const GUESS_DEFAULTS: GuessOptions = {
  neighbourhood: "one-ring",
  exact: false,
  errors: "positions",
  rank: "neighbourhood",
  kept: 0.5,
  widen: true,
};

/** The guesses that are kept. */
export interface Guesses {
  vertices: Int32Array;
  /** In the arena: 4·rank numbers each, row r of the reduced motion at 4r. */
  fits: Float64Array;
}

/** Bits of the kernel's modes. */
const MODE = { exact: 1, anyShape: 2, ownError: 4, ifBetter: 8, ownList: 16, transforms: 32 };
/** Vertices whose lists are in the arena at once. */
const CHUNK = 1024;
/** Room for the lists of a chunk, in neighbours per vertex. Longer lists are cut. */
const MOST_NEIGHBOURS = 64;
const BLOCK = 64;
/** The most numbers of all kept motions together. */
export const MOST_NUMBERS = 4e6;
/** If a smaller share of the neighbourhoods is solid, plane ones are used unchanged. */
const SOLID_SHARE = 0.05;

/** How a vertex is fitted. */
interface Way {
  neighbours: Neighbours;
  mode: number;
}

/** Arena bytes for guesses of at most `bones` handles, including the kept ones. */
export function guessBytes(vertices: number, rank: number, bones: number, threads: number): number {
  const kept = Math.min(vertices, Math.max(4 * bones, Math.floor(MOST_NUMBERS / (4 * rank)))) * 4 * rank;
  const lists = 4 * CHUNK * (MOST_NEIGHBOURS + 2);
  return (
    8 * (kept + 2 * vertices + threads * scratchNumbers(kernels.ringFitsScratch, { rank })) + lists + 4096
  );
}

/**
 * Guesses motions for some vertices and keeps the best share of them. If there are too many, it thins them out evenly.
 * @param least the fewest guesses to keep, whatever the share.
 */
export async function guessMotions(
  context: StartContext,
  vertices: Int32Array,
  options: GuessOptions,
  least: number,
  task: Task,
): Promise<Guesses> {
  const { parallel, problem } = context;
  const fitter = new Fitter(context, task);
  const sets = new Neighbourhoods(problem, context.nearest);
  const mode =
    (options.exact ? MODE.exact : 0) +
    (options.errors === "transforms" ? MODE.transforms : 0) +
    (options.rank === "vertex" ? MODE.ownError : 0);
  const own: Way = { neighbours: sets.neighbours(options.neighbourhood), mode };
  const wide: Way = { neighbours: sets.wide, mode };
  const plane: Way = { neighbours: sets.wide, mode: mode + MODE.anyShape };
  const ways = new Array<Way>(vertices.length).fill(own);
  const residuals = await fitter.residuals(vertices, own);
  const lost = () => [...residuals.keys()].filter((n) => residuals[n] === Infinity);
  const again = async (way: Way) => {
    const places = lost();
    const found = await fitter.residuals(
      Int32Array.from(places, (n) => vertices[n]),
      way,
    );
    places.forEach((n, at) => {
      residuals[n] = found[at];
      ways[n] = way;
    });
  };
  const enough = Math.max(least, SOLID_SHARE * vertices.length);
  if (options.widen || vertices.length - lost().length < enough) await again(wide);
  if (vertices.length - lost().length < enough) await again(plane);

  const most = Math.max(least, Math.floor(MOST_NUMBERS / (4 * problem.rank)));
  const share = Math.max(options.kept, least / vertices.length);
  const best = bestOf(residuals, share);
  const chosen = thinned(best, most);
  if (chosen.length < best.length) {
    context.notes.add(`HIS keeps ${chosen.length} of the ${best.length} best guesses, spread evenly.`);
  }
  const groups = [own, wide, plane].map((way) => chosen.filter((n) => ways[n] === way));
  const order = Int32Array.from(groups.flat(), (n) => vertices[n]);
  const fits = parallel.arena.f64(order.length * 4 * problem.rank);
  let at = 0;
  for (const [n, way] of [own, wide, plane].entries()) {
    const end = at + groups[n].length;
    await fitter.keep(order.subarray(at, end), way, fits.subarray(at * 4 * problem.rank));
    at = end;
  }
  return { vertices: order, fits };
}

/** The share with the smallest residuals, ascending by vertex. */
function bestOf(residuals: Float64Array, share: number): number[] {
  const usable = [...residuals.keys()].filter((n) => residuals[n] < Infinity);
  usable.sort((a, b) => residuals[a] - residuals[b] || a - b);
  return usable.slice(0, Math.ceil(Math.min(1, share) * usable.length)).sort((a, b) => a - b);
}

/** At most `most` of them, spread evenly. */
function thinned(best: number[], most: number): number[] {
  const count = Math.min(best.length, most);
  return Array.from({ length: count }, (_, n) => best[Math.floor((n * best.length) / count)]);
}

/** Runs the kernel over vertices, a chunk at a time. */
class Fitter {
  private readonly context: StartContext;
  private readonly task: Task;

  constructor(context: StartContext, task: Task) {
    this.context = context;
    this.task = task;
  }

  async residuals(vertices: Int32Array, way: Way): Promise<Float64Array> {
    const { arena } = this.context.parallel;
    const mark = arena.mark();
    const residuals = arena.f64(vertices.length);
    await this.run(vertices, way, residuals, 0);
    const out = residuals.slice();
    arena.release(mark);
    return out;
  }

  async keep(vertices: Int32Array, way: Way, fits: Float64Array): Promise<void> {
    const { arena } = this.context.parallel;
    const mark = arena.mark();
    await this.run(vertices, way, arena.f64(vertices.length), fits.byteOffset);
    arena.release(mark);
  }

  private async run(
    vertices: Int32Array,
    { neighbours, mode }: Way,
    residuals: Float64Array,
    fits: number,
  ): Promise<void> {
    const { parallel, problem, notes } = this.context;
    const { trajectories, stride, rank, rest, norms } = problem;
    const { arena } = parallel;
    const mark = arena.mark();
    const chosen = arena.i32(CHUNK);
    const offsets = arena.i32(CHUNK + 1);
    const lists = arena.i32(CHUNK * MOST_NEIGHBOURS);
    const scratch = arena.f64(parallel.threads * scratchNumbers(kernels.ringFitsScratch, { rank }));
    for (let from = 0; from < vertices.length; from += CHUNK) {
      const part = vertices.subarray(from, from + CHUNK);
      chosen.set(part);
      const draw = Array.from(part, (i) => neighbours.of(i));
      for (let d = 0; d < neighbours.draws; d++) {
        let size = 0;
        offsets[0] = 0;
        draw.forEach((list, n) => {
          const around = list(d);
          if (around.length > MOST_NEIGHBOURS) {
            notes.add(`HIS guesses from ${MOST_NEIGHBOURS} neighbours where a vertex has more.`);
          }
          for (let e = 0; e < Math.min(around.length, MOST_NEIGHBOURS); e++) lists[size++] = around[e];
          offsets[n + 1] = size;
        });
        const how = mode + MODE.ownList + (d > 0 ? MODE.ifBetter : 0);
        await parallel.run(this.task, kernels.ringFits, part.length, BLOCK, {
          chosen,
          offsets,
          neighbours: lists,
          trajectories,
          stride,
          rank,
          rest,
          norms,
          residuals: residuals.byteOffset + 8 * from,
          fits: fits && fits + 32 * rank * from,
          scratch,
          mode: how,
        });
      }
    }
    arena.release(mark);
  }
}
