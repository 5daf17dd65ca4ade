/**
 * Makes the weights of a solved session local: each bone reaches only a little beyond its own part of the surface, and
 * loses its small patches. The error may rise only to a limit. If the loss of all far weights costs too much, those
 * that cost most per vertex stay, as in a fit (`take-far.ts`). Then bones, rest pose and weights adapt, which wins back
 * a part of the cost, and more weights can go.
 */
import { Patches } from "../../mesh/patches";
import type { Locality, LocalityReport } from "../../model/solve/locality";
import type { Task } from "../../model/task";
import { NOISE } from "../problem/noise";
import type { Session } from "../session/session";
import { bonePatches, patchesPerBone } from "./bone-patches";
import { bonesInReach, type HeldVertices, withoutSmallPatches } from "./bones-in-reach";
import { LocalSession } from "./local-session";
import { ownPatches } from "./own-patches";
import { SurfaceGraph } from "./surface-graph";
import { farShare, takeFar } from "./take-far";

/** The number of times that far weights are removed. */
const TIGHTENED = 6;
/** Iterations of bones and weights after each removal. */
const ROUND = 8;
/** The most iterations in all. */
export const LOCAL_ITERATIONS = TIGHTENED * ROUND;
/** Far weights may use up this share of the allowed cost. The rest is for small patches that form meanwhile. */
const FAR_SHARE = 0.7;
/** Before bones adapt, the removal of far weights may cost this many times as much, because they win back a part. */
const ADVANCE = 3;

interface LocalOptions extends Locality {
  correctRest: boolean;
  /** The largest E_RMS that the result may have, even if the cost allows more. Default: any. */
  mostERms?: number;
  held: HeldVertices;
}

/** Works on `session.best`. */
export async function localise(session: Session, options: LocalOptions, task: Task): Promise<LocalityReport> {
  const { solver, best } = session;
  const { bones: h, nearest } = solver.options;
  const { rest, triangles, vertexCount } = solver.problem;
  const graph = new SurfaceGraph(rest, triangles, nearest);
  const patches = new Patches(triangles, vertexCount);
  const work = new LocalSession(session);
  const before = best.objective;
  const most = mostObjective(session, options);
  const first = most === Infinity ? most : before + FAR_SHARE * (most - before);
  const base = await bonesInReach(graph, { weights: best, bones: h }, options, task);
  const near = () => withoutSmallPatches(base, patches, bonePatches(patches, best, h), options);
  const count = () => patchesPerBone(bonePatches(patches, best, h));
  const given = work.save();
  const [farBefore, patchesBefore] = [farShare(best, near()), count()];
  let plain = base;
  let advance = ADVANCE;
  for (let n = 0; n < TIGHTENED && !task.finishNow; n++) {
    const earlier = { saved: work.save(), near: work.near, plain };
    plain = near();
    await takeFar(work, graph, plain, before + advance * (first - before), task);
    if (session.log.mayGoOn) await work.alternate(ROUND, options.correctRest, task);
    if (best.objective > first) {
      ({ near: work.near, plain } = earlier);
      await work.restore(earlier.saved);
      advance = Math.max(1, advance / 2);
      continue;
    }
    // Even if nothing could go, the next round may succeed, because adapting bones have lowered the error.
    if (farShare(best, near()) === 0) break;
  }
  await ownPatches(work, patches, { ...options, plain, most, bones: h }, task);
  if (farShare(best, near()) > farBefore) await work.restore(given);
  solver.weights.allowed = null;
  return {
    reach: options.reach,
    leastPatch: options.leastPatch,
    cost: options.cost,
    eRmsBefore: solver.eRms(before),
    eRmsAfter: solver.eRms(best.objective),
    costPercent: before > 0 ? 100 * (Math.sqrt(best.objective / before) - 1) : 0,
    farBefore,
    farAfter: farShare(best, near()),
    patchesBefore,
    patchesAfter: count(),
  };
}

/** The largest value that the objective may reach. It may always rise to the level of noise. */
function mostObjective({ solver, best }: Session, { cost, mostERms = Infinity }: LocalOptions): number {
  const { vertexCount, frameCount } = solver.problem;
  const sum = (eRms: number) => 3 * vertexCount * frameCount * (eRms / 1000) ** 2;
  const bound = cost === null ? Infinity : Math.max((1 + cost) ** 2 * best.objective, sum(NOISE));
  return Math.min(bound, Math.max(sum(mostERms), best.objective));
}
