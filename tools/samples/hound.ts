/** A hound that walks, turns and shakes itself: a posed skeleton under flesh that breathes, bulges and lags behind. */
import type { Material } from "../../workers/model/mesh/appearance";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { gridQuads } from "./grid";
import { HOUND_BONES, HOUND_EYE, HOUND_NOSE, houndMesh } from "./hound-body";
import { type BonePose, HOUND_CLIPS, HOUND_FPS, houndPose } from "./hound-gait";
import { houndSoftness, houndWeights } from "./hound-skin";
import { fillFrames, makeSequence, smoothNormals } from "./make-sequence";
import { SoftTissueSimulation } from "./soft-tissue";
import { type QuadMesh, ringsOf } from "./surface-nets";
import { apply, dot, ramp, subtract, type Vec3 } from "./vector";

export interface HoundOptions {
  /** Side of a quad in the body's own units (it is 3.3 long): 0.0245 gives 12 000 vertices. */
  cell: number;
  frames: number;
}

export const HOUND_DEFAULTS: HoundOptions = { cell: 0.0245, frames: 120 };

/** Metres per unit of the body: the hound is 0.7 m high at the shoulder. */
export const SCALE = 0.6;
const STEPS_PER_FRAME = 4;
/** Frames walked before the first one, to settle the flesh. */
const RUN_UP = 24;

const MATERIALS: Material[] = [
  { name: "coat", baseColour: [0.52, 0.41, 0.32, 1], doubleSided: false },
  { name: "eyes", baseColour: [0.02, 0.014, 0.012, 1], doubleSided: false },
  { name: "nose", baseColour: [0.035, 0.028, 0.028, 1], doubleSided: false },
];

/** A sphere of rings and sectors, squashed to `radii`. */
function ball(centre: Vec3, radii: Vec3, sectors: number): QuadMesh {
  const points: Vec3[] = [[centre[0], centre[1] + radii[1], centre[2]]];
  const rows = sectors / 2;
  for (let r = 1; r < rows; r++) {
    const polar = (Math.PI * r) / rows;
    for (let c = 0; c < sectors; c++) {
      const a = (2 * Math.PI * c) / sectors;
      const [x, y, z] = [Math.sin(polar) * Math.cos(a), Math.cos(polar), -Math.sin(polar) * Math.sin(a)];
      points.push([centre[0] + radii[0] * x, centre[1] + radii[1] * y, centre[2] + radii[2] * z]);
    }
  }
  const bottom = points.push([centre[0], centre[1] - radii[1], centre[2]]) - 1;
  const quads = gridQuads(1, rows - 1, sectors, { columns: true }).map((quad) => quad.reverse());
  for (let c = 0; c < sectors; c++) {
    const next = (c + 1) % sectors;
    quads.push([0, 1 + c, 1 + next], [bottom, bottom - sectors + next, bottom - sectors + c]);
  }
  return { points, quads };
}

/** Body, eyes and nose in one list of vertices; the shells after the body move with the bone `head` or `snout`. */
function assemble(body: QuadMesh) {
  const [x, y, z] = HOUND_EYE;
  const shells: { mesh: QuadMesh; bone: string }[] = [
    { mesh: ball([x, y, z], [0.034, 0.034, 0.034], 16), bone: "head" },
    { mesh: ball([x, y, -z], [0.034, 0.034, 0.034], 16), bone: "head" },
    { mesh: ball(HOUND_NOSE, [0.031, 0.027, 0.038], 16), bone: "snout" },
  ];
  const points = [...body.points];
  const polygons = [body.quads];
  const boneOf: number[] = [];
  for (const { mesh, bone } of shells) {
    const first = points.length;
    points.push(...mesh.points);
    polygons.push(mesh.quads.map((quad) => quad.map((v) => v + first)));
    for (const _ of mesh.points) boneOf.push(HOUND_BONES.findIndex((b) => b.name === bone));
  }
  const [coat, eyeR, eyeL, nose] = polygons;
  const parts = [
    { name: "body", material: 0, polygons: coat },
    { name: "eyes", material: 1, polygons: [...eyeR, ...eyeL] },
    { name: "nose", material: 2, polygons: nose },
  ];
  return { points, parts, boneOf };
}

/** Bones and weights of each vertex, [bone, weight, bone, weight …]. */
type Influences = number[][];

function influencesOf(weights: Float32Array, bones: number): Influences {
  return Array.from({ length: weights.length / bones }, (_, i) => {
    const row: number[] = [];
    for (let j = 0; j < bones; j++) if (weights[i * bones + j] > 1e-5) row.push(j, weights[i * bones + j]);
    return row;
  });
}

/** Linear blend skinning with any number of influences. */
function skin(rest: Float32Array, influences: Influences, poses: BonePose[], out: Float32Array): void {
  const matrices = new Float64Array(12 * poses.length);
  poses.forEach((pose, j) => {
    const moved = subtract(pose.head, apply(pose.turn, HOUND_BONES[j].head));
    for (let r = 0; r < 3; r++)
      matrices.set([...pose.turn.slice(3 * r, 3 * r + 3), moved[r]], 12 * j + 4 * r);
  });
  influences.forEach((row, i) => {
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let e = 0; e < row.length; e += 2) {
        const m = 12 * row[e] + 4 * c;
        sum += row[e + 1] * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
      }
      out[3 * i + c] = sum;
    }
  });
}

