/**
 * Finds a rig at once: bones where the error is largest, and the best single bone for every vertex. Solves with a time
 * limit begin with it. They then always have a rig to return, and bones to start from if a method's own start takes too
 * long.
 */
import type { BoneKind } from "../../model/rig/rig";
import { Clusters } from "../initialisers/clusters";
import { worstVertex } from "../initialisers/worst-vertex";
import type { Blend, MethodContext } from "../methods/method";
import { PATCH } from "../problem/patch";
import { wholeSample } from "../problem/sample";

/** The largest share of the remaining time, and the seconds after the artist asked to keep the current rig. */
const SHARE = 0.35;
const KEEPING = 0.1;

export interface QuickRig {
  blend: Blend;
  /** Says that there was no time for more bones, if there are fewer than requested. */
  reason: string | null;
}

interface QuickContext extends Pick<MethodContext, "starts" | "problem" | "parallel" | "task" | "log"> {
  kind: BoneKind;
}

/** Finds at least one bone, and up to h as time allows. */
export async function quickRig(context: QuickContext, h: number): Promise<QuickRig> {
  const { starts, problem, parallel, task, log, kind } = context;
  const { arena } = parallel;
  const mark = arena.mark();
  log.enter("Starts");
  const began = task.seconds;
  const seconds = task.isKept ? KEEPING : SHARE * Math.max(0, task.left);
  const clusters = new Clusters({ ...starts, sample: wholeSample(starts) }, h);
  await clusters.begin(task);
  while (clusters.count < h && task.seconds - began < seconds)
    await clusters.addPatches(worstPlaces(context, clusters, h), task);
  const { count: bones, labels, errors } = clusters;
  const blend: Blend = {
    bones,
    kind,
    motion: clusters.motion(),
    ids: labels.slice(),
    values: new Float64Array(labels.length).fill(1),
    error: errors.reduce((sum, e) => sum + e, problem.tail),
  };
  arena.release(mark);
  const reason = bones < h ? `There was time for ${bones} of the ${h} bones that were asked for.` : null;
  return { blend, reason };
}

/** Places for as many further bones as there are, apart from each other. */
function worstPlaces({ starts }: QuickContext, { errors, count }: Clusters, h: number): number[] {
  const left = errors.slice();
  const apart = Math.max(PATCH, Math.floor(left.length / (2 * h)));
  return Array.from({ length: Math.min(count, h - count) }, () => {
    const vertex = worstVertex(left, (i) => starts.nearest.around(i, PATCH), []);
    for (const i of starts.nearest.around(vertex, apart)) left[i] = 0;
    return vertex;
  });
}

/** Motion of h bones, F·h·12. If the rig has fewer, its first bone repeats. */
export function widened({ bones, motion }: Pick<Blend, "bones" | "motion">, h: number): Float64Array {
  const frames = motion.length / (12 * bones);
  const out = new Float64Array(12 * frames * h);
  for (let k = 0; k < frames; k++) {
    for (let j = 0; j < h; j++) {
      const at = 12 * (k * bones + (j < bones ? j : 0));
      out.set(motion.subarray(at, at + 12), 12 * (k * h + j));
    }
  }
  return out;
}
