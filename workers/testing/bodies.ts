/** Bodies with known names: a rig of cylinders around the bones of a person, a hound and a spider. */
import { fillFrames, makeSequence } from "../../tools/samples/make-sequence";
import { createRandom } from "../math/random";
import { poseMatrices, restPose } from "../model/rig/pose";
import type { Bone, Rig } from "../model/rig/rig";
import type { Point } from "../model/skeleton/skeleton";
import { packWeights, skinInto } from "./rigs";
import type { GroundTruth } from "./sequences";

/** Name, parent, head and tail of a bone, y up and z forward. A name that ends in _L also gives a bone with _R. */
type Row = [name: string, parent: string, head: Point, tail: Point];

const PERSON: Row[] = [
  ["pelvis", "", [0, 1, 0], [0, 1.1, 0]],
  ["spine", "pelvis", [0, 1.1, 0], [0, 1.3, 0]],
  ["chest", "spine", [0, 1.3, 0], [0, 1.5, 0]],
  ["neck", "chest", [0, 1.5, 0], [0, 1.6, 0.02]],
  ["head", "neck", [0, 1.6, 0.02], [0, 1.85, 0.04]],
  ["clavicle_L", "chest", [0.03, 1.46, 0], [0.16, 1.46, 0]],
  ["upperarm_L", "clavicle_L", [0.16, 1.46, 0], [0.44, 1.46, 0]],
  ["forearm_L", "upperarm_L", [0.44, 1.46, 0], [0.7, 1.46, 0]],
  ["hand_L", "forearm_L", [0.7, 1.46, 0], [0.8, 1.46, 0]],
  ["thumb_01_L", "hand_L", [0.72, 1.45, 0.03], [0.75, 1.44, 0.06]],
  ["thumb_02_L", "thumb_01_L", [0.75, 1.44, 0.06], [0.78, 1.43, 0.08]],
  ["index_01_L", "hand_L", [0.8, 1.46, 0.03], [0.84, 1.46, 0.03]],
  ["index_02_L", "index_01_L", [0.84, 1.46, 0.03], [0.88, 1.46, 0.03]],
  ["middle_01_L", "hand_L", [0.8, 1.46, 0.01], [0.85, 1.46, 0.01]],
  ["middle_02_L", "middle_01_L", [0.85, 1.46, 0.01], [0.89, 1.46, 0.01]],
  ["ring_01_L", "hand_L", [0.8, 1.46, -0.01], [0.84, 1.46, -0.01]],
  ["ring_02_L", "ring_01_L", [0.84, 1.46, -0.01], [0.88, 1.46, -0.01]],
  ["pinky_01_L", "hand_L", [0.8, 1.46, -0.03], [0.83, 1.46, -0.03]],
  ["pinky_02_L", "pinky_01_L", [0.83, 1.46, -0.03], [0.86, 1.46, -0.03]],
  ["thigh_L", "pelvis", [0.1, 0.95, 0], [0.1, 0.5, 0.01]],
  ["shin_L", "thigh_L", [0.1, 0.5, 0.01], [0.1, 0.08, 0]],
  ["foot_L", "shin_L", [0.1, 0.08, 0], [0.1, 0.02, 0.14]],
  ["toe_L", "foot_L", [0.1, 0.02, 0.14], [0.1, 0.01, 0.2]],
];

const HOUND: Row[] = [
  ["pelvis", "", [0, 1, -0.5], [0, 1.02, -0.3]],
  ["spine_01", "pelvis", [0, 1.02, -0.3], [0, 1.02, -0.05]],
  ["spine_02", "spine_01", [0, 1.02, -0.05], [0, 1.01, 0.2]],
  ["chest", "spine_02", [0, 1.01, 0.2], [0, 1.08, 0.45]],
  ["neck_01", "chest", [0, 1.08, 0.45], [0, 1.25, 0.6]],
  ["neck_02", "neck_01", [0, 1.25, 0.6], [0, 1.4, 0.7]],
  ["head", "neck_02", [0, 1.4, 0.7], [0, 1.42, 0.85]],
  ["snout", "head", [0, 1.42, 0.85], [0, 1.36, 1.05]],
  ["jaw", "head", [0, 1.36, 0.8], [0, 1.28, 1]],
  ["ear_L", "head", [0.06, 1.48, 0.72], [0.1, 1.6, 0.7]],
  ["tail_01", "pelvis", [0, 1.02, -0.55], [0, 0.95, -0.7]],
  ["tail_02", "tail_01", [0, 0.95, -0.7], [0, 0.9, -0.85]],
  ["tail_03", "tail_02", [0, 0.9, -0.85], [0, 0.92, -1]],
  ["upperarm_L", "chest", [0.12, 0.95, 0.3], [0.12, 0.65, 0.22]],
  ["forearm_L", "upperarm_L", [0.12, 0.65, 0.22], [0.12, 0.3, 0.28]],
  ["paw_L", "forearm_L", [0.12, 0.3, 0.28], [0.12, 0.06, 0.28]],
  ["toe_L", "paw_L", [0.12, 0.06, 0.28], [0.12, 0.01, 0.38]],
  ["thigh_L", "pelvis", [0.12, 0.95, -0.5], [0.12, 0.62, -0.42]],
  ["shin_L", "thigh_L", [0.12, 0.62, -0.42], [0.12, 0.35, -0.6]],
  ["hock_L", "shin_L", [0.12, 0.35, -0.6], [0.12, 0.07, -0.56]],
  ["foot_L", "hock_L", [0.12, 0.07, -0.56], [0.12, 0.01, -0.44]],
];

