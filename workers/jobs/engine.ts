import { correctRig } from "../correct/correct-rig";
import { decompose } from "../decompose/decompose";
import { editBones } from "../decompose/edit/edit-bones";
import type { DecomposeTask } from "../decompose/input/decompose-input";
import { bakeDeformer } from "../deform/bake/bake";
import { deformWithReport } from "../deform/deform-report";
import { DirectCache } from "../deform/direct/direct-cache";
import { prepareCentres, prepareDirect, prepareStrengths } from "../deform/prepare";
import { assemble } from "../formats/assemble/assemble-sequence";
import { exportGlb, glbSize } from "../formats/gltf/write/export";
import { inspect } from "../formats/open";
import { readProject } from "../formats/project/read";
import { writeProject } from "../formats/project/write";
import { exportDirect } from "../formats/rig-json/direct-export";
import { rigToJson } from "../formats/rig-json/rig-json";
import { readSkeletons } from "../formats/skeletons/read";
import { sniff } from "../formats/sniff";
import type { SequenceSource, SourceFile } from "../formats/source/source";
import { blobFile, readAll, stemOf } from "../formats/source/source-file";
import type { MakeParallel, Parallel } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { SourceInfo } from "../model/files/source-info";
import type { Task } from "../model/task";
import { inferSkeleton } from "../skeleton/infer-hierarchy";
import { measureGiven } from "../weights/binding/measure/measure-given";
import { strainOfPoses } from "../weights/binding/measure/measure-weights";
import { optimiseJoints } from "../weights/joints/optimise-joints";
import type { DroppedFile, JobKind, Jobs, OpenChoice, OpenResult } from "./api";
import { createWeightsJobs } from "./weights-jobs";

type Show<K extends JobKind> = (partial: Jobs[K]["partial"]) => void;
type Handler<K extends JobKind> = (
  input: Jobs[K]["input"],
  task: Task,
  show: Show<K>,
) => Promise<Jobs[K]["output"]>;

/** The jobs, over one way of making threads. Keeps the sources of the last `inspect` until the next. */
export interface Engine {
  run<K extends JobKind>(
    kind: K,
    input: Jobs[K]["input"],
    task: Task,
    show?: Show<K>,
  ): Promise<Jobs[K]["output"]>;
}

/** An opened source: an animation that is read when chosen, or a project that was read whole. */
interface Opened {
  info: SourceInfo;
  read(choice: OpenChoice, task: Task): Promise<OpenResult>;
}

const animation = (source: SequenceSource): Opened => ({
  info: source.info,
  async read(choice, task) {
    const raw = await source.read(choice, task);
    return { ...(await assemble(raw, choice, task)), report: null };
  },
});

/** A project is opened as it was saved: there is nothing to choose. */
async function openProject(file: SourceFile): Promise<Opened> {
  const project = readProject(await readAll(file), file.name);
  const { sequence } = project;
  return {
    info: {
      name: stemOf(file.name),
      files: [file.name],
      format: "Sinew project",
      points: sequence.vertexCount,
      polygons: sequence.polygonOffsets.length - 1,
      meshes: sequence.parts.map((part) => part.name),
      clips: sequence.clips.map(({ name, first, last }) => ({
        name,
        frames: last - first + 1,
        seconds: (last - first) / sequence.fps,
      })),
      fps: sequence.fps,
      rateIsFree: false,
      upAxis: sequence.upAxis,
      metresPerUnit: sequence.metresPerUnit,
      sequenceBytes: sequence.frames.byteLength,
      notes: [],
    },
    read: async () => project,
  };
}

async function open(files: SourceFile[], task: Task): Promise<Opened[]> {
  const kinds = await Promise.all(files.map(sniff));
  const projects = files.filter((_, i) => kinds[i] === "project");
  const others = files.filter((_, i) => kinds[i] !== "project");
  const opened = await Promise.all(projects.map(openProject));
  if (others.length > 0) opened.push(...(await inspect(others, task)).map(animation));
  return opened;
}

