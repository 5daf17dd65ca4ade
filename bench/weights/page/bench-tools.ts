// What the steps of a run share in a page. Functions of this folder are sent to a page, so each uses nothing from its
// module but types.
import type { Job, SolverClient } from "../../../workers/client";
import type { WeightReport, WeightsPartial } from "../../../workers/model/reports/weight-report";
import type { Segment } from "../../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { WeightSettings } from "../../../workers/model/weights/weight-settings";

/** A mesh and a skeleton in plain lists, because a page takes plain values only. */
export interface Given {
  positions: number[];
  triangles: number[];
  segments: Segment[];
  settings: WeightSettings;
  /** Vertices under the brush. */
  brushed: number;
}

type Weights = WeightsPartial["weights"];

export interface BenchTools {
  client: SolverClient;
  /** Edits that hold the weights of a bone at some vertices. */
  holding(vertices: number[], bone: number, value: number): WeightEdits;
  weightAt(weights: Weights, vertex: number, bone: number): number;
  /** As many vertices as the brush covers: the nearest allowed ones along edges. */
  grow(start: number, allowed: (vertex: number) => boolean): number[];
  /** The running optimisation. */
  job: Job<WeightReport | unknown, WeightsPartial> | null;
  /** All weights that came so far. */
  partials: { at: number; partial: WeightsPartial }[];
  /** The time of the next weights that are asked for. */
  next(asked: (partial: WeightsPartial) => boolean): Promise<number>;
  /** Called for each new partial. */
  heard(): void;
}

/** A page with the studio's client, and with these tools once `installTools` has run. */
export interface BenchPage {
  sinew: { client: SolverClient };
  weightsBench: BenchTools;
}

/** Makes the tools. */
export async function installTools(given: Given): Promise<void> {
  const page = globalThis as unknown as BenchPage;
  const near: Set<number>[] = Array.from({ length: given.positions.length / 3 }, () => new Set());
  given.triangles.forEach((v, n) => {
    const first = n - (n % 3);
    near[v].add(given.triangles[first + ((n + 1) % 3)]).add(given.triangles[first + ((n + 2) % 3)]);
  });
  const list = (vertices: number[], bone: number, value: number) => ({
    vertices: Uint32Array.from(vertices),
    bones: new Uint16Array(vertices.length).fill(bone),
    values: new Float32Array(vertices.length).fill(value),
  });
  const none = () => list([], 0, 0);
  const tools: BenchTools = {
    client: page.sinew.client,
    job: null,
    partials: [],
    heard() {},
    next: (asked) =>
      new Promise((resolve) => {
        tools.heard = () => {
          const { at, partial } = tools.partials[tools.partials.length - 1];
          if (asked(partial)) resolve(at);
        };
      }),
    holding: (vertices, bone, value) => ({
      holds: list(vertices, bone, value),
      ...{ influences: none(), attach: none(), neumann: none(), smooth: none() },
      ...{ wires: new Uint32Array(0), importance: null, droppedExemplars: [], addedExemplars: [] },
      ...{ painted: new Uint32Array(0), locked: [] },
    }),
    weightAt({ offsets, bones, values }, i, j) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
      return 0;
    },
    grow(start, allowed) {
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
    },
  };
  page.weightsBench = tools;
}
