/** Compresses the weights of a rig into two layers (Le & Deng 2013), and measures what it costs. */
import { framesOfBones } from "../../deform/shapes/frames-of-bones";
import { adjacencyOf } from "../../geometry/adjacency";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { REDUCE_DEFAULTS } from "../../model/reduce/reduce-settings";
import type {
  CompressInput,
  CompressResult,
  CompressSettings,
  CompressTarget,
} from "../../model/reports/compress-report";
import { errorFigure } from "../../model/reports/figures";
import { type Rig, type TwoLayer, withoutCorrection } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { expandLayers } from "../../model/rig/two-layer";
import type { Task } from "../../model/task";
import { measure, measureBytes } from "../../report/measure";
import { farFromDense } from "../measure/exceptional";
import { checkCompression } from "./check-compression";
import { frameExamples, poseExamples, usualExamples } from "./examples";
import { fitLayers } from "./fit-layers";
import { influenceBytes, layerBytes, mostVirtualBones } from "./layer-bytes";
import {
  type LayerExamples,
  type LayerProblem,
  layerProblem,
  layerProblemBytes,
  leastError,
  totalError,
} from "./layer-problem";
import { layersAsRows } from "./layer-rows";
import { type LayerSizes, Layers } from "./layers";

/** c of our method, unless the artist sets it. */
const USUAL_BONES = 12;
/**
 * If the target is an error, there is at most one virtual bone for this many vertices. With more, the layers would be
 * larger than four influences a vertex.
 */
const VERTICES_PER_BONE = 4;
const WITHOUT_CORRECTION =
  "The correction is left out, because it belongs to the old weights. Solve it again for the compressed rig if you need it.";

/** c, and the most virtual bones. */
export function layerSizes({ rig, settings }: Pick<CompressInput, "rig" | "settings">): LayerSizes {
  const { target, blends, bonesPerVirtual, method } = settings;
  const bones = rig.bones.length;
  const vertices = rig.rest.length / 3;
  const usual = method === "published" ? maxInfluences(rig.weights) + 1 : USUAL_BONES;
  const atomSlots = Math.min(bones, bonesPerVirtual ?? usual);
  const counts = { vertices, bones, virtualBones: 0, entries: 0, blends };
  const asked = {
    "virtual-bones": () => (target.kind === "virtual-bones" ? target.count : 0),
    bytes: () => (target.kind === "bytes" ? mostVirtualBones(target.bytes, counts, 1) : 0),
    error: () => Math.max(64, Math.floor(vertices / VERTICES_PER_BONE)),
  }[target.kind]();
  return { capacity: Math.max(1, Math.min(asked, vertices, 65535)), atomSlots, blends };
}

const settled = (
  input: CompressInput,
): CompressSettings & { examples: NonNullable<CompressSettings["examples"]> } => ({
  ...input.settings,
  examples: input.settings.examples ?? usualExamples(input.sequence, input.rig),
});

/**
 * Makes a rig with the same bones and motion whose weights are the product of two layers. A correction is left out,
 * because it belongs to the old weights.
 * @throws SinewError if the rig or the settings do not fit; CancelledError if the task is cancelled.
 */
