import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import type { PathEnd } from "../../model/reports/solve-path";
import type { SolveSettings } from "../../model/solve/solve-settings";
import { withoutProgress } from "../../model/task";
import { areConnected } from "../../model/tree-of-parents";
import { arenaBytes } from "../arena-bytes";
import { checkInput } from "../input/check-input";
import { inFittedFrames } from "../input/in-fitted-frames";
import { chooseFrames } from "../problem/choose-frames";
import { buildWeightedProblem, weightingOf } from "../problem/weighting";
import { Deadline } from "../progress/deadline";
import { SolveLog } from "../progress/solve-log";
import { lockedInfluences } from "../session/continuation";
import { SolveContext } from "../session/solve-context";
import { Members } from "./members";
import type { PathInput, PathTask } from "./path-input";
import { restOf } from "./rung";
import type { PathContext } from "./steps";
import { Walk } from "./walk";

/**
 * Finds a rig for every number of bones from 1 to `most`, starting from a rig. Each rig has all bones of the next
 * smaller one, with the same names, and one more. No rig has a larger error than the smaller ones. The task gets the
 * rigs around the first one, outwards; the first one only if a few sweeps of the solver make it better.
 *
 * Equal input gives equal bits on any number of threads. *Keep this* ends the path with the rigs so far.
 * @throws SinewError if the input is invalid; CancelledError if the task is cancelled.
 */
export async function solvePath(
  given: PathInput,
  makeParallel: MakeParallel,
  task: PathTask,
): Promise<PathEnd> {
  const input = {
    ...given,
    most: Math.max(given.rig.bones.length, Math.min(given.most, given.sequence.vertexCount)),
  };
  const settings = checked(input);
  const { sequence, rig, locks, intent } = input;
  const choice = chooseFrames(sequence, settings.holdOut, intent?.frames ?? null);
  const asked = { sequence, settings, from: rig, locks, ...(intent && { intent }) };
  // Bones of other frames are found while the path's own problem is in the arena.
  const rooms = choice.others.length > 0 ? 2 : 1;
  const threads = threadsToReserve(makeParallel);
  // The path also solves from nothing at a few counts, and then needs room for starts.
  const anew = arenaBytes({ ...asked, from: null, locks: null }, threads);
  const parallel = await makeParallel(rooms * Math.max(arenaBytes(asked, threads), anew));
  try {
    const narrow = inFittedFrames(asked, choice);
    const path = await begin(
      parallel,
      { ...narrow, from: narrow.from! },
      new Deadline(withoutProgress(task), null),
    );
    const members = new Members(path, input, narrow.sequence, choice);
    return await new Walk(path, members, input, task).run();
  } finally {
    parallel.dispose();
  }
}

/** The settings of the steps. @throws SinewError if the rig or the settings allow no path. */
function checked({ sequence, rig, settings, intent, most }: PathInput): SolveSettings {
  const own: SolveSettings = {
    ...settings,
    method: settings.method === "ssdr" ? "ssdr" : "auto",
    boneKind: rig.boneKind,
    bones: most,
    errorTarget: null,
    knee: false,
    seconds: null,
  };
  checkInput({ sequence, settings: own, from: rig, locks: null, intent });
  if (settings.mirrored)
    throw new SinewError({
      title: "A mirrored rig has no solution path",
      body: "Its bones come in pairs, and the path adds and removes single bones. Turn Mirror off, and solve again.",
    });
  if (areConnected(rig.bones))
    throw new SinewError({
      title: "A rig with a hierarchy has no solution path",
      body: "Its bones hang together at joints. Merge them into levels of detail on export, or solve without a hierarchy.",
    });
  return own;
}

type Begun = Pick<PathInput, "sequence" | "settings" | "locks" | "intent"> & { from: PathInput["rig"] };

/** Builds the problem of the fitted frames. */
async function begin(
  parallel: Parallel,
  { sequence, settings, from: rig, locks, intent }: Begun,
  task: Deadline,
): Promise<PathContext> {
  const options = { bones: settings.bones, tailERms: null, affine: settings.boneKind === "affine" };
  const problem = await buildWeightedProblem(parallel, sequence, options, weightingOf(intent), task);
  const context = new SolveContext({
    ...{ problem, sequence, settings, parallel, task, ...(intent && { intent }) },
    random: createRandom(settings.seed),
    log: new SolveLog(task),
    reserve() {},
    partial() {},
  });
  const lockedVertices = locks?.vertices.some(Boolean) ? locks.vertices : null;
  const flags = Uint8Array.from(sequence.rest.subarray(0, sequence.vertexCount), (_, i) =>
    lockedVertices?.[i] || intent?.rigid?.[i] ? 1 : 0,
  );
  return {
    context,
    root: {
      ...{ lockedVertices, lockedInfluences: lockedInfluences(rig, locks), rig },
      locks: lockedVertices || locks?.bones.some(Boolean) ? locks : null,
    },
    mayIsland: false,
    held: flags.includes(1) ? { rest: restOf(rig, problem), flags } : null,
  };
}
