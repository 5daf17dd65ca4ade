/**
 * Joints near where weights meet. With fewer bones than a character has, each stands for several, and its joint ends
 * far from the surface that bends. At the default pull, such joints are pulled as hard as needed: on average they then
 * lie within 3 percent of the diagonal, and none is farther than 10 percent.
 */
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { percentFigure } from "../../../model/reports/figures";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import type { Task } from "../../../model/task";
import type { MethodTools } from "../../method";
import { fadeOf } from "../../strict/pulls";
import { StrictBench } from "../../strict/strict-bench";
import { overlapsOf } from "../../tree/bone-overlaps";
import { treeOfRig } from "../../tree/skeleton-tree";
import type { Reached } from "../improve";
import { isProbablySkinned } from "../probably-skinned";
import { rigsOf, type SolvedSkeleton } from "../solve-from";
import { areNear, distancesFrom, type JointDistances } from "./distances";
import { drawNear } from "./draw-near";

/**
 * Near joints may raise the squared error by half, and so the error by 22 percent. If they would cost more, the motion
 * is elastic and has no joints in the body. This fades where the pull fades.
 */
const MOST_COST = 0.5;

interface KeptNear extends Pick<SolvedSkeleton, "strict" | "soft" | "percent"> {
  /** µ of each joint that is pulled harder, by the name of its bone. */
  pulls: Map<string, number>;
  notes: string[];
}

/**
 * @param errors V: the squared errors of the vertices.
 * @returns null if joints are near already, or the artist has set the pull, or the mesh is probably skinned: then the
 * motion determines its joints.
 */
export async function keepJointsNear(
  { sequence, settings }: ExtractInput,
  from: Pick<SolvedSkeleton, "strict" | "soft" | "percent" | "errors">,
  { makeParallel, task }: MethodTools,
  mayGoOn: () => boolean,
): Promise<KeptNear | null> {
  const before = distancesOf(sequence, from.strict);
  if (!settings.keepNear || areNear(before) || !mayGoOn()) return null;
  if (isProbablySkinned(from.percent, from.errors)) return null;
  const { strict, soft, percent } = from;
  const bench = await StrictBench.open(makeParallel, sequence, strict, settings.influences, task);
  try {
    const begun = await reachedOn(bench, strict, task);
    const { pull } = settings;
    const drawing = { pull, most: mostOf(bench, begun), mayGoOn, progress: tellOn(bench, task) };
    const near = await drawNear(bench, begun, drawing, task);
    if (!near)
      return { strict, soft, percent, pulls: new Map(), notes: mayGoOn() ? [elasticNote(before)] : [] };
    const rigs = await rigsOf(bench, near.reached, near.pulls, task);
    const pulls = new Map<string, number>();
    strict.bones.forEach(({ name }, k) => {
      if (near.pulls[k] > pull) pulls.set(name, near.pulls[k]);
    });
    const after = distancesOf(sequence, rigs.strict);
    return { ...rigs, pulls, notes: [nearNote([before, percent], [after, rigs.percent])] };
  } finally {
    bench.parallel.dispose();
  }
}

/** The strict skeleton on its bench. */
async function reachedOn(bench: StrictBench, strict: Rig, task: Task): Promise<Reached> {
  const state = bench.stateOf(treeOfRig(strict), true);
  await bench.place(state, task);
  return { state, error: await bench.fitWeights("fixed", task), objective: Infinity };
}

const tellOn = (bench: StrictBench, task: Task) => (error: number) =>
  task.progress({
    phase: "Joints near the surface",
    done: null,
    detail: `${percentFigure(bench.percent(error))} %`,
  });

const mostOf = (bench: StrictBench, { error }: Reached): number =>
  (1 + MOST_COST * fadeOf(bench.meanOf(error))) * error;

const distancesOf = (sequence: MeshSequence, rig: Rig): JointDistances =>
  distancesFrom(
    overlapsOf(rig),
    rig.bones.map(({ parent }) => parent),
    rig.bones.flatMap(({ head }) => head),
    restDiagonal(sequence) || 2,
  );

const wordsOf = ({ mean, worst }: JointDistances): string =>
  `${percentFigure(100 * mean)} % of the diagonal from where weights meet on average, and ${percentFigure(100 * worst)} % at most`;

const nearNote = ([far, less]: [JointDistances, number], [near, more]: [JointDistances, number]): string =>
  `Joints were ${wordsOf(far)}. They are pulled harder now, and are ${percentFigure(100 * near.mean)} and ${percentFigure(100 * near.worst)} % away. The error was ${percentFigure(less)} % before, and is ${percentFigure(more)} %. A pull that you set yourself counts for all joints as it is.`;

const elasticNote = (far: JointDistances): string =>
  `Joints are ${wordsOf(far)}. To bring them nearer would raise the error by more than a fifth: the motion is elastic, or has more bends than bones. More bones or a stronger pull bring them nearer.`;
