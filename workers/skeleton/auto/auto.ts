/**
 * Our own extraction of a skeleton. Free bones come first, from a decomposition, because a bad start spoils everything
 * after it. Several trees are built for them and improved a little, and the best is kept. Then motion, joints, weights
 * and rest pose are optimised together, while edges of the tree are swapped and bones move to where the error is.
 */
import { iterationCost } from "../../decompose/session/plan";
import { createRandom } from "../../math/random";
import { percentFigure } from "../../model/reports/figures";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { type Task, workSeconds } from "../../model/task";
import type { FoundSkeleton, MethodTools } from "../method";
import { settleStill } from "../still/settle-still";
import { StrictBench } from "../strict/strict-bench";
import { copyOf, type StrictState } from "../strict/strict-state";
import { boneNamed } from "../tree/choose-root";
import { rigInTreeOrder, treeOfRig } from "../tree/skeleton-tree";
import { freeBones } from "./free-bones";
import { improve, type Reached } from "./improve";
import { moveBone } from "./move-bones";
import { swapEdges } from "./swap-edges";
import { tryTrees } from "./try-trees";

/** Outer iterations before the first move, and after the last one. */
const FIRST_ITERATIONS = 10;
const LAST_ITERATIONS = 100;
const TOLERANCE = 1e-4;
/** Work for moves of bones, in the units of `iterationCost`, and the fewest and most moves. */
const WORK = 8e9;
const FEWEST_MOVES = 20;
const MOST_MOVES = 120;
/** Share of the moves that may fail in a row. */
const FAILS = 0.7;
/** Outer iterations of a move on average, for its cost. */
const ITERATIONS_PER_MOVE = 8;

/** λ of soft joints (Le & Deng 2014, E_J), for the soft error of the result, and Gauss-Newton steps for it. */
const SOFTNESS = 0.01;
const SOFT_STEPS = 5;
/** Share of a time limit after which nothing new begins. */
const MOST_TIME = 0.9;

export async function autoSkeleton(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { sequence, settings } = input;
  const { task, makeParallel } = tools;
  const began = workSeconds(task);
  const isLate = () => settings.seconds !== null && workSeconds(task) - began > MOST_TIME * settings.seconds;
  const free = await freeBones(input, tools);
  const root = boneNamed(free, settings.root);
  const bench = await StrictBench.open(makeParallel, sequence, free, settings.influences, task);
  try {
    const { best, trees } = await tryTrees(bench, { root, pull: settings.pull }, task);
    const { state, error } = await search(bench, best, input, tools, () => !task.finishNow && !isLate());
    const { rig: strict } = rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state));
    const soft = await softened(bench, state, settings.pull, task);
    const settled = settleStill(sequence, strict, soft, bench.percent(error) / 100, settings);
    return {
      rig: settled.soft,
      tree: treeOfRig(settled.soft),
      strict: settled.strict,
      trees: trees.map((tried) => ({ name: tried.name, rmsePercent: bench.percent(tried.error) })),
      still: settled.still,
      notes: [
        ...(isLate()
          ? [`The time limit of ${settings.seconds} s ended the search early. More time may lower the error.`]
          : []),
        ...settled.notes,
      ],
    };
  } finally {
    bench.parallel.dispose();
  }
}

/** Optimises everything together: swaps edges, moves bones, and settles. The bench then holds the result. */
async function search(
  bench: StrictBench,
  from: Reached,
  { settings: { pull, seed } }: ExtractInput,
  { task, show }: MethodTools,
  mayGoOn: () => boolean,
): Promise<Reached> {
  const showIt = ({ state, error }: Reached) =>
    show(rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state)).rig, bench.percent(error));
  const detail = ({ error }: Reached) => `${percentFigure(bench.percent(error))} %`;
  showIt(from);
  task.progress({ phase: "Joints", done: null, detail: detail(from) });
  let reached = await improve(
    bench,
    from,
    { iterations: FIRST_ITERATIONS, pull, tolerance: 0, after: mayGoOn },
    task,
  );
  ({ reached } = await swapEdges(bench, reached, { pull, mayGoOn }, task));
  const moves = movesFor(bench);
  const random = createRandom(seed);
  for (let n = 0, fails = 0; n < moves && fails < FAILS * moves && mayGoOn(); n++) {
    task.progress({ phase: "Moving bones", done: n / moves, detail: detail(reached) });
    const tried = await moveBone(bench, reached, { pull, random, fails }, task);
    reached = tried.reached;
    fails = tried.moved ? 0 : fails + 1;
    if (tried.moved) showIt(reached);
  }
  task.progress({ phase: "Settling", done: null, detail: detail(reached) });
  const last = { iterations: LAST_ITERATIONS, pull, tolerance: TOLERANCE, after: mayGoOn };
  return mayGoOn() ? improve(bench, reached, last, task) : reached;
}

/** The same skeleton with joints that may open a little. */
async function softened(bench: StrictBench, state: StrictState, pull: number, task: Task): Promise<Rig> {
  const soft = copyOf(state);
  const { vertexCount } = bench.problem;
  const openings = new Float64Array(state.tree.parents.length).fill(SOFTNESS * vertexCount);
  const movable = new Uint8Array(openings.length);
  await bench.fit(soft, { steps: SOFT_STEPS, pull, openings, movable }, task);
  return rigInTreeOrder(bench.rigOf(soft, false), bench.treeOf(soft)).rig;
}

/** The number of moves, which depends on neither time nor threads. */
function movesFor({ problem, solver }: StrictBench): number {
  const { bones, limit } = solver.options;
  const each = ITERATIONS_PER_MOVE * iterationCost({ problem, bones, influences: limit, kind: "rigid" });
  return Math.round(Math.min(MOST_MOVES, Math.max(FEWEST_MOVES, WORK / each)));
}
