import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { createRandom, type Random } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import { compose, packWeights, skinInto, turnAbout } from "../../testing/rigs";

/** A generated character with a known skeleton: a tube for each bone. */
export interface Limbs {
  sequence: MeshSequence;
  /** The exact rig, without its hierarchy. */
  rig: Rig;
  parents: number[];
  /** 3B: the true joints. */
  joints: number[];
  /** The true links, "a-b" with a < b, sorted. */
  edges: string[];
}

export interface LimbsOptions {
  frames?: number;
  /** Each tube follows only one bone, so that no two bones share a vertex. */
  rigid?: boolean;
  /** How far joints turn, radians (standard deviation). */
  turn?: number;
  /** Joints turn about one axis each. */
  hinges?: boolean;
  /** Bones whose joints never move. */
  still?: number[];
  /** Bones whose joints turn a tenth as far. */
  slight?: number[];
  /** Vertices of a ring. A tube has 10 rings. */
  sides?: number;
}

const RINGS = 10;
const LENGTH = 2;
const RADIUS = 0.3;
/** Weight of the parent on the first rings of a tube. */
const BLEND = [0.5, 0.3, 0.1];

export function unitVector(random: Random): number[] {
  const v = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...v) || 1;
  return v.map((x) => x / length);
}

/** Two unit vectors perpendicular to `along`. */
function across([x, y, z]: readonly number[]): [number[], number[]] {
  const other = Math.abs(x) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const u = [y * other[2] - z * other[1], z * other[0] - x * other[2], x * other[1] - y * other[0]];
  const length = Math.hypot(...u);
  const [a, b, c] = u.map((e) => e / length);
  return [
    [a, b, c],
    [y * c - z * b, z * a - x * c, x * b - y * a],
  ];
}

/** @param parents the parent of each bone, before its children; −1 for a separate part. */
export function limbs(
  parents: number[],
  seed: number,
  {
    frames = 8,
    rigid = false,
    turn = 0.6,
    hinges = false,
    still = [],
    slight = [],
    sides = 8,
  }: LimbsOptions = {},
): Limbs {
  const random = createRandom(seed);
  const joints: number[] = [];
  const directions: number[][] = [];
  const points: number[] = [];
  const polygons: number[][] = [];
  const rows: [number, number][][] = [];
  parents.forEach((parent, j) => {
    const elder = parents.slice(0, j).filter((p) => p === parent).length;
    const start =
      parent < 0
        ? [8 * elder, 0, 0]
        : directions[parent].map((d, c) => joints[3 * parent + c] + (LENGTH * d) / (1 + elder));
    const direction = unitVector(random);
    joints.push(...start);
    directions.push(direction);
    const [u, v] = across(direction);
    const first = points.length / 3;
    for (let r = 0; r < RINGS; r++) {
      for (let s = 0; s < sides; s++) {
        const angle = (2 * Math.PI * s) / sides;
        for (let c = 0; c < 3; c++) {
          const out = RADIUS * (Math.cos(angle) * u[c] + Math.sin(angle) * v[c]);
          points.push(start[c] + (LENGTH * r * direction[c]) / (RINGS - 1) + out);
        }
        const shared = rigid || parent < 0 ? 0 : (BLEND[r] ?? 0);
        rows.push(
          shared > 0
            ? [
                [parent, shared],
                [j, 1 - shared],
              ]
            : [[j, 1]],
        );
        if (r === 0) continue;
        const [a, b] = [first + r * sides, first + (r - 1) * sides];
        const next = (s + 1) % sides;
        polygons.push([b + s, b + next, a + next, a + s]);
      }
    }
  });
  const motion: number[] = [];
  const axes = parents.map(() => unitVector(random));
  for (let k = 0; k < frames; k++) {
    const world: number[][] = [];
    parents.forEach((parent, j) => {
      const size = still.includes(j) ? 0 : slight.includes(j) ? turn / 10 : turn;
      const angle = size * random.normal();
      const joint = joints.slice(3 * j, 3 * j + 3);
      const shift = parent < 0 ? unitVector(random) : [0, 0, 0];
      const own = turnAbout(hinges ? axes[j] : unitVector(random), angle, joint, shift);
      world.push(parent < 0 ? own : compose(world[parent], own));
    });
    motion.push(...world.flat());
  }
  const rig: Rig = {
    version: 1,
    bones: parents.map(
      (_, j): Bone => ({
        name: `bone ${j}`,
        parent: -1,
        head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]],
      }),
    ),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: Float32Array.from(motion),
    rest: Float32Array.from(points),
  };
  const sequence = makeSequence({
    name: "limbs",
    fps: 24,
    rest: rig.rest,
    frames: fillFrames(points.length / 3, frames, (frame, k) => skinInto(frame, rig, k)),
    parts: [{ name: "limbs", material: 0, polygons }],
    materials: [{ name: "clay", baseColour: [0.5, 0.4, 0.3, 1], doubleSided: false }],
  });
  const edges = parents.flatMap((p, j) => (p < 0 ? [] : [`${Math.min(p, j)}-${Math.max(p, j)}`])).sort();
  return { sequence, rig, parents, joints, edges };
}
