/** Hips with two thighs, to kick with. y up, z to the front, x to the figure's left. */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { relax, surfaceNets } from "../surface-nets";
import type { Vec3 } from "../vector";
import { type GalleryBone, type GalleryModel, makeModel, SKIN } from "./model";

const CELL = 0.024;
const X: Vec3 = [1, 0, 0];

function leg(side: "left" | "right"): GalleryBone[] {
  const x = side === "left" ? 1 : -1;
  const hip: Vec3 = [0.17 * x, -0.02, 0];
  const knee: Vec3 = [0.2 * x, -0.86, 0.02];
  return [
    { name: `${side} thigh`, parent: "pelvis", head: hip, tail: knee, radii: [0.17, 0.12] },
    {
      name: `${side} shin`,
      parent: `${side} thigh`,
      head: knee,
      tail: [0.2 * x, -1.55, -0.02],
      radii: [0.12, 0.08],
    },
  ];
}

const BONES: GalleryBone[] = [
  { name: "pelvis", parent: null, head: [0, 0.02, 0], tail: [0, 0.3, -0.01], radii: [0.23, 0.2] },
  { name: "spine", parent: "pelvis", head: [0, 0.3, -0.01], tail: [0, 0.72, 0], radii: [0.2, 0.22] },
  ...leg("left"),
  ...leg("right"),
];

function field(): Field {
  const sides = (make: (x: number) => Field): Field[] => [make(1), make(-1)];
  const trunk = melt(
    [
      ellipsoid([0, 0.04, 0], [0.31, 0.19, 0.19]),
      ellipsoid([0, 0.26, 0.02], [0.235, 0.24, 0.16]),
      ellipsoid([0, 0.56, 0], [0.28, 0.26, 0.18]),
      ...sides((x) => ellipsoid([0.13 * x, -0.04, -0.11], [0.15, 0.17, 0.14])),
    ],
    0.14,
  );
  const legs = sides((x) =>
    melt(
      [
        cone([0.17 * x, -0.04, 0], [0.2 * x, -0.86, 0.02], 0.168, 0.115),
        cone([0.2 * x, -0.86, 0.02], [0.2 * x, -1.26, -0.01], 0.108, 0.085),
        ellipsoid([0.185 * x, -0.34, 0.03], [0.32, 0.14, 0.15], [0, 1, 0]),
        ellipsoid([0.2 * x, -1.08, -0.055], [0.22, 0.095, 0.1], [0, 1, 0]),
        ellipsoid([0.2 * x, -0.85, 0.075], [0.075, 0.065, 0.07], [0, 1, 0]),
      ],
      0.08,
    ),
  );
  const [left, right] = legs;
  // The legs blend into the trunk, not into each other.
  return (p) => Math.min(melt([trunk, left], 0.09)(p), melt([trunk, right], 0.09)(p));
}

/** Legs and trunk of about 8 000 vertices. */
export function hips(): Promise<GalleryModel> {
  const surface = field();
  const { points, quads } = relax(
    surfaceNets(surface, [-0.42, -1.42, -0.36], [0.42, 0.92, 0.36], CELL),
    surface,
    6,
  );
  return makeModel({
    name: "hips",
    points,
    parts: [{ name: "body", material: 0, polygons: quads }],
    materials: [SKIN],
    bones: BONES,
    smoothness: 60,
    poses: {
      kick: { "left thigh": { turns: [[X, -100]] }, "left shin": { turns: [[X, 75]] } },
    },
  });
}
