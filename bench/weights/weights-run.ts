// One run of as-rigid-as-possible weights with the times that an artist notices, through a client in a page or in Node.
import type { SolverClient } from "../../workers/client";
import type { WeightReport, WeightsPartial } from "../../workers/model/reports/weight-report";
import type { Segment } from "../../workers/model/skeleton/skeleton";
import type { WeightSettings } from "../../workers/model/weights/weight-settings";

/** A mesh and a skeleton in plain lists, because a page takes plain values only. */
export interface Given {
  positions: number[];
  triangles: number[];
  segments: Segment[];
  settings: WeightSettings;
  /** Vertices under the brush. */
  brushed: number;
}

/** Milliseconds. */
export interface RunFigures {
  /** Time to the first weights that can be iterated. */
  ready: number;
  /** Time to convergence. */
  converged: number;
  iterations: number;
  /** Median time of one iteration. */
  iteration: number;
  /**
   * Time from a brush stroke over all vertices at once to weights on the page, and to weights within 0.01 of the held
   * ones.
   */
  brush: number;
  exact: number;
  /** Largest difference between held and first weights after the brush stroke. */
  off: number;
  /** A stroke of 20 samples at 20 per second: median and longest time from sample to weights. */
  stroke: number;
  longest: number;
  /** A brush stroke where the bone did not act before. */
  outside: number;
  report: WeightReport;
}