/** The angle between two bones, radians. */
function flexion(poses: BonePose[], upper: string, lower: string): number {
  const direction = (name: string): Vec3 => {
    const j = HOUND_BONES.findIndex((bone) => bone.name === name);
    return apply(poses[j].turn, subtract(HOUND_BONES[j].tail, HOUND_BONES[j].head));
  };
  const [a, b] = [direction(upper), direction(lower)];
  return Math.acos(Math.min(1, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))));
}

/** Displacement along the normal that no bone causes: breath, and muscles that swell as their joint folds, V. */
function swelling(points: Vec3[], frame: number, poses: BonePose[]): Float32Array {
  const pant = ramp(60, 90, frame);
  const breath = (1 + 0.6 * pant) * Math.sin((2 * Math.PI * (0.8 + 0.02 * pant) * frame) / HOUND_FPS);
  const muscles = (["_L", "_R"] as const).flatMap((side) => {
    const z = side === "_R" ? 1 : -1;
    return [
      { at: [-0.5, 0.85, 0.2 * z], size: 0.2, by: flexion(poses, `thigh${side}`, `shin${side}`) - 1.0 },
      { at: [-0.52, 0.56, 0.17 * z], size: 0.12, by: flexion(poses, `shin${side}`, `hock${side}`) - 0.9 },
      {
        at: [0.47, 0.8, 0.19 * z],
        size: 0.16,
        by: flexion(poses, `upper_arm${side}`, `forearm${side}`) - 0.6,
      },
    ];
  });
  return Float32Array.from(points, ([x, y, z]) => {
    const ribs = Math.exp(-(((x - 0.2) / 0.3) ** 2)) * ramp(1.25, 0.95, y) * ramp(0.55, 0.75, y);
    let sum = 0.011 * breath * ribs;
    for (const { at, size, by } of muscles) {
      const d2 = (x - at[0]) ** 2 + (y - at[1]) ** 2 + (z - at[2]) ** 2;
      sum += 0.028 * by * Math.exp(-d2 / (0.4 * size * size));
    }
    return sum;
  });
}

/** The hound as a sequence in metres; the same on every call. */
export function hound(options: Partial<HoundOptions> = {}): MeshSequence {
  const { cell, frames: frameCount } = { ...HOUND_DEFAULTS, ...options };
  const body = houndMesh(cell);
  const { points, parts, boneOf } = assemble(body);
  const bones = HOUND_BONES.length;
  const weights = new Float32Array(points.length * bones);
  weights.set(houndWeights(body, Math.round(0.75 / cell)));
  boneOf.forEach((j, n) => {
    weights[(body.points.length + n) * bones + j] = 1;
  });
  const softness = new Float32Array(points.length);
  softness.set(houndSoftness(body));
  const rest = Float32Array.from(points.flat());
  const triangles = Uint32Array.from(
    parts.flatMap((part) =>
      part.polygons.flatMap(([a, b, c, d]) => [a, b, c, ...(d === undefined ? [] : [a, c, d])]),
    ),
  );
  const influences = influencesOf(weights, bones);
  const skinned = new Float32Array(rest.length);
  skin(rest, influences, houndPose(-RUN_UP), skinned);
  const rings = ringsOf(
    points.length,
    parts.flatMap((part) => part.polygons),
  );
  const flesh = new SoftTissueSimulation(
    { softness, rings, frequency: 3.4, damping: 0.2, drag: 0.12, limit: 0.075 },
    skinned,
  );
  const moveTo = (frame: number) => {
    for (let s = STEPS_PER_FRAME - 1; s >= 0; s--) {
      skin(rest, influences, houndPose(frame - s / STEPS_PER_FRAME), skinned);
      flesh.step(skinned, 1 / (HOUND_FPS * STEPS_PER_FRAME));
    }
  };
  for (let f = 1 - RUN_UP; f < 0; f++) moveTo(f);
  const frames = fillFrames(points.length, frameCount, (out, k) => {
    moveTo(k);
    out.set(skinned);
    flesh.displace(out);
    const normals = smoothNormals(out, triangles);
    const swell = swelling(points, k, houndPose(k));
    for (let n = 0; n < out.length; n++) out[n] = SCALE * (out[n] + swell[Math.floor(n / 3)] * normals[n]);
  });
  return makeSequence({
    name: "hound",
    fps: HOUND_FPS,
    rest: rest.map((x) => SCALE * x),
    frames,
    parts,
    materials: MATERIALS,
    clips: HOUND_CLIPS.filter((clip) => clip.first < frameCount).map((clip) => ({
      ...clip,
      last: Math.min(clip.last, frameCount - 1),
    })),
    uvs: sideProjection(points),
  });
}

/** UVs of a projection from the side. */
function sideProjection(points: Vec3[]): Float32Array {
  return Float32Array.from(points.flatMap(([x, y]) => [(x + 1.9) / 3.5, y / 3.5]));
}
