import type { DocumentState } from "../document";

/** A change of one of these fields is a change of the project. */
const KEPT = [
  ...(["sequence", "rig", "report", "settings", "locks", "intent", "deform", "poses"] as const),
  ...(["skeleton", "skeletonClips", "weighting", "weightEdits", "weightReport", "mirroring"] as const),
  ...(["vertexSelection", "weightLayers"] as const),
  ...(["extraction", "skeletonReport", "ownSkeleton", "fitting", "fitRecord", "scene"] as const),
];

/** Whether two states of the document would be saved as the same project. */
export const isSameProject = (a: Partial<DocumentState>, b: Partial<DocumentState>): boolean =>
  KEPT.every((key) => a[key] === b[key]);

/** Whether something that takes long has changed: a solve, weights, a bake, a correction or joints. */
export function tookLong(state: DocumentState, before: DocumentState): boolean {
  const { rig, report, weightReport, skeleton } = state;
  if (report !== before.report || weightReport !== before.weightReport) return true;
  if (skeleton !== before.skeleton) return true;
  return rig?.motion !== before.rig?.motion || rig?.correction !== before.rig?.correction;
}
