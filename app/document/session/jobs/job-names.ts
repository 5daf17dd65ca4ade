import type { JobInput, JobKind } from "../../../../workers/client";
import { METHODS } from "../../../../workers/model/solve/methods";
import { plural } from "../../../common/format";

/**
 * The names of jobs in the jobs panel: what the artist asked for, like "Solve 20 bones, SSDR". Null for short jobs that
 * only update a control.
 */
export const JOB_NAMES: Record<JobKind, string | null> = {
  inspect: "Recognise files",
  read: "Read files",
  openStream: "Open a sequence in its files",
  streamedFrame: null,
  closeStream: null,
  decomposeStream: "Solve from files",
  decompose: "Solve",
  trial: "Compare",
  localise: "Make weights local",
  estimateLocality: null,
  quickFit: null,
  solvePath: "Solve path",
  editBones: "Edit bones",
  fitCorrection: "Fit a correction",
  prepareDirect: "Prepare Delta Mush",
  prepareStrengths: null,
  prepareCentres: "Find centres of rotation",
  deformFrames: "Deform frames",
  exportFrames: "Export frames",
  bakeDeformer: "Bake a deformer",
  exportDirect: "Export Direct Delta Mush",
  exportTwoLayer: "Export two layers",
  exportFile: "Export",
  exportWithin: "Export within a size",
  exportSize: null,
  exportFigures: "Measure a level of detail",
  packFiles: "Pack files",
  exportObj: "Export an OBJ",
  exportRigJson: "Export the rig as JSON",
  exportBvh: "Export a BVH",
  exportTgf: "Export a .tgf",
  skeletonLevels: "Levels of detail",
  saveProject: "Save the project as a file",
  readSkeletons: "Read skeletons",
  weights: "Find weights",
  readProject: "Read a project",
  readRig: "Read a rig",
  transferWeights: "Transfer weights",
  inpaintWeights: "Fill by smoothing",
  adjustWeights: null,
  optimiseJoints: "Optimise joints",
  measureWeights: "Measure weights",
  strainOfPoses: null,
  reduceInfluences: "Reduce influences",
  oneMoreInfluence: "Add an influence",
  readCage: "Read a cage",
  makeCage: "Make a cage",
  bindCage: "Bind a cage",
  reduceCage: "Reduce a cage",
  cleanUpWeights: "Clean weights up",
  measureRig: "Measure the rig",
  extractSkeleton: "Extract a skeleton",
  resolveSkeleton: "Solve the edited skeleton",
  pullJoints: "Pull joints",
  alignSkeleton: "Align a skeleton",
  importSkeleton: null,
  fitSkeleton: "Fit a skeleton",
  compressRig: "Compress to two layers",
  removeHelper: "Remove a helper bone",
};

/** The name of a job; for a solve, with the number of bones and the method. One that goes on from a rig refines it. */
export function nameOfJob<K extends JobKind>(kind: K, input: JobInput<K>): string | null {
  const name = JOB_NAMES[kind];
  if (kind !== "decompose" && kind !== "decomposeStream" && kind !== "trial") return name;
  const { settings, from } = input as unknown as JobInput<"decompose">;
  if (!("method" in settings)) return name;
  const method = METHODS[settings.method]?.label ?? settings.method;
  const bones = settings.errorTarget === null && !settings.knee ? ` ${plural(settings.bones, "bone")}` : "";
  return `${from ? "Refine" : name}${bones}, ${method}`;
}

/** The error of the rig in a result, E_RMS; null if the result has no report. */
export function errorOfResult(result: unknown): number | null {
  const { report } = (result ?? {}) as { report?: { eRms?: unknown } };
  return typeof report?.eRms === "number" ? report.eRms : null;
}
