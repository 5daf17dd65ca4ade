/**
 * Finds the first bones of a solve by solving for other numbers of bones. It starts with one bone and places new bones
 * on the worst patches until there are half as many again as wanted. Then it removes the bones whose loss costs least.
 * In clusters each vertex follows one bone; here every step blends bones.
 *
 * If an exact rig exists, this comes near it: with 6669 vertices x 11 bones, the solve starts at an E_RMS of 0.85. The
 * best of eight clusterings is at 1.6 to 2.2 after five iterations and ends at 0.65 to 0.97, depending on the seed.
 * Without an exact rig it is no better than clusters (8431 x 48 x 20: 3.5 against 2.3). A faster climb is worse: with
 * steps up by a factor of 1.6 and three iterations each, or steps down by an eighth and four iterations, the solve
 * starts at 1.2. The climb therefore costs about a hundred iterations, and runs only if there is work left.
 */
import type { SolveSettings } from "../../model/solve/solve-settings";
import { iterationCost, spareWork, type WorkSize } from "../session/plan";
import type { Workbench } from "../workbench";
import { ladder } from "./error-curve";
import type { Probe } from "./probe";

/** How far the climb goes, as a multiple of the wanted count. */
const TOP_FACTOR = 1.5;
const ITERATIONS = 6;
const TOP_ITERATIONS = 12;
/** On the way down, each step removes one bone in this many. */
const BONES_PER_REMOVAL = 12;
/** The most bones of a solve that climbs. More need a large arena, and a solve with more has no work to spare. */
const MOST = 64;

/** Whether a solve may climb. It may not if the artist chose how it starts or how long it takes. */
export const mayClimb = ({ method, bones, initialiser, restarts, iterations, seconds }: SolveSettings) =>
  method === "auto" &&
  bones > 1 &&
  bones <= MOST &&
  !initialiser &&
  restarts === null &&
  iterations === null &&
  seconds === null;

/** The most bones on the way to `bones`. */
export const topOf = (bones: number): number => Math.ceil(TOP_FACTOR * bones);

/** The counts of the climb, with the iterations at each. */
function steps(bones: number, top: number): [bones: number, iterations: number][] {
  const out = ladder(top).map((n): [number, number] => [n, n === top ? TOP_ITERATIONS : ITERATIONS]);
  for (let n = top; n > bones; ) {
    n = Math.max(bones, n - Math.max(1, Math.round(n / BONES_PER_REMOVAL)));
    out.push([n, ITERATIONS]);
  }
  return out;
}

/**
 * Climbs to `size.bones` bones and frees its arena memory.
 * @param most the largest allowed number of bones.
 * @returns the motion of the bones, F·h·12 in normalised coordinates, or null if too little work is left.
 */
export async function climbInBones(
  bench: Pick<Workbench, "probe" | "isStopping">,
  size: WorkSize,
  most: number,
): Promise<Float64Array | null> {
  const way = steps(size.bones, Math.min(topOf(size.bones), most));
  const work = way.reduce((sum, [bones, iterations]) => {
    return sum + iterations * iterationCost({ ...size, bones, influences: Math.min(size.influences, bones) });
  }, 0);
  if (work > spareWork(size)) return null;
  let probe: Probe | null = null;
  for (const [bones, iterations] of way) {
    if (bench.isStopping) return null;
    probe = await bench.probe(bones, iterations, probe);
  }
  return probe!.motion;
}
