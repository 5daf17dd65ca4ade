import { howMany, percentFigure, significant } from "../../model/reports/figures";
import { eRmsOfShare } from "../problem/error-target";
import type { SolveLog } from "../progress/solve-log";
import type { Effort, Solved } from "../result/solved";
import type { Workbench } from "../workbench";

/** The most bones that a search for an error target tries. */
export const MOST_BONES_FOR_TARGET = 200;

/** A probe: enough to estimate the number of bones, give or take two. */
const PROBE: Effort = { iterations: 18, starts: 1 };
/** A whole solve reaches about this share of a probe's error. */
const SOLVE_OVER_PROBE = 0.75;
/** The probes may take this share of a time limit. */
const TIME_OF_PROBES = 0.5;
/** The most whole solves in one search. */
const SOLVES = 3;

/**
 * Finds the fewest bones that reach an error. Probes double the number of bones, then bisect the last interval. Whole
 * solves continue from there. They add a bone while they miss the target, and remove one while they meet it.
 * @param target RMS distance as a fraction of the diagonal.
 */
export async function fewestBones(
  bench: Workbench,
  target: number,
  most: number,
  effortFor: (bones: number) => Effort,
  log: SolveLog,
): Promise<{ solved: Solved; reason: string | null }> {
  const wanted = eRmsOfShare(target);
  const known = await bench.fewest(most, wanted);
  const missedBy = (solved: Solved) => shortfall(solved, target, bench.wasCut ? bench.why : null);
  if (known) return { solved: known, reason: known.eRms <= wanted ? null : missedBy(known) };
  const probed = await bench.within(TIME_OF_PROBES, () => probe(bench, wanted, most, log));
  let best: Solved | null = null;
  let missed: Solved | null = probed.solved;
  let h = probed.bones;
  for (let n = 0; n < SOLVES && h >= 1 && h <= most && (n === 0 || inTime(log)); n++) {
    const solved = await bench.solve(h, { ...effortFor(h), goal: wanted }, null);
    if (solved.eRms <= wanted) {
      best = solved;
      if (missed && missed.bones === h - 1) break;
      h--;
    } else {
      if (!missed || solved.eRms < missed.eRms) missed = solved;
      if (best) break;
      h++;
    }
  }
  if (best) return { solved: best, reason: null };
  return { solved: missed, reason: missedBy(missed) };
}

/** @param why what cut the search short, as the start of a sentence, or null. */
function shortfall(missed: Solved, target: number, why: string | null): string {
  const reached = (100 * missed.eRms) / eRmsOfShare(1);
  const asked = `${significant(100 * target)} %`;
  const bones = howMany(missed.bones, "bone leaves", "bones leave");
  const left = `${bones} ${percentFigure(reached)} %`;
  return why
    ? `${why} ended the search before it reached the error asked for, ${asked} of the diagonal: ${left}.`
    : `The error asked for, ${asked} of the diagonal, was not reached: ${left}.${further(missed.bones)}`;
}

/** What to do where the search ends at its own limit. */
const further = (bones: number): string =>
  bones === MOST_BONES_FOR_TARGET
    ? ` A search tries no more bones. Ask for a number of bones to go further.`
    : "";

/** Whether another solve may start: the artist has not asked to finish, and there is time. */
function inTime(log: SolveLog): boolean {
  log.allow(1);
  return log.mayGoOn;
}

/** The fewest bones whose probe predicts the error. */
async function probe(
  bench: Workbench,
  wanted: number,
  most: number,
  log: SolveLog,
): Promise<{ bones: number; solved: Solved }> {
  const reaches = (solved: Solved) => SOLVE_OVER_PROBE * solved.eRms <= wanted;
  let below = 0;
  let above = 1;
  let solved = await bench.solve(above, PROBE, null);
  while (!reaches(solved) && above < most && inTime(log)) {
    below = above;
    above = Math.min(2 * above, most);
    solved = await bench.solve(above, PROBE, null);
  }
  while (above - below > 1 && inTime(log)) {
    const middle = (above + below) >> 1;
    const between = await bench.solve(middle, PROBE, null);
    if (reaches(between)) {
      above = middle;
      solved = between;
    } else {
      below = middle;
    }
  }
  return { bones: above, solved };
}
