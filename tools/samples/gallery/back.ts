/** A back with both arms, in horizontal bands: raising an arm should draw the skin of the back upwards. */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { type QuadMesh, relax, surfaceNets } from "../surface-nets";
import type { Vec3 } from "../vector";
import { bands } from "./bands";
import { type GalleryBone, type GalleryModel, MARK, makeModel, SKIN } from "./model";

const CELL = 0.026;
const Z: Vec3 = [0, 0, 1];
/** Height of a band. */
const BAND = 0.09;

/** x to the figure's right: the camera shows its back, which is towards +z. */
function arm(side: "left" | "right"): GalleryBone[] {
  const x = side === "right" ? 1 : -1;
  const [root, joint, elbow]: Vec3[] = [
    [0.05 * x, 0.62, 0.02],
    [0.27 * x, 0.64, 0.02],
    [0.68 * x, 0.6, 0.02],
  ];
  return [
    { name: `${side} shoulder`, parent: "chest", head: root, tail: joint, radii: [0.13, 0.14] },
    { name: `${side} arm`, parent: `${side} shoulder`, head: joint, tail: elbow, radii: [0.12, 0.09] },
  ];
}

const BONES: GalleryBone[] = [
  { name: "hips", parent: null, head: [0, -0.1, 0], tail: [0, 0.18, 0], radii: [0.24, 0.22] },
  { name: "chest", parent: "hips", head: [0, 0.18, 0], tail: [0, 0.62, 0.01], radii: [0.22, 0.2] },
  { name: "neck", parent: "chest", head: [0, 0.66, 0.01], tail: [0, 0.92, -0.02], radii: [0.1, 0.09] },
  ...arm("left"),
  ...arm("right"),
];

function field(): Field {
  const sides = (make: (x: number) => Field): Field[] => [make(1), make(-1)];
  return melt(
    [
      ellipsoid([0, 0.46, -0.01], [0.32, 0.3, 0.2]),
      ellipsoid([0, 0.14, 0], [0.235, 0.28, 0.155]),
      ellipsoid([0, -0.14, 0], [0.275, 0.19, 0.18]),
      cone([0, 0.62, 0.01], [0, 0.9, -0.02], 0.115, 0.095),
      ...sides((x) => ellipsoid([0.17 * x, 0.5, 0.13], [0.12, 0.16, 0.075], [0, 1, 0])),
      ...sides((x) => ellipsoid([0.16 * x, 0.7, 0.02], [0.16, 0.06, 0.09], [1, -0.25 * x, 0])),
      ...sides((x) => cone([0.25 * x, 0.63, 0.02], [0.68 * x, 0.6, 0.02], 0.13, 0.092)),
      ...sides((x) => cone([0.68 * x, 0.6, 0.02], [1.0 * x, 0.57, 0.0], 0.09, 0.07)),
    ],
    0.1,
  );
}

function banded(mesh: QuadMesh): { points: Vec3[]; light: number[][]; dark: number[][] } {
  const { points, faces } = bands(mesh, BAND);
  const of = (odd: number) => faces.filter(({ band }) => Math.abs(band % 2) === odd).map(({ face }) => face);
  return { points, light: of(0), dark: of(1) };
}

/** Torso and arms of about 6 000 vertices. */
export function back(): Promise<GalleryModel> {
  const surface = field();
  const net = surfaceNets(surface, [-1.15, -0.42, -0.34], [1.15, 1.08, 0.36], CELL);
  const { points, light, dark } = banded(relax(net, surface, 6));
  return makeModel({
    name: "back",
    points,
    parts: [
      { name: "light bands", material: 0, polygons: light },
      { name: "dark bands", material: 1, polygons: dark },
    ],
    materials: [SKIN, MARK],
    bones: BONES,
    smoothness: 60,
    poses: {
      raise: { "right shoulder": { turns: [[Z, 22]] }, "right arm": { turns: [[Z, 58]] } },
      lower: { "right shoulder": { turns: [[Z, -6]] }, "right arm": { turns: [[Z, -66]] } },
    },
  });
}
