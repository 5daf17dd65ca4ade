/** Cleans up the weights of a rig, at some of its vertices or at all (docs/algorithms/reducing/clean-up.md). */

import { adjacencyOf } from "../../geometry/adjacency";
import { SinewError } from "../../model/errors";
import { CLEAN_UP_AMOUNTS, type CleanUpInput, type CleanUpResult } from "../../model/reduce/clean-up";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import { limited, pruned } from "./fewer";
import { withoutIslands } from "./islands";
import { filled, hammered, smoothed, type WeightsByVertex } from "./neighbourhood";
import { replaced, rowOf, scaledToOne, type WeightRow } from "./rows";

/** @throws SinewError for weights that do not belong to the mesh, or a number out of range */
function check({ kind, amount, weights, boneCount, rest, vertices }: CleanUpInput): void {
  const wrong = (title: string, body: string): never => {
    throw new SinewError({ title, body });
  };
  const V = rest.length / 3;
  if (weights.offsets.length !== V + 1) {
    wrong(
      "These weights cannot be cleaned up",
      `They are for ${howMany(weights.offsets.length - 1, "vertex")}, but the mesh has ${V}.`,
    );
  }
  const stranger = weights.bones.find((bone) => bone >= boneCount);
  if (stranger !== undefined) {
    wrong(
      "These weights cannot be cleaned up",
      `They name bone ${stranger + 1}, but the rig has ${howMany(boneCount, "bone")}.`,
    );
  }
  const missing = vertices?.find((i) => i >= V);
  if (missing !== undefined) {
    wrong(`Vertex ${missing + 1} does not exist`, `The mesh has the vertices 1 to ${V}.`);
  }
  const limits = CLEAN_UP_AMOUNTS[kind];
  if (!limits) return;
  const { label, least, most, isWhole } = limits;
  if (!(amount >= least && amount <= most && (!isWhole || Number.isInteger(amount)))) {
    wrong(
      `${label} ${amount} cannot be used`,
      `Give a ${isWhole ? "whole number" : "number"} from ${least} to ${most}.`,
    );
  }
}

async function newRows(input: CleanUpInput, rows: WeightsByVertex): Promise<Map<number, WeightRow>> {
  const { kind, amount, rest, triangles, boneCount, locked } = input;
  const each = (make: (row: WeightRow) => WeightRow | null) => {
    const found = new Map<number, WeightRow>();
    for (const i of rows.vertices) {
      const row = make(rows.rows[i]);
      if (row) found.set(i, row);
    }
    return found;
  };
  switch (kind) {
    case "normalise":
      return each((row) => scaledToOne(row, locked));
    case "limit":
      return each((row) => limited(row, amount, locked));
    case "prune":
      return each((row) => pruned(row, amount, locked));
    case "smooth":
      return smoothed(rows, amount);
    case "fill":
      return filled(rows, rest);
    case "islands":
      return withoutIslands(rows, triangles, rest, boneCount, amount);
    case "hammer":
      return hammered(rows, amount);
  }
}

/**
 * Cleans up weights. Values that are not positive numbers are treated as 0. Weights of locked bones stay.
 * @throws SinewError for input that does not fit; CancelledError
 */
export async function cleanUpWeights(input: CleanUpInput, task: Task): Promise<CleanUpResult> {
  check(input);
  const { weights, triangles, locked, vertices } = input;
  const V = weights.offsets.length - 1;
  const rows: WeightsByVertex = {
    rows: Array.from({ length: V }, (_, i) => rowOf(weights, i)),
    mesh: adjacencyOf(triangles, V),
    locked,
    vertices: vertices ?? Uint32Array.from({ length: V }, (_, i) => i),
    task,
  };
  return replaced(weights, await newRows(input, rows));
}