const SPIDER: Row[] = [
  ["pelvis", "", [0, 0.5, -0.1], [0, 0.5, 0.1]],
  ["head", "pelvis", [0, 0.5, 0.1], [0, 0.6, 0.3]],
  ...[0, 1, 2, 3].flatMap((n): Row[] => [
    [`leg${n + 1}_01_L`, "pelvis", [0.1, 0.5, 0.1 - 0.07 * n], [0.4, 0.7, 0.3 - 0.2 * n]],
    [`leg${n + 1}_02_L`, `leg${n + 1}_01_L`, [0.4, 0.7, 0.3 - 0.2 * n], [0.7, 0, 0.5 - 0.3 * n]],
  ]),
];

export const BODIES = { person: PERSON, hound: HOUND, spider: SPIDER };

const mirroredRow = ([name, parent, head, tail]: Row): Row => [
  name.replace(/_L$/, "_R"),
  parent.replace(/_L$/, "_R"),
  [-head[0], head[1], head[2]],
  [-tail[0], tail[1], tail[2]],
];

const bothSides = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row[0].endsWith("_L") ? [row, mirroredRow(row)] : [row]));

/** A body with the true names of its bones in `names`. The bones themselves are called bone 1, bone 2 … */
export interface KnownBody {
  rig: Rig;
  names: string[];
}

/** Rings of vertices around each bone; only this bone moves them. */
export function knownBody(rows: readonly Row[], ring = 0.012): KnownBody {
  const all = bothSides(rows);
  const names = all.map(([name]) => name);
  const bones = all.map(
    ([, parent, head], j): Bone => ({ name: `bone ${j + 1}`, parent: names.indexOf(parent), head }),
  );
  const rest: number[] = [];
  const rowsOf: [number, number][][] = [];
  all.forEach(([, , head, tail], j) => {
    for (let n = 0; n <= 4; n++) {
      for (let c = 0; c < 4; c++) {
        const angle = (Math.PI / 2) * c;
        const across = [ring * Math.cos(angle), ring * Math.sin(angle), 0];
        for (let axis = 0; axis < 3; axis++)
          rest.push(head[axis] + (n / 4) * (tail[axis] - head[axis]) + across[axis]);
        rowsOf.push([[j, 1]]);
      }
    }
  });
  const motion = new Float32Array(12 * bones.length);
  for (let at = 0; at < motion.length; at += 12) motion[at] = motion[at + 5] = motion[at + 10] = 1;
  return {
    rig: {
      version: 1,
      bones,
      boneKind: "rigid",
      weights: packWeights(rowsOf),
      motion,
      rest: Float32Array.from(rest),
    },
    names,
  };
}

/** The same body with its bones in another order, parents still before children. */
export function renumbered({ rig, names }: KnownBody, seed: number): KnownBody {
  const random = createRandom(seed);
  const order: number[] = [];
  const open = [...rig.bones.keys()].filter((j) => rig.bones[j].parent < 0);
  while (open.length > 0) {
    const [j] = open.splice(random.integer(open.length), 1);
    order.push(j);
    rig.bones.forEach(({ parent }, child) => {
      if (parent === j) open.push(child);
    });
  }
  const place = new Map(order.map((j, n) => [j, n]));
  const { offsets, values, bones: of } = rig.weights;
  const rows = Array.from({ length: offsets.length - 1 }, (_, i) =>
    [...of.subarray(offsets[i], offsets[i + 1])].map((j, e): [number, number] => [
      place.get(j)!,
      values[offsets[i] + e],
    ]),
  );
  const bones = order.map((j) => ({ ...rig.bones[j], parent: place.get(rig.bones[j].parent) ?? -1 }));
  return { rig: { ...rig, bones, weights: packWeights(rows) }, names: order.map((j) => names[j]) };
}

