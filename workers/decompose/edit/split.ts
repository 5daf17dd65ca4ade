import { distance } from "../../math/vectors";
import type { Bone } from "../../model/rig/rig";
import { areConnected } from "../../model/tree-of-parents";
import { goalFrames, goalsOfBone } from "./bone-goals";
import { type Draft, type EditContext, membersOf, motionBy, renumberedRow } from "./edit-context";
import { refuseEdit, refuseStrangers } from "./refusals";
import { fitRigid, missOf } from "./rigid-fit";
import { LEAST, twoParts } from "./two-parts";

/** The parts are found on this many vertices. The others join the part that fits them better. */
const SAMPLE = 400;
const MOST_BONES = 1024;

/**
 * Splits a bone in two. 2-means of rigid motions splits its vertices, and each vertex continues with one of the two
 * bones. The part nearer to the parent (or the larger part, if there is no parent) becomes `name.a` and keeps the
 * parent. In a skeleton, `name.b` is its child, and children go to the nearer part.
 */
export async function draftSplit({ sequence, rig, locks, task }: EditContext, bone: number): Promise<Draft> {
  refuseStrangers(rig, [bone], locks);
  const { name } = rig.bones[bone];
  if (rig.bones.length >= MOST_BONES)
    refuseEdit("There are too many bones", `A rig has at most ${MOST_BONES}.`);
  const { vertices, shares } = membersOf(rig, bone);
  if (vertices.length < 2 * LEAST) {
    const has = vertices.length === 1 ? "one vertex" : `${vertices.length} vertices`;
    refuseEdit(`${name} cannot be split`, `It moves ${has}, and two bones need ${2 * LEAST} at least.`);
  }
  const frames = goalFrames(sequence.frameCount);
  const lean = motionOf(rig.motion, rig.bones.length, bone, frames);
  const step = Math.max(1, vertices.length / SAMPLE);
  const some = Array.from({ length: Math.floor(vertices.length / step) }, (_, n) => Math.floor(n * step));
  const pick = (numbers: readonly number[]) => some.map((n) => numbers[n]);
  const goals = goalsOfBone(sequence, rig, bone, pick(vertices), pick(shares), frames);
  await task.checkpoint();
  const found = twoParts(goals, lean);
  if (!found) refuseEdit(`${name} cannot be split`, "Its vertices cannot be divided into two rigid parts.");
  const motions = [0, 1].map((part) => fitRigid(goals, found, part, lean));
  const misses = [0, 1].map(() => new Float64Array(SAMPLE));
  const labels = new Uint8Array(vertices.length);
  for (let from = 0; from < vertices.length; from += SAMPLE) {
    const to = Math.min(from + SAMPLE, vertices.length);
    const chunk = goalsOfBone(sequence, rig, bone, vertices.slice(from, to), shares.slice(from, to), frames);
    for (const part of [0, 1]) missOf(chunk, motions[part], misses[part]);
    for (let n = from; n < to; n++) labels[n] = misses[1][n - from] < misses[0][n - from] ? 1 : 0;
    await task.checkpoint();
  }
  some.forEach((n, at) => {
    labels[n] = found[at];
  });
  return draftOf({ sequence, rig, locks, task }, bone, vertices, shares, labels);
}

/** The 3x4 matrix of a bone in some frames, 12 numbers per frame. */
function motionOf(
  motion: Float32Array,
  count: number,
  bone: number,
  frames: readonly number[],
): Float64Array {
  const out = new Float64Array(12 * frames.length);
  frames.forEach((k, f) => {
    const at = 12 * (k * count + bone);
    out.set(motion.subarray(at, at + 12), 12 * f);
  });
  return out;
}

