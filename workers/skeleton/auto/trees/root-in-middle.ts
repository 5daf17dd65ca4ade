/**
 * Chooses the root of a skeleton. Animators expect it at the pelvis or in the middle of a body, never in a limb. The
 * error does not depend on the root, because both bones of a joint share its place.
 */
import { bodyPlan } from "../../../geometry/body/body-plan";
import { vertexAreas } from "../../../mesh/laplacian";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { makeRoot } from "../../../model/rig/bone-tree";
import type { Bone, Rig } from "../../../model/rig/rig";
import type { Point } from "../../../model/skeleton/skeleton";

/**
 * A bone in the body's mirror plane is preferred if its heaviest branch is heavier by at most this share of the total.
 */
const ASIDE = 0.15;

/** A root moves at least this share of the surface that the bones of its tree move on average. */
const LEAST_MASS = 0.5;

/** How much surface each bone moves, and the centre of that surface. */
interface Masses {
  mass: Float64Array;
  middles: Point[];
}

/**
 * Gives the trees of two rigs with the same bones new roots in their middles.
 * @param strict decides which bones become roots.
 */
export function rootInMiddle(
  sequence: MeshSequence,
  { strict, soft }: { strict: Rig; soft: Rig },
): { strict: Rig; soft: Rig } {
  let rigs = { strict, soft };
  // Each new root changes the numbers of bones, but not their names.
  for (const tree of treesOf(strict.bones)) {
    const name = strict.bones[middleOf(sequence, strict, tree)].name;
    rigs = { strict: rootedAt(rigs.strict, name), soft: rootedAt(rigs.soft, name) };
  }
  return rigs;
}

function rootedAt(rig: Rig, name: string): Rig {
  const bone = rig.bones.findIndex((each) => each.name === name);
  if (rig.bones[bone].parent < 0) return rig;
  return makeRoot(rig, bone, massesOf(rig, null).middles[bone]).rig;
}

/** The bones of each tree. */
function treesOf(bones: readonly Bone[]): number[][] {
  const roots = bones.map((_, j) => {
    let at = j;
    while (bones[at].parent >= 0) at = bones[at].parent;
    return at;
  });
  return [...new Set(roots)].map((root) => [...roots.keys()].filter((j) => roots[j] === root));
}

/**
 * The pelvis if the body has one, otherwise the bone whose heaviest branch is lightest. For a symmetric body it is a
 * bone in the mirror plane if one is nearly as balanced.
 */
function middleOf(sequence: MeshSequence, rig: Rig, tree: readonly number[]): number {
  const areas = vertexAreas(
    rig.rest,
    sequence.triangles.map((v) => sequence.solverIndex[v]),
  );
  const masses = massesOf(rig, areas);
  const whole = tree.reduce((sum, j) => sum + masses.mass[j], 0);
  const heaviest = heaviestBranches(rig.bones, masses.mass);
  const carries = (j: number) => masses.mass[j] >= (LEAST_MASS * whole) / tree.length;
  const byBalance = tree.filter(carries).sort((a, b) => heaviest[a] - heaviest[b] || a - b);
  const [best] = byBalance;
  if (tree.length < rig.bones.length) return best;
  const turned = makeRoot(rig, best, masses.middles[best]).rig;
  const { pelvis, pairs, legs } = planOf(turned, sequence);
  const now = (j: number) => turned.bones.findIndex(({ name }) => name === rig.bones[j].name);
  const inMiddle = (j: number) => pairs.partner[now(j)] === now(j);
  const hips = tree.find((j) => legs > 0 && pelvis >= 0 && now(j) === pelvis);
  if (hips !== undefined && carries(hips) && inMiddle(hips)) return hips;
  return byBalance.find((j) => heaviest[j] <= heaviest[best] + ASIDE * whole && inMiddle(j)) ?? best;
}

/** For each bone, the mass of the heaviest connected part that its tree would have without the bone. */
function heaviestBranches(bones: readonly Bone[], mass: Float64Array): Float64Array {
  const below = mass.slice();
  for (let j = bones.length - 1; j >= 0; j--) if (bones[j].parent >= 0) below[bones[j].parent] += below[j];
  const whole = below.slice();
  bones.forEach(({ parent }, j) => {
    if (parent >= 0) whole[j] = whole[parent];
  });
  const heaviest = below.map((own, j) => whole[j] - own);
  bones.forEach(({ parent }, j) => {
    if (parent >= 0) heaviest[parent] = Math.max(heaviest[parent], below[j]);
  });
  return heaviest;
}

function planOf(rig: Rig, { upAxis }: MeshSequence) {
  const { ends, pairs } = bodyPlan(rig, upAxis);
  return { pelvis: ends.pelvis, legs: ends.legs.length, pairs };
}

/** @param areas V; null counts all vertices alike. */
function massesOf({ bones, weights, rest }: Rig, areas: Float64Array | null): Masses {
  const mass = new Float64Array(bones.length);
  const sums = bones.map((): Point => [0, 0, 0]);
  const flat = !areas?.some((area) => area > 0);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const own = weights.values[e] * (flat || !areas ? 1 : areas[i]);
      mass[weights.bones[e]] += own;
      for (let c = 0; c < 3; c++) sums[weights.bones[e]][c] += own * rest[3 * i + c];
    }
  }
  const middles = sums.map(
    (sum, j): Point => (mass[j] > 0 ? [sum[0] / mass[j], sum[1] / mass[j], sum[2] / mass[j]] : bones[j].head),
  );
  return { mass, middles };
}
