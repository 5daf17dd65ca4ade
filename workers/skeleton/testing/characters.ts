import { fillFrames, makeSequence } from "../../../tools/samples/make-sequence";
import { createRandom, type Random } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import { compose, packWeights, skinInto, turnAbout } from "../../testing/rigs";
import { CHARACTERS, type Limb, scaledTo } from "./character-kinds";
import { unitVector } from "./limbs";

/** A generated character with smooth weights, and the skeleton that made its animation. */
export interface Character {
  sequence: MeshSequence;
  /** The exact rig with its hierarchy. */
  truth: Rig;
}

export interface CharacterOptions {
  frames?: number;
  /** The share of a bone's length over which weights blend. */
  smooth?: number;
  /** A point may follow bones up to this many links away. */
  reach?: number;
  /** The most influences of a vertex. */
  influences?: number;
  /** How far joints turn, radians. */
  turn?: number;
  hinges?: boolean;
  /** Bones whose joints never move. */
  still?: number[];
  /** Joints swing evenly, as in a clip. Otherwise every frame is an independent pose. */
  swings?: boolean;
  /** Vertices of a ring, and rings of a bone. */
  sides?: number;
  rings?: number;
  /** The distance of vertices, instead of sides and rings. Small bones then have few vertices. */
  spacing?: number;
}

/** The least sides and rings of a bone with spaced vertices. */
const LEAST_SIDES = 4;
const LEAST_RINGS = 3;

/** The radius of bones, relative to their length. */
const GIRTH = 0.16;

/** Makes a character move. */
export function character(name: string, seed: number, options: CharacterOptions = {}): Character {
  const { frames = 20 } = options;
  const random = createRandom(seed);
  const limbs = CHARACTERS[name](random);
  const points: number[][] = [];
  const rows: [number, number][][] = [];
  const polygons: number[][] = [];
  limbs.forEach((limb, j) => {
    const first = points.length;
    const { sides, rings } = tubeSize(limb, options);
    for (const point of tube(limb, sides, rings)) {
      points.push(point);
      rows.push(blend(limbs, j, point, options));
    }
    for (let n = sides; n < sides * rings; n++) {
      const next = n % sides === sides - 1 ? n + 1 - sides : n + 1;
      polygons.push([n - sides, next - sides, next, n].map((v) => first + v));
    }
  });
  const bones = limbs.map(
    ({ parent, from: [x, y, z] }, j): Bone => ({ name: `bone ${j}`, parent, head: [x, y, z] }),
  );
  const truth: Rig = {
    version: 1,
    bones,
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: Float32Array.from(motionOf(limbs, random, frames, options)),
    rest: Float32Array.from(points.flat()),
  };
  const sequence = makeSequence({
    name,
    fps: 24,
    rest: truth.rest,
    frames: fillFrames(points.length, frames, (frame, k) => skinInto(frame, truth, k)),
    parts: [{ name, material: 0, polygons }],
    materials: [{ name: "clay", baseColour: [0.5, 0.4, 0.3, 1], doubleSided: false }],
  });
  return { sequence, truth };
}

function tubeSize({ from, to }: Limb, { sides = 6, rings = 8, spacing }: CharacterOptions) {
  if (!spacing) return { sides, rings };
  const length = Math.hypot(...to.map((x, c) => x - from[c]));
  return {
    sides: Math.max(LEAST_SIDES, Math.round((2 * Math.PI * GIRTH * length) / spacing)),
    rings: Math.max(LEAST_RINGS, Math.round(length / spacing)),
  };
}

/** Rings around a bone, from its beginning to its end. */
function tube({ from, to }: Limb, sides: number, rings: number): number[][] {
  const axis = to.map((x, c) => x - from[c]);
  const length = Math.hypot(...axis);
  const other = Math.abs(axis[0]) < 0.8 * length ? [1, 0, 0] : [0, 1, 0];
  const u = scaledTo(cross(axis, other), GIRTH * length);
  const v = scaledTo(cross(axis, u), GIRTH * length);
  return Array.from({ length: sides * rings }, (_, n) => {
    const [along, angle] = [(Math.floor(n / sides) + 0.5) / rings, (2 * Math.PI * (n % sides)) / sides];
    return from.map((x, c) => x + along * axis[c] + Math.cos(angle) * u[c] + Math.sin(angle) * v[c]);
  });
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Weights of a point on bone j. It also follows the bones that are linked to j, and nearer bones more. */
function blend(
  limbs: readonly Limb[],
  j: number,
  point: readonly number[],
  { smooth = 0.25, reach = 1, influences = 4 }: CharacterOptions,
): [number, number][] {
  let around = [j];
  for (let n = 0; n < reach; n++) {
    around = [...limbs.keys()].filter((k) =>
      around.some((a) => a === k || limbs[k].parent === a || limbs[a].parent === k),
    );
  }
  const away = around.map((k) => distanceTo(limbs[k], point));
  const own = away[around.indexOf(j)];
  const width = smooth * Math.hypot(...limbs[j].to.map((x, c) => x - limbs[j].from[c]));
  const row = around.map((k, n): [number, number] => [k, Math.exp(-(((away[n] - own) / width) ** 2))]);
  return row
    .filter(([, w]) => w > 0.01)
    .sort((a, b) => b[1] - a[1])
    .slice(0, influences);
}

function distanceTo({ from, to }: Limb, point: readonly number[]): number {
  const axis = to.map((x, c) => x - from[c]);
  const square = axis.reduce((sum, x) => sum + x * x, 0);
  const along = axis.reduce((sum, x, c) => sum + x * (point[c] - from[c]), 0) / square;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(...from.map((x, c) => x + t * axis[c] - point[c]));
}

function motionOf(
  limbs: readonly Limb[],
  random: Random,
  frames: number,
  { turn = 0.5, hinges = false, still = [], swings = true }: CharacterOptions,
): number[] {
  const swing = () => ({
    axis: unitVector(random),
    size: turn * (0.6 + 0.8 * random.next()),
    rate: 1 + random.integer(2),
    phase: 2 * Math.PI * random.next(),
  });
  const own = limbs.map(() => (hinges ? [swing()] : [swing(), swing()]));
  const angleOf = ({ size, rate, phase }: ReturnType<typeof swing>, k: number) =>
    swings ? size * Math.sin((2 * Math.PI * rate * k) / frames + phase) : size * random.normal();
  const motion: number[] = [];
  for (let k = 0; k < frames; k++) {
    const world: number[][] = [];
    limbs.forEach(({ parent, from, to, slides = 0 }, j) => {
      const out = (slides * (1 - Math.cos((2 * Math.PI * k) / frames))) / 2;
      const shift =
        slides > 0
          ? to.map((x, c) => out * (x - from[c]))
          : parent < 0
            ? [Math.sin((2 * Math.PI * k) / frames), 0.2 * k, 0]
            : [0, 0, 0];
      const share = still.includes(j) ? 0 : 1;
      const turns = own[j].map((each) => turnAbout(each.axis, share * angleOf(each, k), from, [0, 0, 0]));
      const local = turns.reduce(compose);
      const moved = local.map((x, at) => (at % 4 === 3 ? x + shift[Math.floor(at / 4)] : x));
      world.push(parent < 0 ? moved : compose(world[parent], moved));
    });
    motion.push(...world.flat());
  }
  return motion;
}
