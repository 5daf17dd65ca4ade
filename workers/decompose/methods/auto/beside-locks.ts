import { matched } from "../../path/match-bones";
import type { Rung } from "../../path/rung";
import type { Solved } from "../../result/solved";
import type { Continuation } from "../../session/continuation";
import type { SolveContext } from "../../session/solve-context";

/** Flags of the bones that locks keep: locked ones, and those that move a locked vertex. */
function keptBones({ origin, lockedBones, lockedVertices, rig }: Continuation): boolean[] {
  const { offsets, bones } = rig.weights;
  const needed = new Set<number>();
  lockedVertices?.forEach((locked, i) => {
    if (locked) for (const j of bones.subarray(offsets[i], offsets[i + 1])) needed.add(j);
  });
  return Array.from(origin, (j, at) => Boolean(lockedBones?.[at]) || needed.has(j));
}

/**
 * The same continuation, of which only the locks are kept. Null if there are no locks, if bones have parents, or if the
 * artist chose the start of the solve or its length.
 */
export function besideLocks({ settings }: SolveContext, from: Continuation): Continuation | null {
  const { method, iterations, seconds, initialiser } = settings;
  const isChosen = method !== "auto" || iterations !== null || seconds !== null || initialiser !== null;
  const isFree = !from.lockedBones && !from.lockedVertices;
  if (isChosen || isFree || from.anew || from.skeleton.some(({ parent }) => parent >= 0)) return null;
  const kept = keptBones(from);
  if (!kept.includes(false)) return null;
  const motion = from.motion.map((x, at) => (kept[Math.floor(at / 12) % from.bones] ? x : 0));
  return { ...from, motion, origin: from.origin.map((j, at) => (kept[at] ? j : -1)), anew: true };
}

/**
 * A rig that was solved beside the locks, with the names of the rig that went on: a bone takes the name of the one that
 * acts on the same vertices. Heads of bones that moved follow from their weights.
 */
export function named({ problem }: SolveContext, anew: Solved, old: Solved, from: Continuation): Solved {
  const kept = keptBones(from);
  const bones = from.skeleton.map((bone, j) => ({ bone, origin: -1, locked: false, needed: kept[j] }));
  const rungOf = ({ motion, ids, values }: Solved): Rung => ({
    ...{ bones, motion, ids, values, rest: problem.rest, objective: Infinity },
  });
  const { motion, ids } = matched(rungOf(anew), rungOf(old));
  from.skeleton.forEach((bone, j) => {
    if (!kept[j]) from.skeleton[j] = { ...bone, head: null };
  });
  return { ...anew, motion: Float64Array.from(motion), ids: Int32Array.from(ids) };
}
