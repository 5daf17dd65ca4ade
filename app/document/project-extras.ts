import type { ProjectExtras } from "../../workers/client";
import { isOutdated } from "./binding/measured";
import type { DocumentState } from "./document";

/** What a project file stores besides the sequence, the rig and the report. Leaves out outdated figures. */
export function projectExtras(state: DocumentState): ProjectExtras {
  const { deform, poses, intent, skeleton, skeletonClips, weighting, weightEdits, weightReport } = state;
  const { extraction, skeletonReport } = state;
  return {
    ...{ deform, poses, intent, weighting, weightEdits, extraction },
    ...(skeletonReport && { skeletonReport }),
    ...(skeleton && { skeleton }),
    ...(skeletonClips && { skeletonClips }),
    ...(weightReport && !isOutdated({ ...state, liveRig: null, partial: null }) && { weightReport }),
  };
}
