import type { Patches } from "../../mesh/patches";
import type { Task } from "../../model/task";
import { LEAST_WEIGHT } from "../result/rig-assembly";
import { type BonePatch, bonePatches, smallPatches } from "./bone-patches";
import { type HeldVertices, isHeld } from "./bones-in-reach";
import type { LocalSession } from "./local-session";
import { NearBones, type Slots } from "./near-bones";

/** The most tries, each with half as many patches as the one before. */
const CHOICES = 5;
/** No solve needs as many rounds, because each ends with fewer influences or without small patches. */
const MOST_ROUNDS = 100;

interface Given {
  /** The bones near each vertex. Influences of other bones are exceptions, which stay. */
  plain: NearBones;
  /** The largest value that the objective may reach. */
  most: number;
  leastPatch: number;
  bones: number;
  held: HeldVertices;
}

/**
 * Removes small patches, except for exceptions. It repeats this until none is left, because weights that are solved
 * again may form new ones. Vertices only lose bones. A vertex that loses all of them gets the strongest bone of a
 * neighbour, so it joins that bone's patch. If this costs too much, only the lightest patches go.
 */
export async function ownPatches(
  work: LocalSession,
  patches: Patches,
  { plain, most, leastPatch, bones, held }: Given,
  task: Task,
): Promise<void> {
  const { near } = work;
  if (!near) return;
  const isException = ({ bone, vertices }: BonePatch) =>
    vertices.every((i) => isHeld(held, i)) || vertices.some((i) => near.has(i, bone) && !plain.has(i, bone));
  /** Removes patches, and returns whether the error stays within its limit. */
  const take = async (small: readonly BonePatch[]) => {
    const rows = supports(work.blend, plain.vertexCount, bones);
    for (const { bone, vertices } of small) for (const i of vertices) rows.remove(i, bone);
    adopt(rows, work.blend, patches);
    for (let i = 0; i < plain.vertexCount; i++) if (isHeld(held, i)) rows.addAll(i);
    await work.solveFixed(rows, task);
    return work.blend.objective <= most;
  };
  let choice = 0;
  for (let n = 0; n < MOST_ROUNDS && choice < CHOICES; n++) {
    const all = bonePatches(patches, work.blend, bones);
    const small = smallPatches(patches, all, leastPatch).filter((patch) => !isException(patch));
    if (small.length === 0) return;
    const saved = work.save();
    small.sort((a, b) => a.mass - b.mass);
    if (await take(small.slice(0, Math.ceil(small.length / 2 ** choice)))) continue;
    await work.restore(saved);
    choice++;
  }
}

/** The bones that each vertex uses. */
function supports({ ids, values }: Slots, vertices: number, bones: number): NearBones {
  const rows = new NearBones(vertices, bones);
  const slots = ids.length / vertices;
  ids.forEach((j, e) => {
    if (j >= 0 && values[e] > LEAST_WEIGHT) rows.add(Math.floor(e / slots), j);
  });
  return rows;
}

/** Gives vertices without a bone the strongest bone of a neighbour, ring by ring. */
function adopt(rows: NearBones, { ids, values }: Slots, { mesh }: Patches): void {
  const slots = ids.length / rows.vertexCount;
  const strongest = new Int32Array(rows.vertexCount).fill(-1);
  let ring: number[] = [];
  for (let i = 0; i < rows.vertexCount; i++) {
    if (rows.isEmpty(i)) continue;
    let most = 0;
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (ids[e] >= 0 && rows.has(i, ids[e]) && values[e] > most) [strongest[i], most] = [ids[e], values[e]];
    }
    ring.push(i);
  }
  while (ring.length > 0) {
    const next: number[] = [];
    for (const i of ring) {
      for (let e = mesh.offsets[i]; e < mesh.offsets[i + 1]; e++) {
        const l = mesh.neighbours[e];
        if (strongest[l] >= 0) continue;
        strongest[l] = strongest[i];
        rows.add(l, strongest[i]);
        next.push(l);
      }
    }
    ring = next;
  }
}
