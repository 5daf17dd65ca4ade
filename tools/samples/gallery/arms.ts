/** An arm with a knuckle at the back of its elbow, and an arm in a sleeve. x along the arm, y towards the biceps. */
import type { QuadMesh } from "../surface-nets";
import { ramp, type Vec3 } from "../vector";
import { type GalleryBone, type GalleryModel, MARK, makeModel, SKIN } from "./model";
import { checker, tube } from "./tube";

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];
const SECTORS = 48;

const bump = (x: number, middle: number, width: number) => Math.exp(-(((x - middle) / width) ** 2));

/** Girth along the arm: deltoid, biceps, a waist at the elbow, the forearm's swelling, the wrist. */
function girth(x: number): number {
  const taper = 0.47 - 0.13 * ramp(-2, 2, x);
  return taper + 0.07 * bump(x, -1.3, 0.7) - 0.045 * bump(x, -0.05, 0.35) + 0.06 * bump(x, 0.9, 0.6);
}

/** Radius of the arm; the knuckle is where the forearm begins, on the side away from the biceps. */
function armRadius(x: number, angle: number): number {
  const off = Math.abs(Math.abs(angle - Math.PI));
  const biceps = 0.05 * bump(x, -1.15, 0.5) * Math.max(0, Math.cos(angle));
  return girth(x) + biceps + 0.14 * bump(x, 0.06, 0.2) * Math.exp(-((off / 0.42) ** 2));
}

const BONES: GalleryBone[] = [
  { name: "upper arm", parent: null, head: [-2.1, 0, 0], tail: [0, 0, 0], radii: [0.45, 0.42] },
  { name: "forearm", parent: "upper arm", head: [0, 0, 0], tail: [2.1, 0, 0], radii: [0.42, 0.38] },
];

const POSES = {
  bend: { forearm: { turns: [[Z, 110]] } },
  twist: { forearm: { turns: [[X, 130]] } },
} satisfies Parameters<typeof makeModel>[0]["poses"];

/** A checker of squares shows sliding and shearing. */
export function elbow(): Promise<GalleryModel> {
  const mesh = tube({ from: -2.1, to: 2.1, cap: 0.34, rings: 90, sectors: SECTORS, radius: armRadius });
  const [light, dark] = checker(mesh, SECTORS, 5, 4);
  return makeModel({
    name: "elbow",
    points: mesh.points,
    parts: [
      { name: "light squares", material: 0, polygons: light },
      { name: "dark squares", material: 1, polygons: dark },
    ],
    materials: [SKIN, MARK],
    bones: BONES,
    smoothness: 100,
    poses: POSES,
  });
}

/** A sleeve that ends just below the elbow, and the distances of its two sides from the arm. */
const SLEEVE = { from: -1.5, to: 0.55, inside: 0.025, outside: 0.08 };
const SLEEVE_RINGS = 44;

/** A closed shell: out along the outside, in over the cuff, back along the inside. */
function sleeve(): QuadMesh {
  const { from, to, inside, outside } = SLEEVE;
  const points: Vec3[] = [];
  const loop = 2 * SLEEVE_RINGS;
  for (let n = 0; n < loop; n++) {
    const outer = n < SLEEVE_RINGS;
    const r = outer ? n : loop - 1 - n;
    const x = from + ((to - from) * r) / (SLEEVE_RINGS - 1);
    const folds = outer ? 0.012 * Math.sin(9 * x + 1.3 * Math.sin(5 * x)) * ramp(from, from + 0.3, x) : 0;
    for (let c = 0; c < SECTORS; c++) {
      const angle = (2 * Math.PI * c) / SECTORS;
      const radius = armRadius(x, angle) + (outer ? outside + folds : inside);
      points.push([x, radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  const quads: number[][] = [];
  for (let n = 0; n < loop; n++) {
    const after = (n + 1) % loop;
    for (let c = 0; c < SECTORS; c++) {
      const next = (c + 1) % SECTORS;
      const corners = [n * SECTORS + c, n * SECTORS + next, after * SECTORS + next, after * SECTORS + c];
      quads.push(corners);
    }
  }
  return { points, quads };
}

/** Two parts that share no edge, like clothes on a body: Le & Lewis 2019, Fig. 6. */
export function sleevedArm(): Promise<GalleryModel> {
  const arm = tube({ from: -2.1, to: 2.1, cap: 0.34, rings: 90, sectors: SECTORS, radius: armRadius });
  const cloth = sleeve();
  const first = arm.points.length;
  return makeModel({
    name: "arm in a sleeve",
    points: [...arm.points, ...cloth.points],
    parts: [
      { name: "arm", material: 0, polygons: arm.quads },
      { name: "sleeve", material: 1, polygons: cloth.quads.map((quad) => quad.map((v) => v + first)) },
    ],
    materials: [SKIN, { name: "cloth", baseColour: [0.05, 0.095, 0.15, 1], doubleSided: false }],
    bones: BONES,
    smoothness: 100,
    poses: POSES,
  });
}
