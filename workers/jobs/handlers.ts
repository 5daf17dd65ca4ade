import { correctRig } from "../correct/correct-rig";
import { decompose } from "../decompose/decompose";
import { editBones } from "../decompose/edit/edit-bones";
import type { DecomposeTask } from "../decompose/input/decompose-input";
import { estimateLocality } from "../decompose/locality/estimate-locality";
import { localiseRig } from "../decompose/locality/localise-rig";
import { SurfaceCache } from "../decompose/locality/rest-surface";
import { solvePath } from "../decompose/path/solve-path";
import { QuickFits } from "../decompose/quick/quick-fits";
import { decomposeStreamed } from "../decompose/streamed/decompose-streamed";
import { bakeDeformer } from "../deform/bake/bake";
import { deformWithReport } from "../deform/deform-report";
import { DirectCache } from "../deform/direct/direct-cache";
import { prepareCentres, prepareDirect, prepareStrengths } from "../deform/prepare";
import { exportFile, exportSize } from "../formats/export-file";
import { exportFrames } from "../formats/frames/export-frames";
import { readCage } from "../formats/obj/read-cage";
import { writeObj } from "../formats/obj/write-obj";
import { writeProject } from "../formats/project/write";
import { exportDirect } from "../formats/rig-json/direct-export";
import { rigToJson } from "../formats/rig-json/rig-json";
import { exportTwoLayer } from "../formats/rig-json/two-layer-export";
import { exportWithin } from "../formats/size/fit-size";
import { readSkeletons } from "../formats/skeletons/read";
import { writeBvh } from "../formats/skeletons/write/bvh";
import { writeTgf } from "../formats/skeletons/write/tgf";
import { packFiles } from "../formats/zip/pack-files";
import type { MakeParallel } from "../kernels/parallel";
import { skeletonOfRig } from "../model/skeleton/skeleton-of-rig";
import type { Task } from "../model/task";
import { bindCage } from "../reduce/cages/bind-cage";
import { makeCage } from "../reduce/cages/make-cage";
import { reduceCage } from "../reduce/cages/reduce-cage";
import { cleanUpWeights } from "../reduce/clean-up/clean-up";
import { oneMoreInfluence } from "../reduce/one-more";
import { reduceInfluences } from "../reduce/reduce";
import { compressRig } from "../reduce/two-layer/compress";
import { measureRig } from "../report/measure-rig";
import { extractSkeleton } from "../skeleton/extract";
import { alignSkeleton } from "../skeleton/fit/align/align";
import { fitSkeleton } from "../skeleton/fit/fit";
import { removeHelper } from "../skeleton/fit/helpers/remove-helper";
import { startRig } from "../skeleton/fit/start-rig";
import { skeletonLevels } from "../skeleton/levels/levels";
import { resolveSkeleton } from "../skeleton/resolve/resolve";
import { pullJoints } from "../skeleton/strict/pull-joints";
import { measureGiven } from "../weights/binding/measure/measure-given";
import { strainOfPoses } from "../weights/binding/measure/measure-weights";
import { optimiseJoints } from "../weights/joints/optimise-joints";
import { inpaintWeights } from "../weights/transfer/inpaint-weights";
import { transferWeights } from "../weights/transfer/transfer-weights";
import type { InputOf, JobKind, OutputOf, PartialOf, PoolKind } from "./jobs";
import { OpenSources, projectIn, readable, readRig } from "./open-sources";
import { createWeightsJobs } from "./weights-jobs";
import { withPartial } from "./with-partial";

/** The tools of a handler. */
type Tools<K extends JobKind> = {
  task: Task;
  /**
   * Jobs in which every partial result matters wait for the returned promise, because otherwise the page may get the
   * end first.
   */
  show(this: void, partial: PartialOf<K>): void | Promise<void>;
  /** Whether the caller looks at partial results. */
  isWatched: boolean;
} & (K extends PoolKind ? { makeParallel: MakeParallel } : unknown);