function draftOf(
  { sequence, rig, locks }: EditContext,
  bone: number,
  vertices: number[],
  shares: number[],
  labels: Uint8Array,
): Draft {
  const { bones } = rig;
  const connected = areConnected(bones);
  const centres = [0, 1].map((part) => centreOf(rig.rest, vertices, shares, labels, part));
  const nearer = (at: Bone["head"]) => (distance(at, centres[1]) < distance(at, centres[0]) ? 1 : 0);
  const first = connected ? nearer(bones[bone].head) : heavier(shares, labels);
  const onSecond = new Set(
    bones.flatMap(({ parent, head }, j) => (parent === bone && nearer(head) !== first ? [j] : [])),
  );
  // Parents come before children. Without children, the new bone comes last, and the others keep their numbers.
  const second = onSecond.size > 0 ? Math.min(...onSecond) : bones.length;
  const place = Int32Array.from(bones, (_, j) => (j < second ? j : j + 1));
  const origin = new Int32Array(bones.length + 1).fill(-1);
  place.forEach((now, j) => {
    origin[now] = j;
  });
  const names = partNames(bones, bones[bone].name);
  const drafted: Draft["bones"] = Array.from(origin, (j): Draft["bones"][number] => {
    if (j < 0) {
      const seam = connected ? seamOf(rig.rest, sequence, vertices, labels) : null;
      return { name: names[1], parent: connected ? place[bone] : -1, head: seam };
    }
    const { parent } = bones[j];
    const kept = { ...bones[j], parent: onSecond.has(j) ? second : parent < 0 ? -1 : place[parent] };
    return j === bone ? { ...kept, name: names[0], head: connected ? kept.head : null } : kept;
  });
  const rows = vertices.map((i, n) => {
    const row = renumberedRow(rig, i, place);
    if (labels[n] === first || locks?.vertices[i]) return row;
    return row.map(([j, w]): [number, number] => [j === place[bone] ? second : j, w]);
  });
  const motion = motionBy(rig, sequence.frameCount, origin, bone);
  return {
    bones: drafted,
    origin,
    place,
    motion,
    free: [place[bone], second],
    vertices: Uint32Array.from(vertices),
    rows,
  };
}

function heavier(shares: readonly number[], labels: Uint8Array): number {
  let balance = 0;
  shares.forEach((share, n) => {
    balance += labels[n] === 0 ? share : -share;
  });
  return balance >= 0 ? 0 : 1;
}

function centreOf(
  rest: Float32Array,
  vertices: readonly number[],
  shares: readonly number[],
  labels: Uint8Array,
  part: number,
): Bone["head"] {
  const sum: Bone["head"] = [0, 0, 0];
  let total = 0;
  vertices.forEach((i, n) => {
    if (labels[n] !== part) return;
    total += shares[n];
    for (let c = 0; c < 3; c++) sum[c] += shares[n] * rest[3 * i + c];
  });
  return sum.map((x) => x / (total || 1)) as Bone["head"];
}

/** The middle of the edges between the parts, where the joint goes. Null if no edge joins them. */
function seamOf(
  rest: Float32Array,
  { triangles, solverIndex }: EditContext["sequence"],
  vertices: readonly number[],
  labels: Uint8Array,
): Bone["head"] | null {
  const part = new Map(vertices.map((i, n) => [i, labels[n]]));
  const sum: Bone["head"] = [0, 0, 0];
  let count = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const a = solverIndex[triangles[t + c]];
      const b = solverIndex[triangles[t + ((c + 1) % 3)]];
      const [p, q] = [part.get(a), part.get(b)];
      if (p === undefined || q === undefined || p === q) continue;
      count++;
      for (let d = 0; d < 3; d++) sum[d] += (rest[3 * a + d] + rest[3 * b + d]) / 2;
    }
  }
  return count > 0 ? (sum.map((x) => x / count) as Bone["head"]) : null;
}

/** `name.a` and `name.b`, with the first number that makes both unique. */
function partNames(bones: readonly Bone[], name: string): [string, string] {
  const taken = new Set(bones.map((bone) => bone.name));
  for (let n = 1; ; n++) {
    const ends = ["a", "b"].map((end) => `${name}.${end}${n === 1 ? "" : n}`) as [string, string];
    if (!ends.some((each) => taken.has(each))) return ends;
  }
}
