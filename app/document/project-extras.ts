import type { ProjectExtras } from "../../workers/client";
import type { FitFigures, FitRecord } from "../../workers/model/reports/fit-record";
import { isOutdated } from "./binding/measured";
import type { DocumentState } from "./document";
import type { Stores } from "./stores";

const figuresOf = ({ stages, report, goesOn }: FitRecord): FitFigures => ({ stages, report, goesOn });

/** The contents of a project file besides the sequence, the rig and the report. Leaves out outdated figures. */
export function projectExtras(stores: Stores, state: DocumentState): ProjectExtras {
  const { deform, poses, intent, skeleton, skeletonClips, weighting, weightEdits, weightReport } = state;
  const { extraction, skeletonReport, mirroring } = state;
  const { ownSkeleton, fitting, fitRecord, rig, vertexSelection, weightLayers, scene } = state;
  return {
    ...(ownSkeleton && { ownSkeleton, fitting }),
    ...(ownSkeleton && fitRecord?.rig === rig && { fitFigures: figuresOf(fitRecord) }),
    ...{ deform, poses, intent, weighting, weightEdits, extraction, mirroring, vertexSelection, scene },
    ...(weightLayers && rig && { weightLayers }),
    ...(skeletonReport && { skeletonReport }),
    ...(skeleton && { skeleton }),
    ...(skeletonClips && { skeletonClips }),
    ...(weightReport && !isOutdated(stores, { ...state, liveRig: null, partial: null }) && { weightReport }),
  };
}
