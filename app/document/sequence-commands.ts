import type { ProjectExtras } from "../../workers/client";
import { DEFORM_DEFAULTS } from "../../workers/model/deform";
import { SinewError } from "../../workers/model/errors";
import type { UpAxis } from "../../workers/model/mesh/mesh-sequence";
import type { OpenedSequence } from "../../workers/model/mesh/streamed-sequence";
import { NO_VERTEX_SELECTION } from "../../workers/model/mesh/vertex-selection";
import type { SolveReport } from "../../workers/model/reports/solve-report";
import type { Rig } from "../../workers/model/rig/rig";
import { NO_SCENE } from "../../workers/model/scene/scene-settings";
import { EXTRACT_DEFAULTS } from "../../workers/model/skeleton/extract/extract-settings";
import { FIT_DEFAULTS } from "../../workers/model/skeleton/fit/fit-settings";
import { lastMethod, METHODS, type SolveMethod } from "../../workers/model/solve/methods";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveLocks,
  type SolveSettings,
} from "../../workers/model/solve/solve-settings";
import { MIRROR_DEFAULTS } from "../../workers/model/weights/mirror-settings";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../workers/model/weights/weight-settings";
import { formatFigure } from "../common/format";
import type { DocumentState } from "./document";
import { SOURCE_FRAMES } from "./frames/source-frames";
import type { Command } from "./history/history";
import { fittingDeform, overNewBones, patch } from "./patch";
import type { Stores } from "./stores";
import { layersOfOpened } from "./weights/layers/opened-layers";

/** The fields of a document without the artist's own skeleton. */
const NO_FIT = { ownSkeleton: null, fitting: FIT_DEFAULTS, fitRecord: null } as const;

const isMethod = (name: string): name is SolveMethod => Object.hasOwn(METHODS, name);

/** Replaces the project by an opened one. */
export function openSequence(
  stores: Stores,
  sequence: OpenedSequence,
  rig: Rig | null,
  report: SolveReport | null,
  remembered: { settings: Partial<SolveSettings> | null; locks: SolveLocks | null } | null = null,
  { deform = DEFORM_DEFAULTS, poses = [], intent = NO_INTENT, ...bound }: ProjectExtras = {},
): Command {
  return patch(stores, `Open ${sequence.name}`, "imp", {
    sequence,
    rig,
    report,
    settings: remembered?.settings ? { ...SOLVE_DEFAULTS, ...remembered.settings } : settingsOf(rig, report),
    locks: remembered?.locks ?? null,
    intent,
    deform,
    poses,
    pose: null,
    vertexSelection: bound.vertexSelection ?? NO_VERTEX_SELECTION,
    skeletonReport: bound.skeletonReport ?? null,
    extraction: bound.extraction ?? EXTRACT_DEFAULTS,
    scene: bound.scene ?? NO_SCENE,
    ...fitOf(bound, rig),
    ...boundOf(bound),
    weightLayers: rig && layersOfOpened(rig, bound),
  });
}

/** The artist's own skeleton of an opened project, with the fits to it, or empty values. */
const fitOf = (
  { ownSkeleton, fitting, fitFigures }: ProjectExtras,
  rig: Rig | null,
): Pick<DocumentState, "ownSkeleton" | "fitting" | "fitRecord"> => ({
  ownSkeleton: ownSkeleton ?? null,
  fitting: fitting ?? FIT_DEFAULTS,
  fitRecord: fitFigures && rig ? { ...fitFigures, rig } : null,
});

/** The skeleton, its clips and its weights of an opened project, or empty values. */
const boundOf = (
  bound: ProjectExtras,
): Pick<
  DocumentState,
  "skeleton" | "skeletonClips" | "weighting" | "weightEdits" | "weightReport" | "mirroring"
> => ({
  skeleton: bound.skeleton ?? null,
  skeletonClips: bound.skeletonClips ?? null,
  weighting: bound.weighting ?? WEIGHT_DEFAULTS,
  weightEdits: bound.weightEdits ?? NO_WEIGHT_EDITS,
  weightReport: bound.weightReport ?? null,
  mirroring: bound.mirroring ?? MIRROR_DEFAULTS,
});

/** The default settings, with those that an opened rig and its report show. */
function settingsOf(rig: Rig | null, report: SolveReport | null): SolveSettings {
  if (!rig) return SOLVE_DEFAULTS;
  // The rig is a file's own skeleton. A solve that continues from it keeps its bones.
  if (!report) return { ...SOLVE_DEFAULTS, bones: Math.min(1024, rig.bones.length), boneKind: rig.boneKind };
  const last = lastMethod(report.method);
  return {
    ...SOLVE_DEFAULTS,
    method: isMethod(last) ? last : "auto",
    bones: report.bonesAsked ?? rig.bones.length,
    boneKind: rig.boneKind,
    seed: report.seed,
  };
}

export function closeSequence(stores: Stores): Command<Partial<DocumentState>> {
  const name = stores.document.getState().sequence?.name ?? "sequence";
  return patch(stores, `Close ${name}`, "x", {
    sequence: null,
    rig: null,
    report: null,
    locks: null,
    intent: NO_INTENT,
    deform: DEFORM_DEFAULTS,
    poses: [],
    pose: null,
    vertexSelection: NO_VERTEX_SELECTION,
    skeletonReport: null,
    extraction: EXTRACT_DEFAULTS,
    scene: NO_SCENE,
    ...NO_FIT,
    ...boundOf({}),
    weightLayers: null,
  });
}

/** Makes frame `k` the rest pose. Removes a rig that deforms another rest pose. */
export function setRestFrame(stores: Stores, k: number): Command {
  // Normals and tangents belong to the old rest pose. The viewport and the exporter compute new normals.
  const { tangents: _, ...sequence } = sequenceInDocument(stores);
  const rest = stores.of(SOURCE_FRAMES).at(sequence, k);
  if (!rest) throw notRead(sequence.name, k);
  return patch(stores, `Rest pose from frame ${k + 1}`, "rest", {
    sequence: { ...sequence, rest: rest.slice(), normals: null },
    rig: null,
    report: null,
    skeletonReport: null,
    ...NO_FIT,
    locks: null,
    ...overNewBones(stores, null),
    ...fittingDeform(stores, null),
  });
}

const notRead = (name: string, k: number) =>
  new SinewError({
    title: `Frame ${k + 1} of ${name} is not read yet`,
    body: "Its frames are read from its files. Show the source in this frame, wait until it is there, and try again.",
  });

export function setUpAxis(stores: Stores, upAxis: UpAxis): Command {
  const sequence = sequenceInDocument(stores);
  return patch(stores, `Up axis ${upAxis.toUpperCase()}`, "orbit", { sequence: { ...sequence, upAxis } });
}

export function setUnit(stores: Stores, metresPerUnit: number): Command {
  const sequence = sequenceInDocument(stores);
  return patch(stores, `Unit ${formatFigure(metresPerUnit)} m`, "sliders", {
    sequence: { ...sequence, metresPerUnit },
  });
}

function sequenceInDocument(stores: Stores): OpenedSequence {
  const { sequence } = stores.document.getState();
  if (!sequence) throw new Error("No sequence is open.");
  return sequence;
}
