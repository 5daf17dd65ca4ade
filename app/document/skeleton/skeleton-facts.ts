import type { SkeletonJoint, SkeletonReport } from "../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { ExtractSettings } from "../../../workers/model/skeleton/extract/extract-settings";
import { LEAST_LENGTH, lengthUnit, niceCeiling } from "../../common/format";
import type { DocumentState } from "../document";
import { diagonalOf } from "../measure";

/**
 * The extraction's report about each joint of the rig, B; null for roots, and for bones whose parent was changed since.
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

/** The costs of the shown rig's joints, in the sequence's unit. */
export interface JointCosts {
  /** The cost of a strict joint is the error that it adds at its bones; that of a soft joint is its gap. */
  kind: ExtractSettings["joints"];
  /** B; NaN for roots, for joints that the motion does not determine, and for unknown costs. */
  values: Float32Array;
  /** The end of the ramp: a round length that no cost exceeds, at least 1 µm. */
  end: number;
}

const costsKnown = new WeakMap<Rig, { report: SkeletonReport; costs: JointCosts | null }>();

/** The same object while rig and report are the same; null without a report or without a joint that costs anything. */
export function jointCosts(
  state: Pick<DocumentState, "rig" | "skeletonReport" | "sequence" | "extraction">,
): JointCosts | null {
  const { rig, skeletonReport, sequence, extraction } = state;
  if (!rig || !skeletonReport || !sequence) return null;
  const found = costsKnown.get(rig);
  if (found?.report === skeletonReport && found.costs?.kind === extraction.joints) return found.costs;
  const kind = extraction.joints;
  const values = Float32Array.from(jointsOfRig(state) ?? [], (joint) => {
    if (!joint || freedomOf(joint)) return Number.NaN;
    return ((kind === "strict" ? joint.addedPercent : joint.gapPercent) / 100) * diagonalOf(sequence);
  });
  const most = values.reduce((max, x) => (x > max ? x : max), 0);
  const shown = Math.max(most, LEAST_LENGTH / sequence.metresPerUnit);
  const metres = lengthUnit(shown * sequence.metresPerUnit).metres / sequence.metresPerUnit;
  const costs = most > 0 ? { kind, values, end: niceCeiling(shown / metres) * metres } : null;
  costsKnown.set(rig, { report: skeletonReport, costs });
  return costs;
}

const placesKnown = new WeakMap<JointCosts, Float32Array>();

/** The costs as places on the ramp; null without any. The same array for the same costs. */
export function placesOfCosts(state: Parameters<typeof jointCosts>[0]): Float32Array | null {
  const costs = jointCosts(state);
  if (!costs) return null;
  const places = placesKnown.get(costs) ?? costs.values.map((x) => x / costs.end);
  placesKnown.set(costs, places);
  return places;
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
      ...(report.still && { still: report.still.map((place) => ({ ...place, bone: renamed(place.bone) })) }),
    }
  );
}

/** Why a joint's place is not determined, in the artist's words; null if it is. */
export function freedomOf({ determined }: SkeletonJoint): "hinge axis" | "never bends" | null {
  return determined === "axis" ? "hinge axis" : determined === "none" ? "never bends" : null;
}