type Handler<K extends JobKind> = (input: InputOf<K>, tools: Tools<K>) => Promise<OutputOf<K>>;

/** The handler of each job in the list. */
export type Handlers = { readonly [K in JobKind]: Handler<K> };

/** Shortest time between two partial rigs, in milliseconds: each is megabytes that the page has to receive. */
const PARTIAL_EVERY = 150;
/** The most that making partial rigs may take, as a share of the time between them. */
const PARTIAL_SHARE = 0.05;

/** Shows partial rigs sparingly, and makes none if nobody looks at them. */
function sparing({ show, isWatched }: Tools<"decompose">): DecomposeTask["partial"] {
  if (!isWatched) return () => {};
  let next = -Infinity;
  return (rig, snapshot) => {
    const began = performance.now();
    if (began < next) return;
    show({ rig: rig(), snapshot });
    next = began + Math.max(PARTIAL_EVERY, (performance.now() - began) / PARTIAL_SHARE);
  };
}

/**
 * Handlers and the state that they keep between jobs: opened files, factors, the last surface, the problem of quick
 * fits, and the weights of a running optimisation.
 */
export function createHandlers(): Handlers {
  const sources = new OpenSources();
  const direct = new DirectCache();
  const surfaces = new SurfaceCache();
  const quickFits = new QuickFits();
  const weights = createWeightsJobs();
  return {
    inspect: ({ files }, { task }) => sources.inspect(files, task),
    read: ({ source, choice }, { task }) => sources.read(source, choice, task),
    openStream: ({ source, choice, id }, { task }) => sources.open(source, choice, id, task),
    streamedFrame: ({ id, frame }) => sources.frame(id, frame),
    closeStream: async ({ id }) => sources.close(id),
    async decomposeStream(input, tools) {
      const { task, makeParallel } = tools;
      const sequence = await sources.streamed(input.sequence, task);
      const anew = { ...input, sequence, from: null, locks: null };
      return decomposeStreamed(anew, makeParallel, withPartial(task, sparing(tools)));
    },
    decompose: (input, tools) =>
      decompose(input, tools.makeParallel, withPartial(tools.task, sparing(tools))),
    trial(input, { task, makeParallel }) {
      const anew = { ...input, from: null, locks: null };
      return decompose(
        anew,
        makeParallel,
        withPartial(task, () => {}),
      );
    },
    estimateLocality: (input, { task }) => estimateLocality(input, surfaces, task),
    localise: (input, { task, makeParallel }) =>
      localiseRig(
        input,
        makeParallel,
        withPartial(task, () => {}),
      ),
    quickFit: (input, { task, makeParallel }) => quickFits.fit(input, makeParallel, task),
    solvePath: (input, { task, show, makeParallel }) =>
      solvePath(input, (input.oneThread && makeParallel.single) || makeParallel, withPartial(task, show)),
    editBones: (input, { task, makeParallel }) => editBones(input, makeParallel, task),
    fitCorrection: (input, { task, makeParallel }) => correctRig(input, makeParallel, task),
    prepareDirect: ({ source, settings }, { task, makeParallel }) =>
      prepareDirect(source, settings, makeParallel, task, direct),
    prepareStrengths: async ({ source, settings }) => prepareStrengths(source, settings),
    prepareCentres: ({ source }, { task, makeParallel }) => prepareCentres(source, makeParallel, task),
    deformFrames: (input, { task, show, makeParallel }) =>
      deformWithReport(input, makeParallel, task, show, direct),
    exportFrames: (input, { task, show, makeParallel }) =>
      exportFrames(input, makeParallel, task, show, direct),
    bakeDeformer: (input, { task, makeParallel }) => bakeDeformer(input, makeParallel, task, direct),
    exportDirect: async (input) => exportDirect(input),
    exportTwoLayer: async (input) => exportTwoLayer(input),
    exportFile: async ({ sequence, rig, options }, { task, makeParallel }) =>
      exportFile(await sources.whole(sequence, task), rig, options, task, makeParallel),
    exportWithin: ({ sequence, rig, options, most }, { task, makeParallel }) =>
      exportWithin(sequence, rig, options, most, makeParallel, task),
    exportSize: async ({ sequence, rig, options }, { task, makeParallel }) =>
      exportSize(await sources.whole(sequence, task), rig, options, task, makeParallel),
    exportFigures: async ({ sequence, rig, options }, { task, makeParallel }) => {
      const whole = await sources.whole(sequence, task);
      const { bytes, eRmsInFile } = await exportFile(whole, rig, options, task, makeParallel);
      return { bytes: bytes.length, eRms: eRmsInFile };
    },
    packFiles: async ({ name, file }) => packFiles(name, file),
    exportObj: async ({ sequence, positions }) => writeObj(sequence, positions),
    exportRigJson: async ({ sequence, rig, report }) =>
      new TextEncoder().encode(rigToJson(sequence, rig, report)),
    exportBvh: ({ sequence, rig, options }, { task }) => writeBvh(sequence, rig, options, task),
    exportTgf: async ({ sequence, rig, options }) => writeTgf(sequence, skeletonOfRig(rig), options),
    skeletonLevels: ({ sequence, rig, counts, motion }, { task, makeParallel }) =>
      skeletonLevels(sequence, rig, counts, makeParallel, task, motion),
    saveProject: async (project) => writeProject(project),
    readSkeletons: ({ files }, { task }) => readSkeletons(files.map(readable), task),
    weights: (input, { task, show, makeParallel }) => weights.weights(input, makeParallel, task, show),
    adjustWeights: (input) => weights.adjustWeights(input),
    optimiseJoints: (input, { task, show, makeParallel }) => optimiseJoints(input, makeParallel, task, show),
    readProject: ({ file }) => projectIn(readable(file)),
    readRig: ({ files }, { task }) => readRig(files.map(readable), task),
    transferWeights: (input, { task, makeParallel }) => transferWeights(input, makeParallel, task),
    inpaintWeights: (input, { task, makeParallel }) => inpaintWeights(input, makeParallel, task),
    measureWeights: async (input, { task, makeParallel }) =>
      (await measureGiven(input, makeParallel, task)).report,
    strainOfPoses: (input, { task, makeParallel }) => strainOfPoses(input, makeParallel, task),
    reduceInfluences: (input, { task, makeParallel }) => reduceInfluences(input, makeParallel, task),
    oneMoreInfluence: (input, { task, makeParallel }) => oneMoreInfluence(input, makeParallel, task),
    readCage: ({ files, ...mesh }, { task }) => readCage(files.map(readable), mesh, task),
    makeCage: (input, { task }) => makeCage(input, task),
    bindCage: (input, { task, makeParallel }) => bindCage(input, makeParallel, task),
    reduceCage: (input, { task, makeParallel }) => reduceCage(input, makeParallel, task),
    cleanUpWeights: (input, { task }) => cleanUpWeights(input, task),
    measureRig: (input, { task, makeParallel }) => measureRig(input, makeParallel, task),
    extractSkeleton: (input, { task, show, makeParallel }) =>
      extractSkeleton(input, makeParallel, withPartial(task, show)),
    resolveSkeleton: (input, { task, makeParallel }) => resolveSkeleton(input, makeParallel, task),
    pullJoints: (input, { task, makeParallel }) => pullJoints(input, makeParallel, task),
    alignSkeleton: (input, { task }) => alignSkeleton(input, task),
    importSkeleton: async (input) => startRig(input),
    fitSkeleton: (input, { task, makeParallel }) => fitSkeleton(input, makeParallel, task),
    compressRig: (input, { task, makeParallel }) => compressRig(input, makeParallel, task),
    removeHelper: (input, { task, makeParallel }) => removeHelper(input, makeParallel, task),
  };
}
