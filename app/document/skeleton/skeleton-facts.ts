import type { SkeletonJoint, SkeletonReport } from "../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { DocumentState } from "../document";

/**
 * What the extraction reports about each joint of the rig, B; null for roots, and for bones that hang elsewhere since.
 * Null if the rig has no report.
 */
export function jointsOfRig({
  rig,
  skeletonReport,
}: Pick<DocumentState, "rig" | "skeletonReport">): (SkeletonJoint | null)[] | null {
  if (!rig || !skeletonReport) return null;
  const byName = new Map(skeletonReport.joints.map((joint) => [joint.name, joint]));
  return rig.bones.map(({ name, parent }) => {
    const joint = byName.get(name);
    return joint && parent >= 0 && joint.parent === rig.bones[parent].name ? joint : null;
  });
}

const known = new WeakMap<SkeletonReport, { rig: Rig; free: Uint8Array }>();

/**
 * B: 1 for the joints whose place the motion does not determine; null without a report. The same array while rig and
 * report are the same.
 */
export function freeJoints(state: Pick<DocumentState, "rig" | "skeletonReport">): Uint8Array | null {
  const { rig, skeletonReport } = state;
  if (!rig || !skeletonReport) return null;
  const found = known.get(skeletonReport);
  if (found?.rig === rig) return found.free;
  const free = Uint8Array.from(jointsOfRig(state) ?? [], (joint) => (joint && freedomOf(joint) ? 1 : 0));
  known.set(skeletonReport, { rig, free });
  return free;
}

/** The report with new names of bones. */
export function renamedReport(
  report: SkeletonReport | null,
  names: ReadonlyMap<string, string>,
): SkeletonReport | null {
  const renamed = (name: string) => names.get(name) ?? name;
  return (
    report && {
      ...report,
      joints: report.joints.map((joint) => ({
        ...joint,
        name: renamed(joint.name),
        parent: joint.parent && renamed(joint.parent),
      })),
    }
  );
}

/** Why a joint's place is not determined, in the artist's words; null if it is. */
export function freedomOf({ determined }: SkeletonJoint): "hinge axis" | "never bends" | null {
  return determined === "axis" ? "hinge axis" : determined === "none" ? "never bends" : null;
}
