import { hingeOfMotion, LIMIT_MARGIN } from "../../../../../workers/geometry/posing/motion-limits";
import type { Bone, Hinge, JointLimits, Rig } from "../../../../../workers/model/rig/rig";
import type { Segment } from "../../../../../workers/model/skeleton/skeleton";
import { boneAxes } from "../../../../viewport/gizmo/bone-axes";

/** How a joint turns. */
export type JointKind = "free" | "cone" | "hinge";

export const DEGREE = Math.PI / 180;
/** The default limits of a cone. */
const CONE: JointLimits = { swing: 45 * DEGREE, twist: [-30 * DEGREE, 30 * DEGREE] };
const HINGE_RANGE: [number, number] = [-90 * DEGREE, 90 * DEGREE];
/** Two axes are the same if the cosine of their angle is larger than this. */
const SAME = 0.9999;

export const AXIS_NAMES = ["x", "y", "z"] as const;
/** One of the axes of a bone's rings, or the one about which the motion turns it. */
export type HingeAxis = (typeof AXIS_NAMES)[number] | "motion";

export const jointKindOf = ({ limits }: Bone): JointKind =>
  !limits ? "free" : limits.hinge ? "hinge" : "cone";

/** The axes of a bone's rings as unit vectors, ignoring a hinge. */
function ringAxes(bones: readonly Bone[], j: number): [number, number, number][] {
  const free = bones.map(({ limits: _, ...bone }) => bone);
  const [x, y, z, w] = boneAxes(free, j).toArray();
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** The axes of a segment's rings as unit vectors: its own, or y runs along the segment. */
export const segmentAxes = ({ head, tail, axes }: Segment): [number, number, number][] =>
  ringAxes(
    [
      { name: "head", parent: -1, head, ...(axes && { axes }) },
      { name: "tail", parent: 0, head: tail },
    ],
    0,
  );

/** The default hinge of a segment. */
export const segmentHinge = (segment: Segment): Hinge => ({
  axis: segmentAxes(segment)[0],
  range: [...HINGE_RANGE],
});

/** The name of a hinge's axis; "motion" if it is none of the rings' axes. */
export const axisName = (bones: readonly Bone[], j: number, hinge: Hinge): HingeAxis =>
  AXIS_NAMES[axisAmong(ringAxes(bones, j), hinge)] ?? "motion";

/** The index of a hinge's axis in a list; −1 if it is not there. */
export function axisAmong(axes: readonly [number, number, number][], { axis }: Hinge): number {
  return axes.findIndex((each) => Math.abs(each.reduce((sum, x, c) => sum + x * axis[c], 0)) > SAME);
}

/** The limits of a joint that becomes a hinge about an axis; null if the motion does not turn it. */
export function hingeLimits(rig: Rig, j: number, axis: HingeAxis): JointLimits | null {
  const found = axis === "motion" ? hingeOfMotion(rig, j, LIMIT_MARGIN) : null;
  if (axis === "motion" && !found) return null;
  const { limits = CONE } = rig.bones[j];
  const range = limits.hinge?.range ?? HINGE_RANGE;
  const hinge = found ?? { axis: ringAxes(rig.bones, j)[AXIS_NAMES.indexOf(axis as "x")], range };
  return { swing: limits.swing, twist: limits.twist, hinge };
}

/**
 * The default limits of a joint of a kind; null if it turns freely. A hinge takes its axis from the motion if the joint
 * turns.
 */
export function firstLimits(rig: Rig, j: number, kind: JointKind): JointLimits | null {
  if (kind === "free") return null;
  const { swing, twist } = rig.bones[j].limits ?? CONE;
  if (kind === "cone") return { swing, twist };
  return hingeLimits(rig, j, "motion") ?? hingeLimits(rig, j, "x");
}
