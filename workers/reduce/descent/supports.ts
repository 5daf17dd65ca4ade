/** Supports and weights of vertices: into the arrays of a reduction, and out of them. */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import { roundRow } from "../fewer-influences";
import type { JobArrays, JobSize } from "./job-arrays";

const NO_BONE = 0xffff;
export const NO_PLACE = 0xff;

type Supports = Pick<JobArrays, "list" | "slots" | "values">;

/** Makes all candidates the supports, with equal weights or with their dense weights. */
export function placeSupports(
  { list, slots, values }: Supports,
  { vertices, bones, candidates: C, influences: k }: JobSize,
  source: SparseWeights | null,
): void {
  const dense = new Float64Array(bones);
  for (let i = 0; i < vertices; i++) {
    if (source) rowInto(source, i, dense);
    for (let n = 0; n < k; n++) {
      const bone = n < C ? list[i * C + n] : NO_BONE;
      slots[i * k + n] = bone === NO_BONE ? NO_PLACE : n;
      values[i * k + n] = bone === NO_BONE ? 0 : source ? dense[bone] : 1;
    }
    if (source) clearRow(source, i, dense);
  }
}

/** The weights in f32: rows in the order of bones, with the sum 1. */
export function weightsOfSupports(
  { list, slots, values }: Supports,
  { vertices, candidates: C, influences: k }: JobSize,
): SparseWeights {
  const rows = new WeightBuilder();
  const row = new Float64Array(k);
  for (let i = 0; i < vertices; i++) {
    const places: number[] = [];
    for (let n = i * k; n < (i + 1) * k; n++) if (slots[n] !== NO_PLACE && values[n] > 0) places.push(n);
    const boneAt = (n: number) => list[i * C + slots[n]];
    places.sort((a, b) => boneAt(a) - boneAt(b));
    places.forEach((n, at) => {
      row[at] = values[n];
    });
    const rounded = roundRow(row.subarray(0, places.length));
    places.forEach((n, at) => {
      if (rounded[at] > 0) rows.add(boneAt(n), rounded[at]);
    });
    rows.endRow();
  }
  return rows.weights();
}

function rowInto({ offsets, bones, values }: SparseWeights, i: number, dense: Float64Array): void {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) dense[bones[e]] += values[e];
}

function clearRow({ offsets, bones }: SparseWeights, i: number, dense: Float64Array): void {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) dense[bones[e]] = 0;
}