const readable = (file: DroppedFile | SourceFile): SourceFile =>
  "read" in file ? file : blobFile(file.file, file.path);

/** A rig under way goes out no more often than this, in milliseconds: each is megabytes that the page has to take. */
const PARTIAL_EVERY = 150;

function sparing(show: DecomposeTask["partial"]): DecomposeTask["partial"] {
  let last = -Infinity;
  return (rig, snapshot) => {
    const now = performance.now();
    if (now - last < PARTIAL_EVERY) return;
    last = now;
    show(rig, snapshot);
  };
}

const withPartial = (task: Task, partial: DecomposeTask["partial"]): DecomposeTask => ({
  progress: (progress) => task.progress(progress),
  checkpoint: () => task.checkpoint(),
  get finishNow() {
    return task.finishNow;
  },
  get secondsPaused() {
    return task.secondsPaused;
  },
  ...(task.clock && { clock: task.clock }),
  partial,
});

/** @param make gives the memory of one solve and so many threads over it. */
export function createEngine(
  make: (bytes: number, threads: number) => Promise<Parallel>,
  threads: number,
): Engine {
  const makeParallel: MakeParallel = Object.assign((bytes: number) => make(bytes, threads), { threads });
  let opened: Opened[] = [];
  const direct = new DirectCache();
  const weights = createWeightsJobs(makeParallel);

  const handlers: { [K in JobKind]: Handler<K> } = {
    async inspect({ files }, task) {
      opened = await open(files.map(readable), task);
      return opened.map((source) => source.info);
    },
    async read({ source, choice }, task) {
      if (!opened[source]) {
        throw new SinewError({
          title: "The files are no longer open",
          body: "The engine was started anew since they were dropped. Drop them again.",
        });
      }
      return opened[source].read(choice, task);
    },
    decompose: (input, task, show) =>
      decompose(
        input,
        makeParallel,
        withPartial(
          task,
          sparing((rig, snapshot) => show({ rig: rig(), snapshot })),
        ),
      ),
    editBones: (input, task) => editBones(input, makeParallel, task),
    trial: (input, task) =>
      decompose(
        input,
        makeParallel,
        withPartial(task, () => {}),
      ),
    fitCorrection: (input, task) => correctRig(input, makeParallel, task),
    prepareDirect: ({ source, settings }, task) =>
      prepareDirect(source, settings, makeParallel, task, direct),
    prepareStrengths: async ({ source, settings }) => prepareStrengths(source, settings),
    prepareCentres: ({ source }, task) => prepareCentres(source, makeParallel, task),
    deformFrames: (input, task, show) => deformWithReport(input, makeParallel, task, show, direct),
    bakeDeformer: (input, task) => bakeDeformer(input, makeParallel, task, direct),
    exportDirect: async (input) => exportDirect(input),
    exportGlb: ({ sequence, rig, options }, task) => exportGlb(sequence, rig, options, task),
    glbSize: ({ sequence, rig, options }, task) => glbSize(sequence, rig, options, task),
    exportRigJson: async ({ sequence, rig, report }) =>
      new TextEncoder().encode(rigToJson(sequence, rig, report)),
    saveProject: async (project) => writeProject(project),
    inferSkeleton: ({ sequence, rig }, task) => inferSkeleton(sequence, rig, task),
    readSkeletons: ({ files }, task) => readSkeletons(files.map(readable), task),
    weights: (input, task, show) => weights.weights(input, task, show),
    adjustWeights: (input) => weights.adjustWeights(input),
    optimiseJoints: (input, task, show) => optimiseJoints(input, makeParallel, task, show),
    measureWeights: async (input, task) => (await measureGiven(input, makeParallel, task)).report,
    strainOfPoses: (input, task) => strainOfPoses(input, makeParallel, task),
  };

  return { run: (kind, input, task, show = () => {}) => handlers[kind](input, task, show) };
}
