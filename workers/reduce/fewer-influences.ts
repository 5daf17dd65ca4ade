import { SinewError } from "../model/errors";
import { frameOf } from "../model/mesh/mesh-sequence";
import { type AnySequence, isStreamed } from "../model/mesh/streamed-sequence";
import { correctedVertex } from "../model/rig/corrected-rest";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { candidatesFor, keepLargest, refitRow } from "./refit-weights";
import { residualGram } from "./residual-gram";

/** Weights for a file: a fixed number of slots per vertex, largest first, f32 rows that sum to 1. */
export interface SlotWeights {
  /** The number of weights of each vertex in the file, a multiple of 4, because glTF stores them in fours. */
  slots: number;
  /** V · slots. An empty slot has joint 0 and weight 0. */
  joints: Uint16Array;
  weights: Float32Array;
  /** The number of vertices that lost influences. */
  verticesReduced: number;
}

interface FitInput {
  sequence: AnySequence;
  rig: Rig;
  /** The frames of the sequence that are in the file, and the file's bone matrices in each, 12B numbers. */
  frames: ArrayLike<number>;
  motion: Float64Array[];
}

/** Rounds a row to f32. The largest number absorbs the rounding, so the sum stays 1. */
export function roundRow(row: Float64Array): Float32Array {
  let sum = 0;
  for (let a = 0; a < row.length; a++) sum += row[a];
  const rounded = new Float32Array(row.length);
  for (let a = 0; a < row.length; a++) rounded[a] = row[a] / sum;
  let largest = 0;
  let others = 0;
  for (let a = 0; a < rounded.length; a++) if (rounded[a] > rounded[largest]) largest = a;
  for (let a = 0; a < rounded.length; a++) if (a !== largest) others += rounded[a];
  rounded[largest] = 1 - others;
  return rounded;
}

const tooLargeToFit = (name: string, most: number) =>
  new SinewError({
    title: `${name} is too large for its weights to be fitted again`,
    body: `The file holds bones that turn and ${most} influences for each vertex, and fitting weights to that needs all frames in memory. Solve with rigid bones and at most ${most} influences, or write a .json.`,
  });

/**
 * @param most the most influences of a vertex
 * @param refitAll fit every row again, because the bones differ from the rig's
 */
export async function fewerInfluences(
  input: FitInput,
  most: number,
  refitAll: boolean,
  task: Task,
): Promise<SlotWeights> {
  const { offsets, bones, values } = input.rig.weights;
  const V = input.sequence.vertexCount;
  const { sequence } = input;
  const targets = isStreamed(sequence) ? [] : Array.from(input.frames, (k) => frameOf(sequence, k));
  const posed = { rest: input.rig.rest, motion: input.motion, targets };
  let longest = 1;
  for (let i = 0; i < V; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
  const slots = 4 * Math.ceil(Math.min(longest, most) / 4);
  const out: SlotWeights = {
    slots,
    joints: new Uint16Array(V * slots),
    weights: new Float32Array(V * slots),
    verticesReduced: 0,
  };
  for (let i = 0; i < V; i++) {
    if (i % 512 === 0) {
      task.progress({ phase: "Fitting weights", done: i / V, detail: "" });
      await task.checkpoint();
    }
    const entries: { bone: number; value: number }[] = [];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (values[e] > 0) entries.push({ bone: bones[e], value: values[e] });
    }
    if (entries.length === 0) entries.push({ bone: 0, value: 1 });
    entries.sort((a, b) => b.value - a.value || a.bone - b.bone);
    const reduced = entries.length > most;
    if (reduced) out.verticesReduced++;
    if (reduced) entries.length = Math.min(entries.length, candidatesFor(most));
    const support = entries.map((entry) => entry.bone);
    let row = keepLargest(
      Float64Array.from(entries, (entry) => entry.value),
      entries.length,
    );
    if (reduced || refitAll) {
      if (isStreamed(sequence)) throw tooLargeToFit(sequence.name, most);
      const places = input.rig.correction ? correctedVertex(input.rig, i, input.frames) : null;
      row = refitRow(residualGram(posed, i, support, places), support.length, row, most);
    }
    const rounded = roundRow(row);
    const order = [...rounded.keys()].filter((a) => rounded[a] > 0);
    order.sort((a, b) => rounded[b] - rounded[a] || support[a] - support[b]);
    for (const [slot, a] of order.entries()) {
      out.joints[slots * i + slot] = support[a];
      out.weights[slots * i + slot] = rounded[a];
    }
  }
  return out;
}
