/**
 * Joints that may move also move where the motion hardly tells their place: other joints fit as well, with other
 * weights. So at the end, all joints that need not have moved go back to where the artist put them.
 */
import type { Task } from "../../../model/task";
import type { FitBench } from "../bench/fit-bench";

/** The most that the RMS error may rise, as a share of itself. */
const COST = 0.05;
/** An error below this, in percent of the diagonal, is rounding. */
const EXACT = 5e-4;
/** Rounds of motion and weights after joints went back. */
const ROUNDS = 30;
/** The motion does not tell a joint's place if it may be this far from another, as a share of the diagonal of 2. */
const FAR = 0.01;

/**
 * Puts as many joints back as the error allows: those first that cost least alone, under the current weights.
 * @returns the joints that went back from a place that fitted as well: the motion does not tell where they are.
 */
export async function putJointsBack(fit: FitBench, task: Task): Promise<number[]> {
  const moved = fit.joints.moved();
  if (moved.size === 0 || task.finishNow) return [];
  task.progress({ phase: "Joints that need not move", done: null, detail: "" });
  const before = await fit.evaluate(task);
  const origin = fit.save();
  const order = await cheapestFirst(fit, [...moved.keys()], task);
  const most = Math.max((1 + COST) ** 2 * before, fit.bench.errorOf(EXACT));
  let best = origin;
  let [enough, tooMany] = [0, order.length + 1];
  while (tooMany - enough > 1 && !task.finishNow) {
    const count = (enough + tooMany) >> 1;
    await fit.restore(origin, task);
    fit.joints.putOnly(order.slice(0, count));
    await fit.motion.turnBriefly(task);
    await fit.weights.step(task);
    if ((await fit.alternate(ROUNDS, task)) <= most) [enough, best] = [count, fit.save()];
    else tooMany = count;
  }
  await fit.restore(best, task);
  const back = order.slice(0, enough);
  fit.joints.putOnly(back);
  await fit.weights.step(task);
  if (back.length > 0) await fit.alternate(fit.settings.rounds, task);
  return back.filter((j) => moved.get(j)! > FAR);
}

/** The joints in the order of the error if each of them alone goes back. */
async function cheapestFirst(fit: FitBench, joints: readonly number[], task: Task): Promise<number[]> {
  const origin = fit.save();
  const errors = new Map<number, number>();
  for (const j of joints) {
    await fit.restore(origin, task);
    fit.joints.putOnly([j]);
    errors.set(j, await fit.motion.turnBriefly(task));
  }
  fit.joints.putOnly([]);
  return [...joints].sort((a, b) => errors.get(a)! - errors.get(b)! || a - b);
}