export async function compressRig(
  input: CompressInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<CompressResult> {
  const started = performance.now();
  checkCompression(input);
  const settings = settled(input);
  const rig = withoutCorrection(input.rig);
  const sequence = await framesOfBones(input.sequence, rig, task);
  const bones = rig.bones.length;
  const examples =
    settings.examples === "poses" ? poseExamples(sequence, rig, settings.seed) : frameExamples(sequence, rig);
  const isMoving = settings.examples !== "none" || usualExamples(sequence, rig) === "frames";
  const judged = isMoving ? examples : poseExamples(sequence, rig, settings.seed);
  const sizes = layerSizes({ rig, settings });
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const rings = adjacencyOf(triangles, sequence.vertexCount);
  const threads = threadsToReserve(makeParallel);
  const longest = Math.max(maxInfluences(rig.weights), Math.min(bones, sizes.blends * sizes.atomSlots));
  const bytes =
    Math.max(
      layerProblemBytes(examples.sequence, bones, sizes.atomSlots, threads) +
        Layers.bytes(sequence.vertexCount, bones, rings.neighbours.length, sizes, threads),
      measureBytes(judged.sequence, bones, longest, threads),
    ) + 4096;
  const parallel = await makeParallel(bytes);
  try {
    const mark = parallel.arena.mark();
    const fitted = settings.examples === "none" ? null : examples;
    const published = settings.method === "published";
    const problem = await layerProblem(
      parallel,
      fitted,
      rig.weights,
      bones,
      sizes.atomSlots,
      published,
      task,
    );
    await checkReach(parallel, problem, rig.weights, settings.target, sequence.name, task);
    const layers = new Layers(parallel, problem, rings, sizes);
    const reached = await fitLayers(layers, settings, task);
    const twoLayer = layersAsRows(layers);
    parallel.arena.release(mark);
    const compressed: Rig = { ...rig, twoLayer, weights: expandLayers(twoLayer) };
    const figures = await compare(parallel, judged, rig, compressed, task);
    return {
      rig: compressed,
      errorPerVertex: figures.errorPerVertex,
      report: {
        version: 1,
        ...{ method: settings.method, examples: settings.examples },
        measuredOver: judged.sequence === sequence || judged.motion === rig.motion ? "frames" : "poses",
        ...sizesOf(twoLayer, bones, sizes),
        ...figures.report,
        reached,
        notes: input.rig.correction ? [WITHOUT_CORRECTION] : [],
        seconds: (performance.now() - started) / 1000,
      },
    };
  } finally {
    parallel.dispose();
  }
}

/** @throws SinewError if no weights of these bones can have an error as small as the target. */
async function checkReach(
  parallel: Parallel,
  problem: LayerProblem,
  weights: SparseWeights,
  target: CompressTarget,
  name: string,
  task: Task,
): Promise<void> {
  if (target.kind !== "error" || totalError(problem, problem.floors) <= target.error) return;
  const least = await leastError(parallel, problem, weights, task);
  if (least <= target.error) return;
  throw new SinewError({
    title: `${name} cannot be compressed to an error of ${errorFigure(target.error)}`,
    body: `With all of its bones at every vertex, the error is ${errorFigure(least)}. Ask for a larger error, or solve with more bones.`,
  });
}

function sizesOf({ virtual, vertices }: TwoLayer, bones: number, { atomSlots, blends }: LayerSizes) {
  const V = vertices.offsets.length - 1;
  const virtualBones = virtual.offsets.length - 1;
  const entries = virtual.values.length;
  return {
    virtualBones,
    bonesPerVirtual: atomSlots,
    entries,
    blendsPerVertex: (entries + vertices.values.length) / V,
    bytes: layerBytes({ vertices: V, bones, virtualBones, entries, blends }),
    bytesOfFour: influenceBytes(V, bones, 4),
  };
}

/** The figures of the rig before and after. */
async function compare(
  parallel: Parallel,
  { sequence, motion }: LayerExamples,
  before: Rig,
  after: Rig,
  task: Task,
) {
  task.progress({ phase: "Measuring", done: null, detail: "" });
  const dense = await measure(parallel, sequence, { ...before, motion }, task);
  const { errorPerVertex, eRms, normalErrorDegrees } = await measure(
    parallel,
    sequence,
    { ...after, motion },
    task,
  );
  const floor = REDUCE_DEFAULTS.exceptionalShare * restDiagonal(sequence);
  const exceptional = farFromDense(errorPerVertex, dense.errorPerVertex, floor).length;
  return {
    errorPerVertex,
    report: {
      eRmsDense: dense.eRms,
      eRms,
      normalErrorDense: dense.normalErrorDegrees,
      normalErrorDegrees,
      exceptional,
    },
  };
}
