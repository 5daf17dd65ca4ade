/** An arm with a hand of three fingers and a thumb: thick and thin limbs in one mesh. x along the arm, the palm up. */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { relax, surfaceNets } from "../surface-nets";
import { add, scale, subtract, type Vec3 } from "../vector";
import { type BoneTurn, type GalleryBone, type GalleryModel, makeModel, SKIN } from "./model";

const CELL = 0.032;
const Z: Vec3 = [0, 0, 1];

const TRUNK: GalleryBone[] = [
  { name: "upper arm", parent: null, head: [-1.25, 0, 0], tail: [0, 0, 0], radii: [0.27, 0.2] },
  { name: "forearm", parent: "upper arm", head: [0, 0, 0], tail: [1.2, 0, 0], radii: [0.2, 0.145] },
  { name: "palm", parent: "forearm", head: [1.2, 0, 0], tail: [1.62, 0, 0], radii: [0.14, 0.1] },
];

/** Lengths of the bones of a finger. */
const PHALANGES = [0.26, 0.22, 0.2];
const FINGER_RADIUS = 0.075;

/** A finger, from its knuckle outwards, in a direction across the palm's plane. */
function finger(name: string, knuckle: Vec3, aside: number, lengths: number[]): GalleryBone[] {
  const towards: Vec3 = [Math.cos(aside), 0, Math.sin(aside)];
  let head = knuckle;
  return lengths.map((length, n) => {
    const tail = add(head, scale(towards, length));
    const parent = n === 0 ? "palm" : `${name} ${n}`;
    const bone = { name: `${name} ${n + 1}`, parent, head, tail, radii: FLESH };
    head = tail;
    return bone;
  });
}
const FLESH: [number, number] = [FINGER_RADIUS, FINGER_RADIUS];

const FINGERS: GalleryBone[] = [
  ...finger("index", [1.66, 0, -0.23], -0.12, PHALANGES),
  ...finger("middle", [1.7, 0, 0], 0, PHALANGES),
  ...finger(
    "small",
    [1.64, 0, 0.23],
    0.14,
    PHALANGES.map((x) => 0.85 * x),
  ),
  ...finger("thumb", [1.34, 0, -0.2], -0.85, [0.26, 0.24]),
];

const BONES = [...TRUNK, ...FINGERS];

function field(): Field {
  const flesh = (bones: GalleryBone[], blend: number) =>
    melt(
      bones.map(({ head, tail, radii }) => cone(head, tail, radii[0], radii[1])),
      blend,
    );
  const arm = melt(
    [
      flesh(TRUNK.slice(0, 2), 0.08),
      ellipsoid([-0.6, 0.08, 0], [0.42, 0.22, 0.22]),
      ellipsoid([0.36, 0.0, 0], [0.4, 0.22, 0.23]),
      ellipsoid([0.02, -0.14, 0], [0.1, 0.1, 0.11]),
    ],
    0.12,
  );
  const palm = melt(
    [
      cone([1.3, 0, 0], [1.55, 0, 0], 0.12, 0.11),
      cone([1.38, 0, -0.08], [1.62, 0, -0.2], 0.1, 0.095),
      cone([1.38, 0, 0.08], [1.6, 0, 0.2], 0.1, 0.09),
    ],
    0.14,
  );
  const fingers = ["index", "middle", "small", "thumb"].map((name) =>
    flesh(
      FINGERS.filter((bone) => bone.name.startsWith(name)),
      0.01,
    ),
  );
  // Fingers blend into the palm, not into each other.
  const hand = fingers.reduce<Field>((all, one) => {
    const joined = melt([palm, one], 0.08);
    return (p) => Math.min(all(p), joined(p));
  }, palm);
  return melt([arm, hand], 0.12);
}

const curl = (degrees: number): Record<string, BoneTurn> =>
  Object.fromEntries(
    FINGERS.filter((bone) => !bone.name.startsWith("thumb")).map(({ name, head, tail }) => {
      const [x, , z] = subtract(tail, head);
      return [name, { turns: [[[-z, 0, x] as Vec3, degrees]] }];
    }),
  );

/** The elbow bends by a right angle and more, every finger joint by as much as a fist needs. */
export function hand(): Promise<GalleryModel> {
  const surface = field();
  const { points, quads } = relax(
    surfaceNets(surface, [-1.62, -0.45, -0.75], [2.6, 0.45, 0.55], CELL),
    surface,
    6,
  );
  return makeModel({
    name: "arm and hand",
    points,
    parts: [{ name: "arm and hand", material: 0, polygons: quads }],
    materials: [SKIN],
    bones: BONES,
    smoothness: 20,
    poses: { grip: { forearm: { turns: [[Z, 105]] }, ...curl(62) } },
  });
}
