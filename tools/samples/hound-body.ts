/**
 * The hound at rest: its skeleton, the flesh round it as an implicit surface, and its mesh. x forward, y up, z right.
 */
import { bounded, cone, ellipsoid, type Field, melt } from "./implicit";
import { type QuadMesh, relax, surfaceNets } from "./surface-nets";
import { add, mix, scale, subtract, type Vec3 } from "./vector";

export interface HoundBone {
  name: string;
  /** Name of the parent; the pelvis has none. */
  parent: string | null;
  head: Vec3;
  tail: Vec3;
  /** Radius of the flesh at head and tail, which decides what moves with the bone. */
  radii: [number, number];
}

type Row = [
  name: string,
  parent: string | null,
  head: Vec3,
  tail: Vec3,
  radiusHead: number,
  radiusTail: number,
];

const TRUNK: Row[] = [
  ["pelvis", null, [-0.42, 1.04, 0], [-0.7, 1.01, 0], 0.17, 0.14],
  ["spine_01", "pelvis", [-0.42, 1.04, 0], [-0.14, 1.05, 0], 0.17, 0.18],
  ["spine_02", "spine_01", [-0.14, 1.05, 0], [0.16, 1.05, 0], 0.18, 0.2],
  ["chest", "spine_02", [0.16, 1.05, 0], [0.52, 1.08, 0], 0.2, 0.2],
  ["neck_01", "chest", [0.5, 1.1, 0], [0.74, 1.33, 0], 0.185, 0.135],
  ["neck_02", "neck_01", [0.74, 1.33, 0], [0.89, 1.54, 0], 0.132, 0.115],
  ["head", "neck_02", [0.89, 1.55, 0], [1.11, 1.575, 0], 0.135, 0.115],
  ["snout", "head", [1.11, 1.565, 0], [1.41, 1.49, 0], 0.096, 0.062],
  ["jaw", "head", [1.05, 1.485, 0], [1.33, 1.42, 0], 0.066, 0.042],
  ["tail_01", "pelvis", [-0.68, 1.03, 0], [-0.9, 0.93, 0], 0.082, 0.06],
  ["tail_02", "tail_01", [-0.9, 0.93, 0], [-1.13, 0.84, 0], 0.058, 0.046],
  ["tail_03", "tail_02", [-1.13, 0.84, 0], [-1.37, 0.82, 0], 0.046, 0.038],
  ["tail_04", "tail_03", [-1.37, 0.82, 0], [-1.6, 0.89, 0], 0.038, 0.031],
  ["tail_05", "tail_04", [-1.6, 0.89, 0], [-1.79, 1.03, 0], 0.031, 0.022],
];

/** Bones of the right side; the left side is their mirror image. */
const SIDE: Row[] = [
  ["shoulder", "chest", [0.44, 1.13, 0.1], [0.57, 0.88, 0.14], 0.12, 0.105],
  ["upper_arm", "shoulder", [0.57, 0.88, 0.14], [0.43, 0.66, 0.165], 0.105, 0.074],
  ["forearm", "upper_arm", [0.43, 0.66, 0.165], [0.47, 0.3, 0.165], 0.076, 0.05],
  ["wrist", "forearm", [0.47, 0.3, 0.165], [0.5, 0.085, 0.165], 0.05, 0.047],
  ["paw", "wrist", [0.5, 0.085, 0.165], [0.6, 0.045, 0.168], 0.05, 0.036],
  ["thigh", "pelvis", [-0.54, 0.97, 0.1], [-0.37, 0.63, 0.155], 0.165, 0.09],
  ["shin", "thigh", [-0.37, 0.63, 0.155], [-0.68, 0.4, 0.15], 0.085, 0.05],
  ["hock", "shin", [-0.68, 0.4, 0.15], [-0.63, 0.095, 0.15], 0.047, 0.046],
  ["foot", "hock", [-0.63, 0.095, 0.15], [-0.5, 0.045, 0.152], 0.048, 0.035],
  ["ear", "head", [0.93, 1.63, 0.08], [0.84, 1.9, 0.15], 0.07, 0.02],
];

const mirror = ([x, y, z]: Vec3): Vec3 => [x, y, -z];

function bonesOf(rows: Row[], suffix: "" | "_L" | "_R"): HoundBone[] {
  const own = new Set(rows.map((row) => row[0]));
  const place = (p: Vec3) => (suffix === "_L" ? mirror(p) : p);
  return rows.map(([name, parent, head, tail, radiusHead, radiusTail]) => ({
    name: name + suffix,
    parent: parent !== null && own.has(parent) ? parent + suffix : parent,
    head: place(head),
    tail: place(tail),
    radii: [radiusHead, radiusTail],
  }));
}

/** Parents come before children. */
export const HOUND_BONES: HoundBone[] = [
  ...bonesOf(TRUNK, ""),
  ...bonesOf(SIDE, "_L"),
  ...bonesOf(SIDE, "_R"),
];

/** Eyes and nose are shells of their own. */
export const HOUND_EYE: Vec3 = [1.14, 1.638, 0.085];
export const HOUND_NOSE: Vec3 = [1.464, 1.507, 0];

const boneAt = (name: string): HoundBone => HOUND_BONES.find((bone) => bone.name === name)!;

function flesh(names: string[], blend: number, flat = 1): Field {
  return melt(
    names.map((name) => {
      const { head, tail, radii } = boneAt(name);
      return cone(head, tail, radii[0], radii[1], flat);
    }),
    blend,
  );
}

