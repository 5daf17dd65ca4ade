// The steps of a run. Each is sent to a page on its own, after `installTools`, and uses nothing from this module.
import type { WeightReport } from "../../../workers/model/reports/weight-report";
import type { BenchPage, BenchTools, Given } from "./bench-tools";

/** How an optimisation began. Times are in milliseconds. */
export interface Optimised {
  /** Time to the first weights that can be iterated. */
  ready: number;
  /** Time to convergence. */
  converged: number;
  iterations: number;
  /** Median time of one iteration. */
  iteration: number;
  report: WeightReport;
}

/** Optimises the weights until they converge. The optimisation stays. */
export async function optimise(given: Given): Promise<Optimised> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  const begin = performance.now();
  const job = tools.client.weights({
    mesh: {
      positions: Float32Array.from(given.positions),
      triangles: Uint32Array.from(given.triangles),
      ...{ tets: null, wires: null },
    },
    skeleton: { version: 1, segments: given.segments },
    settings: given.settings,
    edits: tools.holding([], 0, 0),
    from: null,
    stay: true,
  });
  tools.job = job;
  job.result.catch(() => {});
  job.onPartial((partial) => {
    tools.partials.push({ at: performance.now(), partial });
    tools.heard();
  });
  const ready = (await tools.next(() => true)) - begin;
  const converged = (await tools.next(({ idle }) => idle)) - begin;
  const { partial: settled } = tools.partials[tools.partials.length - 1];
  const seconds = tools.partials.map(({ partial }) => partial.seconds).filter((s) => s > 0);
  const middle = seconds.sort((a, b) => a - b)[(seconds.length - 1) >> 1];
  const { iteration: iterations, report } = settled;
  return { ready, converged, iterations, iteration: 1000 * middle, report: report! };
}

/** A place for the brush. */
export interface BrushPlace {
  bone: number;
  /** Its first vertex. */
  start: number;
  vertices: number[];
}

/** The places to paint: where two bones share vertices, and where the larger one of them does not act. */
export async function brushPlaces(): Promise<{ inside: BrushPlace; outside: BrushPlace }> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  const { weights } = tools.partials[tools.partials.length - 1].partial;
  const { offsets, bones, values } = weights;
  const vertices = offsets.length - 1;
  let [start, bone, nearest] = [0, 0, 2];
  for (let i = 0; i < vertices; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const from = Math.abs(values[e] - 0.5);
      if (from < nearest) [start, bone, nearest] = [i, bones[e], from];
    }
  }
  const at = (i: number) => tools.weightAt(weights, i, bone);
  const far = offsets.findIndex((_, i) => i < vertices && at(i) === 0);
  return {
    inside: { bone, start, vertices: tools.grow(start, (i) => at(i) > 0.001 && at(i) < 0.999) },
    outside: { bone, start: far, vertices: tools.grow(far, (i) => at(i) === 0) },
  };
}

/** Paints a whole place at once. @returns times in milliseconds, and how far the first weights were off. */
export async function brushAtOnce({
  bone,
  vertices,
}: BrushPlace): Promise<{ brush: number; exact: number; off: number }> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  type Partial = BenchTools["partials"][number]["partial"];
  const offOf = ({ weights }: Partial) =>
    vertices.reduce((most, i) => Math.max(most, Math.abs(tools.weightAt(weights, i, bone) - 0.8)), 0);
  const offNow = () => offOf(tools.partials[tools.partials.length - 1].partial);
  const asked = performance.now();
  const answer = tools.next(() => true);
  tools.client.adjustWeights({ edits: tools.holding(vertices, bone, 0.8) });
  const brush = (await answer) - asked;
  const off = offNow();
  const settled =
    off < 0.01 ? asked + brush : await tools.next((partial) => partial.idle || offOf(partial) < 0.01);
  return { brush, exact: offNow() < 0.01 ? settled - asked : Number.POSITIVE_INFINITY, off };
}

/** Takes all edits back, and waits for the weights without them. */
export async function takeBack(): Promise<void> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  const answer = tools.next(({ idle }) => idle);
  tools.client.adjustWeights({ edits: tools.holding([], 0, 0) });
  await answer;
}

/** Paints a place in 20 samples at 20 per second. @returns the time from each sample to its weights. */
export async function strokeSlowly({ bone, start, vertices }: BrushPlace): Promise<number[]> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  const delays: number[] = [];
  for (let sample = 1; sample <= 20; sample++) {
    const value = 0.2 + 0.03 * sample;
    const held = vertices.slice(0, Math.ceil((vertices.length * sample) / 20));
    const asked = performance.now();
    const answer = tools.next(
      ({ idle, weights }) => idle || Math.abs(tools.weightAt(weights, start, bone) - value) < 0.02,
    );
    tools.client.adjustWeights({ edits: tools.holding(held, bone, value) });
    delays.push((await answer) - asked);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - (performance.now() - asked))));
  }
  return delays;
}

/** Paints where the bone did not act. @returns the time until the weights begin to follow. */
export async function brushOutside({ bone, start, vertices }: BrushPlace): Promise<number> {
  const { weightsBench: tools } = globalThis as unknown as BenchPage;
  const asked = performance.now();
  const answer = tools.next(
    ({ idle, weights }) => idle || Math.abs(tools.weightAt(weights, start, bone) - 0.8) < 0.1,
  );
  tools.client.adjustWeights({ edits: tools.holding(vertices, bone, 0.8) });
  return (await answer) - asked;
}

/** Ends the optimisation. */
export async function endWeights(): Promise<void> {
  const { job } = (globalThis as unknown as BenchPage).weightsBench;
  job?.cancel();
  await job?.result.catch(() => {});
}
