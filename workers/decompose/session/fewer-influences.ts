import type { Blend } from "../methods/method";

type Weights = Pick<Blend, "ids" | "values">;

/** Weights of V vertices with at most `most` influences each: the largest ones, scaled to the sum 1. */
export function largestInfluences({ ids, values }: Weights, vertices: number, most: number): Weights {
  const had = ids.length / vertices;
  const slots = Math.min(had, most);
  const out = { ids: new Int32Array(vertices * slots).fill(-1), values: new Float64Array(vertices * slots) };
  for (let i = 0; i < vertices; i++) {
    const row = Array.from({ length: had }, (_, s) => i * had + s).filter((e) => ids[e] >= 0);
    row.sort((a, b) => values[b] - values[a] || ids[a] - ids[b]);
    const kept = row.slice(0, slots).filter((e) => values[e] > 0);
    const sum = kept.reduce((total, e) => total + values[e], 0);
    kept.forEach((e, s) => {
      out.ids[i * slots + s] = ids[e];
      out.values[i * slots + s] = values[e] / sum;
    });
  }
  return out;
}
