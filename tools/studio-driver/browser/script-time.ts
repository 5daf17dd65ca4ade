/** Attributes time to scripts: reads the samples of the script profiler in a trace. */

export interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  id?: string;
  /** Microseconds. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; id?: string; data?: ProfileData };
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url?: string; lineNumber?: number; columnNumber?: number };
}

interface ProfileData {
  /** Microseconds. */
  startTime?: number;
  cpuProfile?: { nodes?: ProfileNode[]; samples?: number[] };
  /** Microseconds from one sample to the next. */
  timeDeltas?: number[];
}

interface Sample {
  at: number;
  /** The function that ran, with its place in a script of the page, because names are short in a built script. */
  name: string;
  /** The function is in a script of the page. Native functions and the browser itself have no address. */
  own: boolean;
}

/** All samples of one thread, in order. */
function samplesOf(events: readonly TraceEvent[], pid: number, tid: number): Sample[] {
  return events
    .filter((event) => event.name === "Profile" && event.pid === pid && event.tid === tid)
    .flatMap((profile) => {
      const chunks = events
        .filter(({ name, id }) => name === "ProfileChunk" && id === profile.id)
        .filter((chunk) => chunk.pid === pid)
        .sort((a, b) => a.ts - b.ts);
      const frames = new Map<number, ProfileNode["callFrame"]>();
      let at = profile.args?.data?.startTime ?? profile.ts;
      return chunks.flatMap(({ args }) => {
        const { cpuProfile, timeDeltas = [] } = args?.data ?? {};
        for (const { id, callFrame } of cpuProfile?.nodes ?? []) frames.set(id, callFrame);
        return (cpuProfile?.samples ?? []).map((node, n) => {
          at += timeDeltas[n];
          const { functionName = "", url = "", lineNumber = 0, columnNumber = 0 } = frames.get(node) ?? {};
          const own = /^https?:/.test(url);
          const place = own ? ` (${url.split("/").at(-1)}:${lineNumber + 1}:${columnNumber + 1})` : "";
          return { at, name: `${functionName || "(anonymous)"}${place}`, own };
        });
      });
    })
    .sort((a, b) => a.at - b.at);
}

/** The result of the samples for a period of a thread. */
interface OwnScript {
  /**
   * The least share of the thread's own script that the samples allow, 0 to 1. On a busy machine the profiler takes few
   * samples, and few samples prove little.
   */
  share: number;
  /** Number of samples. */
  samples: number;
  /** The functions that took most of it. */
  functions: string[];
}

/** The width of the confidence interval of a share, in standard deviations. */
const SURELY = 2;

/** Lower end of the interval of a share that was seen `hits` times in `count` samples. Wilson 1927. */
function leastShare(hits: number, count: number): number {
  if (count === 0) return 0;
  const [seen, z2] = [hits / count, SURELY ** 2];
  const reach = SURELY * Math.sqrt((seen * (1 - seen)) / count + z2 / (4 * count ** 2));
  return Math.max(0, (seen + z2 / (2 * count) - reach) / (1 + z2 / count));
}

/** Measures the own script in periods of a thread, in microseconds. */
export function ownScript(events: readonly TraceEvent[], pid: number, tid: number) {
  const samples = samplesOf(events, pid, tid);
  return (from: number, to: number): OwnScript => {
    const within = samples.filter(({ at }) => at >= from && at < to);
    const own = within.filter((sample) => sample.own);
    const counts = new Map<string, number>();
    for (const { name } of own) counts.set(name, (counts.get(name) ?? 0) + 1);
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
    const share = leastShare(own.length, within.length);
    return { share, samples: within.length, functions: most.map(([name]) => name) };
  };
}