/** Uses nothing from this module, so that it can be sent to a page; the client is `globalThis.sinew`. */
export async function run(given: Given): Promise<RunFigures> {
  const { client } = (globalThis as unknown as { sinew: { client: SolverClient } }).sinew;
  const vertices = given.positions.length / 3;
  const none = () => ({
    vertices: new Uint32Array(0),
    bones: new Uint16Array(0),
    values: new Float32Array(0),
  });
  const edits = (held: number[], bone: number, value: number) => ({
    holds: {
      vertices: Uint32Array.from(held),
      bones: new Uint16Array(held.length).fill(bone),
      values: new Float32Array(held.length).fill(value),
    },
    influences: none(),
    attach: none(),
    neumann: none(),
    smooth: none(),
    wires: new Uint32Array(0),
    importance: null,
    droppedExemplars: [],
    addedExemplars: [],
    painted: new Uint32Array(0),
    locked: [],
  });
  const near: Set<number>[] = Array.from({ length: vertices }, () => new Set());
  given.triangles.forEach((v, n) => {
    const [a, b] = [
      given.triangles[n - (n % 3) + ((n + 1) % 3)],
      given.triangles[n - (n % 3) + ((n + 2) % 3)],
    ];
    near[v].add(a).add(b);
  });
  const weightAt = ({ offsets, bones, values }: WeightsPartial["weights"], i: number, j: number) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
    return 0;
  };
  /** The nearest allowed vertices along edges. */
  const grow = (start: number, allowed: (i: number) => boolean) => {
    const found = [start];
    const seen = new Set(found);
    for (let n = 0; n < found.length && found.length < given.brushed; n++) {
      for (const k of near[found[n]]) {
        if (seen.has(k) || !allowed(k) || found.length >= given.brushed) continue;
        seen.add(k);
        found.push(k);
      }
    }
    return found;
  };

  const partials: { at: number; partial: WeightsPartial }[] = [];
  let heard = () => {};
  const next = (asked: (partial: WeightsPartial) => boolean) =>
    new Promise<number>((resolve) => {
      heard = () => {
        const { at, partial } = partials[partials.length - 1];
        if (asked(partial)) resolve(at);
      };
    });
  const begin = performance.now();
  const job = client.weights({
    mesh: {
      positions: Float32Array.from(given.positions),
      triangles: Uint32Array.from(given.triangles),
      tets: null,
      wires: null,
    },
    skeleton: { version: 1, segments: given.segments },
    settings: given.settings,
    edits: edits([], 0, 0),
    from: null,
    stay: true,
  });
  job.result.catch(() => {});
  job.onPartial((partial) => {
    partials.push({ at: performance.now(), partial });
    heard();
  });
  const ready = (await next(() => true)) - begin;
  const converged = (await next(({ idle }) => idle)) - begin;
  const settled = partials[partials.length - 1].partial;
  const seconds = partials.map(({ partial }) => partial.seconds).filter((s) => s > 0);
  const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[(numbers.length - 1) >> 1];

  // A vertex that two bones share, and the vertices of the larger bone around it.
  let [start, bone, nearest] = [0, 0, 2];
  for (let i = 0; i < vertices; i++) {
    for (let e = settled.weights.offsets[i]; e < settled.weights.offsets[i + 1]; e++) {
      const from = Math.abs(settled.weights.values[e] - 0.5);
      if (from < nearest) [start, bone, nearest] = [i, settled.weights.bones[e], from];
    }
  }
  const shared = (w: number) => w > 0.001 && w < 0.999;
  const inside = grow(start, (i) => shared(weightAt(settled.weights, i, bone)));
  const offFrom = (partial: WeightsPartial, held: number[], value: number) =>
    held.reduce((most, i) => Math.max(most, Math.abs(weightAt(partial.weights, i, bone) - value)), 0);

  let asked = performance.now();
  let answer = next(() => true);
  client.adjustWeights({ edits: edits(inside, bone, 0.8) });
  const brush = (await answer) - asked;
  const off = offFrom(partials[partials.length - 1].partial, inside, 0.8);
  const isExact = (partial: WeightsPartial) => offFrom(partial, inside, 0.8) < 0.01;
  const settling = off < 0.01 ? asked + brush : await next((partial) => partial.idle || isExact(partial));
  const exact = isExact(partials[partials.length - 1].partial) ? settling - asked : Number.POSITIVE_INFINITY;
  answer = next(({ idle }) => idle);
  client.adjustWeights({ edits: edits([], 0, 0) });
  await answer;

  const delays: number[] = [];
  for (let sample = 1; sample <= 20; sample++) {
    const held = inside.slice(0, Math.ceil((inside.length * sample) / 20));
    asked = performance.now();
    answer = next((partial) => partial.idle || offFrom(partial, [start], 0.2 + 0.03 * sample) < 0.02);
    client.adjustWeights({ edits: edits(held, bone, 0.2 + 0.03 * sample) });
    delays.push((await answer) - asked);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - (performance.now() - asked))));
  }
  answer = next(({ idle }) => idle);
  client.adjustWeights({ edits: edits([], 0, 0) });
  await answer;

  const far = settled.weights.offsets.findIndex(
    (_, i) => i < vertices && weightAt(settled.weights, i, bone) === 0,
  );
  const outer = grow(far, (i) => weightAt(settled.weights, i, bone) === 0);
  asked = performance.now();
  answer = next((partial) => partial.idle || offFrom(partial, [far], 0.8) < 0.1);
  client.adjustWeights({ edits: edits(outer, bone, 0.8) });
  const outside = (await answer) - asked;
  job.cancel();
  await job.result.catch(() => {});
  return {
    ready,
    converged,
    iterations: settled.iteration,
    iteration: 1000 * middle(seconds),
    brush,
    exact,
    off,
    stroke: middle(delays),
    longest: Math.max(...delays),
    outside,
    report: settled.report!,
  };
}

/** Lines with the times that an artist notices. */
export function say(figures: RunFigures): string[] {
  const ms = (x: number) => `${x.toFixed(0).padStart(6)} ms`;
  return [
    `  ready to iterate          ${ms(figures.ready)}`,
    `  converged                 ${ms(figures.converged)}, ${figures.iterations} iterations`,
    `  an iteration              ${ms(figures.iteration)}`,
    `  a brush shows             ${ms(figures.brush)}, off by ${figures.off.toFixed(3)}; within 0.01 after ${figures.exact.toFixed(0)} ms`,
    `  a stroke's sample shows   ${ms(figures.stroke)}, at most ${figures.longest.toFixed(0)} ms`,
    `  a brush where it did not  ${ms(figures.outside)}`,
  ];
}
