import type { SolveSettings } from "../../../../workers/model/solve/solve-settings";

/** The time that a solve on this sequence took. */
export interface KnownTime {
  method: string;
  bones: number;
  seconds: number;
}

/** How long the runs of a plan will take. */
export interface PlanTime {
  seconds: number;
  /** Whether it is no estimate but a limit: each run stops there. */
  atMost: boolean;
}

type Planned = Pick<SolveSettings, "method" | "bones" | "seconds">;

/**
 * The time of a method with a number of bones, from its times with others: between two of them a power law through
 * both, beyond them in proportion to the bones.
 * @param times not empty
 */
function timeAt(times: readonly KnownTime[], bones: number): number {
  const sorted = [...times].sort((a, b) => a.bones - b.bones);
  const below = sorted.findLast((time) => time.bones <= bones);
  const above = sorted.find((time) => time.bones >= bones);
  if (!below || !above || below.bones === above.bones) {
    const near = below ?? above!;
    return (near.seconds * bones) / near.bones;
  }
  const share = Math.log(bones / below.bones) / Math.log(above.bones / below.bones);
  return below.seconds * (above.seconds / below.seconds) ** share;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * How long the runs of a plan will take, from the solves on the same sequence that are known. A method without known
 * times gets the median of the others'. Null if no time is known, and the runs have no limit.
 */
export function planTime(planned: readonly Planned[], known: readonly KnownTime[]): PlanTime | null {
  const usable = known.filter(({ seconds, bones }) => seconds > 0 && bones > 0);
  const methods = [...new Set(usable.map(({ method }) => method))];
  const timesOf = (method: string) => usable.filter((time) => time.method === method);
  const estimate = ({ method, bones }: Planned): number => {
    const own = timesOf(method);
    if (own.length > 0) return timeAt(own, bones);
    return median(methods.map((each) => timeAt(timesOf(each), bones)));
  };
  let sum = 0;
  for (const run of planned) {
    if (usable.length === 0 && run.seconds === null) return null;
    sum += Math.min(usable.length === 0 ? Infinity : estimate(run), run.seconds ?? Infinity);
  }
  return { seconds: sum, atMost: usable.length === 0 };
}