/** A deep chest, a tucked-up belly, haunches, a keel. */
function trunk(): Field {
  return melt(
    [
      flesh(["pelvis", "spine_01", "spine_02", "chest"], 0.03),
      ellipsoid([0.33, 0.985, 0], [0.36, 0.255, 0.195], [1, 0.1, 0]),
      ellipsoid([0.0, 0.975, 0], [0.34, 0.185, 0.175], [1, -0.16, 0]),
      ellipsoid([-0.53, 1.015, 0], [0.22, 0.165, 0.17]),
      ellipsoid([0.55, 0.95, 0], [0.12, 0.17, 0.11], [1, 0.6, 0]),
    ],
    0.1,
  );
}

/** The bones of one leg, and the muscles on them. */
function leg(names: string[], muscles: Field[]): Field {
  return melt([flesh(names, 0.05), ...muscles], 0.035);
}

/** Four toes of a paw whose middle is at x; the middle ones reach further. */
function toes(x: number, z: number): Field[] {
  return [-1.5, -0.5, 0.5, 1.5].map((n) => {
    const reach = Math.abs(n) < 1 ? 0.035 : 0;
    return ellipsoid([x + reach, 0.034, 0.166 * z + 0.034 * n], [0.05, 0.034, 0.024]);
  });
}

function limbs(suffix: "_L" | "_R"): Field[] {
  const z = suffix === "_R" ? 1 : -1;
  const front = leg(
    ["upper_arm", "forearm", "wrist", "paw"].map((name) => name + suffix),
    [
      ellipsoid([0.5, 0.99, 0.125 * z], [0.21, 0.12, 0.075], [0.42, -0.9, 0]),
      ellipsoid([0.44, 0.79, 0.155 * z], [0.15, 0.1, 0.07], [0.3, -1, 0]),
      ...toes(0.6, z),
    ],
  );
  const hind = leg(
    ["thigh", "shin", "hock", "foot"].map((name) => name + suffix),
    [
      ellipsoid([-0.5, 0.86, 0.13 * z], [0.25, 0.165, 0.085], [0.35, -0.93, 0.1 * z]),
      ellipsoid([-0.5, 0.53, 0.152 * z], [0.16, 0.062, 0.052], [-0.8, -0.6, 0]),
      ...toes(-0.525, 0.91 * z),
    ],
  );
  return [front, hind];
}

function head(): Field {
  const both = (make: (z: number) => Field): Field[] => [make(1), make(-1)];
  const skull = melt(
    [
      flesh(["head"], 0.05),
      ellipsoid([0.98, 1.59, 0], [0.17, 0.128, 0.125], [1, 0.15, 0]),
      ...both((z) => ellipsoid([1.0, 1.52, 0.075 * z], [0.11, 0.085, 0.06])),
    ],
    0.06,
  );
  const muzzle = melt(
    [
      flesh(["snout"], 0.03, 0.86),
      flesh(["jaw"], 0.03, 0.95),
      ...both((z) => ellipsoid([1.28, 1.475, 0.04 * z], [0.14, 0.06, 0.042], [1, -0.27, 0])),
    ],
    0.022,
  );
  const face = melt(
    [skull, muzzle, ...both((z) => ellipsoid([1.1, 1.675, 0.07 * z], [0.07, 0.032, 0.035], [1, -0.15, 0]))],
    0.045,
  );
  const ears = both((z) => {
    const { head: base, tail: tip } = boneAt(z > 0 ? "ear_R" : "ear_L");
    return cone(base, tip, 0.088, 0.042, 0.62);
  });
  return melt([face, ...ears], 0.028);
}

/** A smooth tube along the tail's bones: each is a cubic with the tangents of its neighbours (Catmull-Rom). */
function tail(): Field {
  const bones = HOUND_BONES.filter((bone) => bone.name.startsWith("tail"));
  const knots = [...bones.map((bone) => bone.head), bones[bones.length - 1].tail];
  const tangent = (n: number) =>
    scale(subtract(knots[Math.min(n + 1, knots.length - 1)], knots[Math.max(n - 1, 0)]), 0.5);
  const pieces = bones.flatMap(({ radii }, n) => {
    const at = (t: number): Vec3 => {
      const [a, b] = [t * t * (3 - 2 * t), t * (1 - t)];
      const straight = mix(knots[n], knots[n + 1], a);
      return add(straight, add(scale(tangent(n), b * (1 - t)), scale(tangent(n + 1), -b * t)));
    };
    const radius = (t: number) => radii[0] + (radii[1] - radii[0]) * t;
    return [0, 1, 2, 3].map((q) => cone(at(q / 4), at((q + 1) / 4), radius(q / 4), radius((q + 1) / 4)));
  });
  return melt(pieces, 0.01);
}

/** The whole hound as one surface. */
export function houndField(): Field {
  const neck = flesh(["neck_01", "neck_02"], 0.08, 0.88);
  const body = melt([trunk(), neck], 0.14);
  const withTail = melt([body, bounded(tail(), [-1.25, 0.95, 0], 0.75)], 0.07);
  const withHead = melt([withTail, bounded(head(), [1.1, 1.6, 0], 0.55)], 0.06);
  const [front, hind]: [Vec3, Vec3] = [
    [0.5, 0.55, 0],
    [-0.52, 0.55, 0],
  ];
  const all = (["_L", "_R"] as const).flatMap((suffix) => {
    const [foreleg, hindleg] = limbs(suffix);
    return [bounded(foreleg, front, 0.75), bounded(hindleg, hind, 0.75)];
  });
  return melt([withHead, ...all], 0.06);
}

/** @param cell length of a quad's side. */
export function houndMesh(cell: number): QuadMesh {
  const field = houndField();
  const net = surfaceNets(field, [-1.95, -0.13, -0.5], [1.55, 2.0, 0.5], cell);
  return relax(net, field, 5);
}
