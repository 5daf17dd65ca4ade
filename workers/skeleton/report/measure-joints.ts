import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { SkeletonJoint } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { otherCarriers } from "../freedoms/one-place";
import { centreOf, centroidOf, overlapsOf, touch } from "../tree/bone-overlaps";
import { orderOf } from "../tree/skeleton-tree";
import { determinedJoints } from "./determined";
import { gapOf } from "./gap-of";
import { percentOf, type Residuals } from "./residuals";

/**
 * Measures each joint of a strict rig for the report.
 * @param soft the same rig before its joints were closed.
 * @param residuals the errors of the strict rig.
 */
export function measureJoints(
  sequence: MeshSequence,
  strict: Rig,
  soft: Rig,
  residuals: Residuals,
): SkeletonJoint[] {
  const diagonal = restDiagonal(sequence) || 2;
  const meetings = meetingPlaces(strict);
  const costs = jointCosts(sequence, strict, residuals);
  const determined = determinedJoints(strict);
  const carriers = otherCarriers(strict, percentOf(residuals.error, sequence) / 100);
  return strict.bones.map(({ name, parent, head }, j) => ({
    name,
    parent: parent < 0 ? null : strict.bones[parent].name,
    position: head,
    ...determined[j],
    distancePercent: meetings[j]
      ? (100 * Math.hypot(...head.map((x, c) => x - meetings[j]![c]))) / diagonal
      : 0,
    gapPercent: parent < 0 ? 0 : (100 * gapOf(soft, j, parent, soft.bones[j].head)) / diagonal,
    ...costs[j],
    ...(carriers[j].length > 0 && { couldHangOn: carriers[j].map((k) => strict.bones[k].name) }),
  }));
}

/**
 * Where the weights of each bone and its parent meet: Σ w_j w_p v / Σ w_j w_p, or the middle between their vertices if
 * they hardly share any. Null for roots and for bones that move nothing.
 */
export function meetingPlaces(rig: Rig): (number[] | null)[] {
  const overlaps = overlapsOf(rig);
  const moves = (j: number) => overlaps.shared[j * overlaps.count + j] > 0;
  return rig.bones.map(({ parent }, j) => {
    if (parent < 0 || !moves(j) || !moves(parent)) return null;
    if (touch(overlaps, j, parent)) return centreOf(overlaps, j, parent);
    const other = centroidOf(overlaps, parent);
    return centroidOf(overlaps, j).map((x, c) => (x + other[c]) / 2);
  });
}

/**
 * The cost of keeping each joint closed. If only this joint opens, the bones below it move by g in a frame. This
 * changes the error by M·|g|² − 2 g·P, with P the pull on those bones and M = Σ W², where W is a vertex's weight on
 * them. The best g is P/M, and changes the error by −M·|g|². This is what the closed joint adds to the squared error.
 * At a vertex that these bones move, it adds the mean of that: |g|² where no other bone moves the surface, and less
 * where they have small weights. So it never exceeds the error there.
 */
function jointCosts(
  sequence: MeshSequence,
  { bones, weights }: Rig,
  { error, pulls }: Residuals,
): Pick<SkeletonJoint, "cost" | "addedPercent">[] {
  const B = bones.length;
  const parents = bones.map(({ parent }) => parent);
  const upwards = Array.from(orderOf(parents)).reverse();
  const below = new Float64Array(pulls);
  for (let at = 0; at < below.length; at += 3 * B) {
    for (const j of upwards) {
      if (parents[j] >= 0)
        for (let c = 0; c < 3; c++) below[at + 3 * parents[j] + c] += below[at + 3 * j + c];
    }
  }
  const { mass, moved } = subtreeMasses(parents, weights);
  const now = percentOf(error, sequence);
  const diagonal = restDiagonal(sequence) || 2;
  return bones.map(({ parent }, j) => {
    if (parent < 0 || mass[j] === 0) return { cost: 0, addedPercent: 0 };
    let square = 0;
    for (let at = 3 * j; at < below.length; at += 3 * B) {
      square += below[at] ** 2 + below[at + 1] ** 2 + below[at + 2] ** 2;
    }
    const added = square / mass[j] / moved[j] / sequence.frameCount;
    return {
      cost: now - percentOf(error - square / mass[j], sequence),
      addedPercent: (100 * Math.sqrt(added)) / diagonal,
    };
  });
}

/**
 * Σ W² of each bone, where W is a vertex's weight on the bone and all below it, and the number of vertices that these
 * bones move.
 */
function subtreeMasses(
  parents: number[],
  { offsets, bones, values }: Rig["weights"],
): { mass: Float64Array; moved: Uint32Array } {
  const mass = new Float64Array(parents.length);
  const moved = new Uint32Array(parents.length);
  const whole = new Float64Array(parents.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const touched: number[] = [];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let j = bones[e]; j >= 0; j = parents[j]) {
        if (whole[j] === 0) touched.push(j);
        whole[j] += values[e];
      }
    }
    for (const j of touched) {
      mass[j] += whole[j] ** 2;
      if (whole[j] > 0) moved[j]++;
      whole[j] = 0;
    }
  }
  return { mass, moved };
}
