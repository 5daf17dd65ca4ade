/**
 * As-rigid-as-possible weights (Thiery & Eisemann 2018) are reduced best by their own solver. It runs again on the
 * reduced supports and starts from the reduced weights, instead of imitating the dense ones.
 */
import type { MakeParallel } from "../kernels/parallel";
import type { ResolveArapInput, ResolveArapResult } from "../model/reduce/reduce-report";
import { maxInfluences, type SparseWeights } from "../model/rig/sparse-weights";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { Task } from "../model/task";
import type { WeightEdits } from "../model/weights/weight-edits";
import { unseenPoses } from "../weights/binding/exemplar-set";
import { findWeights } from "../weights/binding/find-weights";
import { EditMailbox } from "../weights/binding/input/edit-mailbox";
import { strainOverPoses } from "../weights/binding/measure/measure-weights";
import { kLargest } from "./methods/k-largest";

/** Poses that measure strain have other seeds than poses that weights are found in. */
const JUDGING_SEED = 104729;

/**
 * Solves again where every bone of the rig is a segment of the skeleton, and keeps the weights with less strain in
 * poses that neither has seen.
 * @throws SinewError if the mesh cannot be bound; CancelledError
 */
export async function resolveArap(
  { mesh, skeleton, settings, edits, rig }: ResolveArapInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ResolveArapResult> {
  const segments = rig.bones.map(({ name }) => skeleton.segments.findIndex((own) => own.name === name));
  const unseen = unseenPoses(skeleton, settings.seed + JUDGING_SEED);
  const strain = (weights: SparseWeights) =>
    strainOverPoses(mesh, skeleton, weights, unseen, makeParallel, task);
  if (segments.includes(-1)) return { rig, strainBefore: null, strainAfter: null, isBetter: false };
  const reduced = renumbered(rig.weights, segments);
  const strainBefore = await strain(reduced);
  const most = maxInfluences(rig.weights);
  // There are no edits while this runs.
  const mailbox = new EditMailbox(() => {});
  const input = {
    mesh,
    skeleton,
    settings: { ...settings, method: "arap" as const, influences: 0 },
    edits: { ...edits, influences: onlySupports(reduced, skeleton) },
    from: reduced,
    stay: false,
  };
  const found = await findWeights(input, makeParallel, mailbox, task, () => {});
  const weights = kLargest(found.weights, most);
  const strainAfter = await strain(weights);
  const isBetter = strainAfter < strainBefore;
  return {
    rig: isBetter ? { ...rig, weights: renumbered(weights, inverse(segments)) } : rig,
    strainBefore,
    strainAfter,
    isBetter,
  };
}

/** Lets each bone act only where it has weight. */
function onlySupports({ offsets, bones }: SparseWeights, { segments }: Skeleton): WeightEdits["influences"] {
  const V = offsets.length - 1;
  const B = segments.length;
  const values = new Float32Array(V * B);
  for (let i = 0; i < V; i++) for (let e = offsets[i]; e < offsets[i + 1]; e++) values[i * B + bones[e]] = 1;
  return {
    vertices: Uint32Array.from(values, (_, n) => Math.floor(n / B)),
    bones: Uint16Array.from(values, (_, n) => n % B),
    values,
  };
}

function inverse(numbers: readonly number[]): number[] {
  const out: number[] = [];
  numbers.forEach((to, from) => {
    out[to] = from;
  });
  return out;
}

/** The same rows with other numbers of bones, ascending. */
function renumbered({ offsets, bones, values }: SparseWeights, numbers: readonly number[]): SparseWeights {
  const out = { version: 1 as const, offsets, bones: bones.slice(), values: values.slice() };
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Array.from(bones.subarray(offsets[i], offsets[i + 1]), (bone, n): [number, number] => [
      numbers[bone],
      values[offsets[i] + n],
    ]).sort((a, b) => a[0] - b[0]);
    row.forEach(([bone, value], n) => {
      out.bones[offsets[i] + n] = bone;
      out.values[offsets[i] + n] = value;
    });
  }
  return out;
}
