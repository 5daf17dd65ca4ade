/**
 * A plump doll whose skeleton has two trees, for shoulders and hips, and no bone in the belly. y up, z to the front.
 */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { relax, surfaceNets } from "../surface-nets";
import type { Vec3 } from "../vector";
import { type BoundModel, boundModel, type NamedSegment } from "./bound-model";

const CELL = 0.036;

interface Limb {
  joints: [Vec3, Vec3, Vec3];
  radii: [number, number, number];
}

const arm = (x: number): Limb => ({
  joints: [
    [0.27 * x, 0.5, 0],
    [0.66 * x, 0.42, 0],
    [1.02 * x, 0.36, 0],
  ],
  radii: [0.15, 0.12, 0.11],
});
const leg = (x: number): Limb => ({
  joints: [
    [0.2 * x, -0.42, 0],
    [0.29 * x, -0.9, 0.02],
    [0.34 * x, -1.36, 0],
  ],
  radii: [0.2, 0.15, 0.13],
});

function limbBones(side: string, parent: string, [upper, lower]: [string, string], { joints }: Limb) {
  return [
    { name: `${side} ${upper}`, parent, head: joints[0], tail: joints[1] },
    { name: `${side} ${lower}`, parent: `${side} ${upper}`, head: joints[1], tail: joints[2] },
  ];
}

/** The shoulders' tree, then the hips'. */
const BONES: NamedSegment[] = [
  { name: "chest", parent: null, head: [0, 0.36, 0], tail: [0, 0.66, 0] },
  { name: "head", parent: "chest", head: [0, 0.7, 0], tail: [0, 1.1, 0] },
  ...limbBones("left", "chest", ["arm", "forearm"], arm(1)),
  ...limbBones("right", "chest", ["arm", "forearm"], arm(-1)),
  { name: "pelvis", parent: null, head: [0, -0.22, 0], tail: [0, -0.4, 0] },
  ...limbBones("left", "pelvis", ["thigh", "shin"], leg(1)),
  ...limbBones("right", "pelvis", ["thigh", "shin"], leg(-1)),
];

function field(): Field {
  const limb = ({ joints: [a, b, c], radii: [p, q, r] }: Limb) =>
    melt([cone(a, b, p, q), cone(b, c, q, r)], 0.06);
  const trunk = melt(
    [
      ellipsoid([0, 0.46, 0], [0.34, 0.26, 0.24]),
      ellipsoid([0, 0.04, 0.03], [0.33, 0.36, 0.28]),
      ellipsoid([0, -0.32, 0], [0.36, 0.24, 0.26]),
      cone([0, 0.6, 0], [0, 0.8, 0], 0.13, 0.12),
      ellipsoid([0, 1.0, 0.01], [0.24, 0.27, 0.25]),
      limb(arm(1)),
      limb(arm(-1)),
    ],
    0.12,
  );
  // The legs blend into the trunk, not into each other.
  const [left, right] = [leg(1), leg(-1)].map((own) => melt([trunk, limb(own)], 0.1));
  return (p) => Math.min(left(p), right(p));
}

/** A closed shell of about 6 000 vertices with eleven bones. */
export function doll(): BoundModel {
  const surface = field();
  const net = surfaceNets(surface, [-1.25, -1.6, -0.45], [1.25, 1.4, 0.45], CELL);
  return boundModel("doll", relax(net, surface, 6), BONES);
}
