import type { ExtractInput } from "../../model/reports/skeleton-report";
import { posedAtRest } from "../freedoms/at-rest";
import type { MethodTools } from "../method";
import type { StrictBench } from "../strict/strict-bench";
import { improveSkeleton, type Reached } from "./improve";

/** A mesh with less error than this, in percent of the diagonal, is probably skinned, and has exact joints. */
const CLEAN = 0.05;
/**
 * Outer iterations in the new rest pose. They end if two in a row gain less than this share. With few frames, joints
 * still move when the error hardly falls.
 */
const MANY_FRAMES = { iterations: 300, tolerance: 1e-5 };
const FEW_FRAMES = { iterations: 1500, tolerance: 1e-7 };
const FEW = 6;

type Tools = Pick<MethodTools, "makeParallel" | "task">;

/**
 * Gives a skeleton with hardly any error the rest pose nearest to the mesh's own, and settles it there. The bench then
 * holds the result.
 */
export async function settleAtRest(
  bench: StrictBench,
  from: Reached,
  { sequence, settings }: ExtractInput,
  tools: Tools,
  mayGoOn: () => boolean,
): Promise<Reached> {
  if (bench.percent(from.error) > CLEAN || !mayGoOn()) return from;
  const start = bench.save(from.state);
  const reached = await placedAtRest(bench, from, sequence, tools);
  const settling = sequence.frameCount <= FEW ? FEW_FRAMES : MANY_FRAMES;
  const options = { ...settling, pull: settings.pull, after: mayGoOn };
  const settled = await improveSkeleton(bench, reached, options, tools.task);
  if (settled.error <= from.error) return settled;
  return { ...from, state: await bench.restore(start, tools.task) };
}

/** The skeleton in the rest pose nearest to the mesh's own. The bench then holds it. */
export async function placedAtRest(
  bench: StrictBench,
  { state }: Reached,
  sequence: ExtractInput["sequence"],
  { makeParallel, task }: Tools,
): Promise<Reached> {
  const rig = await posedAtRest(makeParallel, task, sequence, bench.rigOf(state, true));
  await bench.begin(rig, false, task);
  const joints = Float64Array.from(rig.bones.flatMap(({ head }) => head));
  const placed = bench.stateOf({ ...state.tree, joints }, true);
  await bench.place(placed, task);
  return { state: placed, error: await bench.fitSurface(task), objective: Infinity };
}
