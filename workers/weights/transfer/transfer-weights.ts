import { placed } from "../../geometry/placing";
import { isMatched, type SurfaceMatches } from "../../geometry/surface/surface-matches";
import type { MakeParallel } from "../../kernels/parallel";
import { connectedComponents } from "../../mesh/components";
import { SinewError } from "../../model/errors";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import {
  TRANSFER_KINDS,
  type TransferInput,
  type TransferReport,
  type TransferResult,
} from "../../model/weights/transfer";
import { inpaintWeights } from "./inpaint-weights";
import { insideMeans } from "./inside-means";
import { anyMatches, trustedMatches, type WeldedMesh, weldedMesh } from "./match-source";

/** A match is used only if bones with a partner have at least this share of its weight. */
const LEAST_SHARE = 0.5;

/** The weights at a match, by the bones of the target. They do not sum to 1 yet. */
type Row = Map<number, number>;

/**
 * Transfers weights to another mesh (Abdrashitov et al. 2023). Vertices with a match that is near enough and faces the
 * same way take its weights. The weights of the others continue those of their neighbours.
 * @throws SinewError if the input does not fit together. CancelledError if the task is cancelled.
 */
export async function transferWeights(
  input: TransferInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<TransferResult> {
  check(input);
  const { settings, boneCount } = input;
  const source = weldedMesh(input.source, placedPositions(input));
  const target = weldedMesh(input.target, input.target.rest);
  const within = settings.distance * (diagonalOfBox(boundsOf(target.positions)) || 1);
  const matches = await trustedMatches({ source, target, within, settings }, input, task);
  const rows = rowsAt(matches, input);
  if (settings.by === "volume") await takeInside(rows, source, target, input, task);
  const kinds = Uint8Array.from(rows, (row) => (row ? TRANSFER_KINDS.matched : TRANSFER_KINDS.inpainted));
  await fillLoneParts(rows, kinds, source, target, input, task);
  const builder = new WeightBuilder();
  for (const row of rows) {
    if (row) builder.addScaledRow(row);
    else builder.endRow();
  }
  const unknown = Uint32Array.from([...kinds.keys()].filter((i) => kinds[i] === TRANSFER_KINDS.inpainted));
  const weights = await inpaintWeights(
    { rest: target.positions, triangles: target.triangles, weights: builder.weights(), boneCount, unknown },
    makeParallel,
    task,
  );
  return { weights, kinds, report: reported(input, kinds, matches) };
}

function refuse(body: string): never {
  throw new SinewError({ title: "The weights cannot be transferred", body });
}

function check({ source, target, bones, boneCount, settings }: TransferInput): void {
  const { weights } = source;
  const V = source.rest.length / 3;
  if (weights.offsets.length !== V + 1)
    refuse(
      `The source has weights for ${howMany(weights.offsets.length - 1, "vertex")}, but its mesh has ${V}.`,
    );
  if (source.triangles.length === 0 || target.triangles.length === 0) refuse("A mesh has no faces.");
  if (weights.bones.some((j) => j >= bones.length))
    refuse("The source has weights for a bone that it lacks.");
  if (bones.some((j) => j >= boneCount)) refuse("A bone is mapped to one that the target lacks.");
  if (bones.every((j) => j < 0)) refuse("No bone of the source has a partner. Pair at least one by hand.");
  if (!(settings.distance > 0 && settings.angle >= 0 && settings.angle <= 180))
    refuse("The distance must be above 0, and the angle from 0° to 180°.");
  if (settings.by === "uv" && !(source.uvs && target.uvs))
    refuse("One of the two meshes has no UVs. Transfer by the surface instead.");
}

function placedPositions({ source: { rest }, placement }: TransferInput): Float32Array {
  const out = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) out.set(placed(placement, rest.subarray(i, i + 3)), i);
  return out;
}

/** The weights at each match; null without a match, or if less than `least` of them is on bones with a partner. */
function rowsAt(matches: SurfaceMatches, input: TransferInput, least = LEAST_SHARE): (Row | null)[] {
  return Array.from(matches.distances, (_, i) => {
    if (!isMatched(matches, i)) return null;
    return rowOf(
      [0, 1, 2].map((c) => [matches.corners[3 * i + c], matches.shares[3 * i + c]]),
      input,
      least,
    );
  });
}

function rowOf(
  shares: Iterable<readonly number[]>,
  { source, bones }: TransferInput,
  least = LEAST_SHARE,
): Row | null {
  const { offsets, bones: own, values } = source.weights;
  const row: Row = new Map();
  let kept = 0;
  for (const [l, share] of shares) {
    if (share === 0) continue;
    for (let e = offsets[l]; e < offsets[l + 1]; e++) {
      const j = bones[own[e]];
      if (j < 0) continue;
      row.set(j, (row.get(j) ?? 0) + share * values[e]);
      kept += share * values[e];
    }
  }
  if (kept < least) return null;
  for (const [j, w] of row) if (!(w > 0)) row.delete(j);
  return row;
}

/** Gives each vertex inside the source a mean over the source's whole surface. */
async function takeInside(
  rows: (Row | null)[],
  source: WeldedMesh,
  target: WeldedMesh,
  input: TransferInput,
  task: Task,
): Promise<void> {
  await insideMeans(source, target.positions, task, (i, shares) => {
    rows[i] = rowOf(shares, input) ?? rows[i];
  });
}

/**
 * Gives the vertices of parts without any trusted match the weights at their closest points. Looks only at triangles
 * whose weights can be used, so that no part stays without weights.
 * @throws SinewError if the source has no such triangle.
 */
async function fillLoneParts(
  rows: (Row | null)[],
  kinds: Uint8Array,
  source: WeldedMesh,
  target: WeldedMesh,
  input: TransferInput,
  task: Task,
): Promise<void> {
  const { label, count } = connectedComponents(rows.length, target.triangles);
  const hasMatch = new Uint8Array(count);
  for (const [i, row] of rows.entries()) if (row) hasMatch[label[i]] = 1;
  if (hasMatch.every(Boolean)) return;
  const usable = Uint8Array.from({ length: source.positions.length / 3 }, (_, l) =>
    Number(rowOf([[l, 1]], input) !== null),
  );
  const accepts = (t: number) => [0, 1, 2].every((c) => usable[source.triangles[3 * t + c]]);
  const matches = await anyMatches({ source, target }, (i) => !hasMatch[label[i]], accepts, task);
  const found = rowsAt(matches, input, 0);
  for (let i = 0; i < rows.length; i++) {
    if (hasMatch[label[i]]) continue;
    if (!found[i]) refuse("Most weights of the source are on bones without a partner. Pair more bones.");
    rows[i] = found[i];
    kinds[i] = TRANSFER_KINDS.nearest;
  }
}

function reported(
  { settings }: TransferInput,
  kinds: Uint8Array,
  { distances }: SurfaceMatches,
): TransferReport {
  const count = (kind: number) => kinds.reduce((sum, one) => sum + Number(one === kind), 0);
  const trusted = distances.filter((away) => away < Infinity);
  return {
    by: settings.by,
    vertices: kinds.length,
    matched: count(TRANSFER_KINDS.matched),
    inpainted: count(TRANSFER_KINDS.inpainted),
    nearest: count(TRANSFER_KINDS.nearest),
    meanDistance: trusted.reduce((sum, away) => sum + away, 0) / Math.max(1, trusted.length),
    largestDistance: trusted.reduce((most, away) => Math.max(most, away), 0),
  };
}
