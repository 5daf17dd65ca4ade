import { howMany } from "../../model/reports/figures";
import type { SolveLog } from "../progress/solve-log";
import type { Workbench } from "../workbench";
import { bendOf, type CurvePoint, type ErrorCurve, UNSEEN, UNSEEN_BY_FAR } from "./knee";
import type { Probe } from "./probe";

/** The largest count on the curve. */
export const MOST_BONES_OF_CURVE = 64;
/** The ratio of each count of the ladder to the one before. */
const RUNG = 1.35;
const ITERATIONS = 6;
/** Iterations at the top, before bones are removed. */
const TOP_ITERATIONS = 12;
/** A bend this deep is refined. */
const REFINED_DEPTH = 0.07;
/** On the way down, each step removes one bone in this many. */
const BONES_PER_REMOVAL = 12;
/** Bones are removed as long as the error stays below this share of the error on the way up. */
const MUCH_BETTER = 0.6;
/**
 * Measures error against number of bones. First it climbs a ladder of counts, each probe starting from the last, until
 * the error is invisible. Then, if the curve bends, it goes down from the rung above the bend and removes the bones
 * whose loss costs least. This finds the exact number of bones of an exact rig, at half the error of the way up.
 * Finally it probes the skipped counts next to the bend.
 */
export async function errorCurve(bench: Workbench, most: number, log: SolveLog): Promise<ErrorCurve> {
  const rungs = ladder(Math.min(most, MOST_BONES_OF_CURVE));
  const probes = new Map<number, Probe>();
  let cut = false;
  const look = async (bones: number, iterations: number, from: Probe | null) => {
    const probe = bench.isStopping ? null : await bench.probe(bones, iterations, from);
    cut ||= !probe;
    const known = probes.get(bones);
    if (probe && !(known && known.eRms <= probe.eRms)) probes.set(bones, probe);
    return probe;
  };
  const curve = (end: ErrorCurve["end"]): ErrorCurve => ({ points: curveOf(probes), end, isRefined: !cut });
  const whole = rungs.reduce((sum, h) => sum + h, 0);
  let passed = 0;
  let probe: Probe | null = null;
  for (const h of rungs) {
    log.tell((0.5 * passed) / whole, howMany(h, "bone"));
    probe = await look(h, ITERATIONS, probe);
    if (!probe) return curve("cut");
    passed += h;
    if (probe.eRms <= UNSEEN_BY_FAR) break;
  }
  const end = probe!.eRms <= UNSEEN_BY_FAR ? "unseen" : "most";
  const up = curveOf(probes);
  const bend = bendOf(up);
  if (bend.depth < REFINED_DEPTH) return curve(end);
  const top = up[Math.min(bend.at + 1, up.length - 1)].bones;
  const least = up[Math.max(bend.at - 2, 0)].bones;
  probe = await look(top, TOP_ITERATIONS, probes.get(top)!);
  for (let h = top; h > 1 && probe; ) {
    const goesOn = h > least || probe.eRms < Math.max(UNSEEN, MUCH_BETTER * errorAt(up, h));
    if (!goesOn) break;
    h -= Math.max(1, Math.round(h / BONES_PER_REMOVAL));
    log.tell(0.55 + 0.35 * (1 - h / top), howMany(h, "bone"));
    probe = await look(h, ITERATIONS, probe);
  }
  if (cut) return curve(end);
  const down = curveOf(probes);
  const { at } = bendOf(down);
  probe = probes.get(down[at].bones)!;
  for (let h = down[at].bones - 1; at > 0 && h > down[at - 1].bones && probe; h--) {
    log.tell(0.95, howMany(h, "bone"));
    probe = await look(h, ITERATIONS, probe);
  }
  return curve(end);
}

/** The error of a count on a curve, or of the nearest smaller count. */
const errorAt = (curve: readonly CurvePoint[], bones: number): number =>
  curve.findLast((point) => point.bones <= bones)!.eRms;

/** Counts from 1 to `most`. */
export function ladder(most: number): number[] {
  const rungs = [1];
  while (rungs.at(-1)! < most) {
    rungs.push(Math.min(most, Math.max(rungs.at(-1)! + 1, Math.round(RUNG * rungs.at(-1)!))));
  }
  return rungs;
}

/**
 * The curve, ascending by bones. More bones are never worse than fewer, so a larger error is replaced by that of fewer
 * bones.
 */
function curveOf(probes: ReadonlyMap<number, Probe>): CurvePoint[] {
  let least = Infinity;
  const ascending = [...probes.values()].sort((a, b) => a.bones - b.bones);
  return ascending.map(({ bones, eRms }) => {
    least = Math.min(least, eRms);
    return { bones, eRms: least };
  });
}