/** The same body with every point moved. */
export function placed({ rig, names }: KnownBody, move: (p: Point) => Point): KnownBody {
  const rest = rig.rest.slice();
  for (let i = 0; i < rest.length; i += 3) rest.set(move([rest[i], rest[i + 1], rest[i + 2]]), i);
  return {
    rig: { ...rig, rest, bones: rig.bones.map((bone) => ({ ...bone, head: move(bone.head) })) },
    names,
  };
}

/** The same body without weights: only its joints are known. */
export function bare({ rig, names }: KnownBody): KnownBody {
  return { rig: { ...rig, weights: packWeights([]), rest: new Float32Array() }, names };
}

/** The same body with several times the vertices on one bone. */
export function heavier({ rig, names }: KnownBody, name: string, times: number): KnownBody {
  const { offsets, bones } = rig.weights;
  const own = [...bones.keys()].filter((i) => bones[i] === names.indexOf(name));
  const more = Array.from({ length: times - 1 }, () => own).flat();
  const all = [...Array(offsets.length - 1).keys(), ...more];
  return {
    rig: {
      ...rig,
      rest: Float32Array.from(all.flatMap((i) => [...rig.rest.subarray(3 * i, 3 * i + 3)])),
      weights: packWeights(all.map((i) => [[bones[i], 1]])),
    },
    names,
  };
}

/** The same body with another bone as its root. A joint lies between the same two bones as before. */
export function rerooted({ rig, names }: KnownBody, root: string): KnownBody {
  const way: number[] = [];
  for (let j = names.indexOf(root); j >= 0; j = rig.bones[j].parent) way.push(j);
  const bones = rig.bones.map((bone) => ({ ...bone }));
  way.forEach((j, n) => {
    bones[j].parent = n === 0 ? -1 : way[n - 1];
    if (n > 0) bones[j].head = rig.bones[way[n - 1]].head;
  });
  // Restores the order in which parents come first.
  const order: number[] = [];
  const visit = (j: number) => {
    if (order.includes(j)) return;
    if (bones[j].parent >= 0) visit(bones[j].parent);
    order.push(j);
  };
  for (const j of bones.keys()) visit(j);
  const { offsets, values, bones: of } = rig.weights;
  const rows = Array.from({ length: offsets.length - 1 }, (_, i) =>
    [...of.subarray(offsets[i], offsets[i + 1])].map((j, e): [number, number] => [
      order.indexOf(j),
      values[offsets[i] + e],
    ]),
  );
  return {
    rig: {
      ...rig,
      bones: order.map((j) => ({ ...bones[j], parent: order.indexOf(bones[j].parent) })),
      weights: packWeights(rows),
    },
    names: order.map((j) => names[j]),
  };
}

/** The body as an animated mesh: a tube around each bone, and `frames` frames in which one bone swings. */
export function movingBody(rows: readonly Row[], swings: string, frames = 4): GroundTruth {
  const { rig, names } = knownBody(rows, 0.03);
  const quads: number[][] = [];
  for (let j = 0; j < names.length; j++) {
    const at = (n: number, c: number) => 20 * j + 4 * n + (c % 4);
    for (let n = 0; n < 4; n++) {
      for (let c = 0; c < 4; c++) quads.push([at(n, c), at(n, c + 1), at(n + 1, c + 1), at(n + 1, c)]);
    }
  }
  const bones = rig.bones.map((bone, j) => ({ ...bone, name: names[j] }));
  const motion = new Float32Array(12 * bones.length * frames);
  for (let k = 0; k < frames; k++) {
    const pose = restPose(bones);
    const half = (0.3 * k) / frames;
    pose.rotations.set([Math.sin(half), 0, 0, Math.cos(half)], 4 * names.indexOf(swings));
    motion.set(poseMatrices(bones, pose), 12 * bones.length * k);
  }
  const moving = { ...rig, bones, motion };
  const sequence = makeSequence({
    name: "body",
    fps: 24,
    rest: rig.rest,
    frames: fillFrames(rig.rest.length / 3, frames, (frame, k) => skinInto(frame, moving, k)),
    parts: [{ name: "body", material: 0, polygons: quads }],
    materials: [{ name: "clay", baseColour: [0.55, 0.43, 0.35, 1], doubleSided: true }],
  });
  return { rig: moving, sequence };
}
