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
  args?: { name?: string; data?: ProfileData };
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url?: string };
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
  /** The function that ran. */
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
          const { functionName = "", url = "" } = frames.get(node) ?? {};
          return { at, name: functionName || "(anonymous)", own: /^https?:/.test(url) };
        });
      });
    })
    .sort((a, b) => a.at - b.at);
}

/** For periods of a thread, in microseconds: the share of its own script, and the functions that took most of it. */
export function ownScript(events: readonly TraceEvent[], pid: number, tid: number) {
  const samples = samplesOf(events, pid, tid);
  return (from: number, to: number): { share: number; functions: string[] } => {
    const within = samples.filter(({ at }) => at >= from && at < to);
    const own = within.filter((sample) => sample.own);
    const counts = new Map<string, number>();
    for (const { name } of own) counts.set(name, (counts.get(name) ?? 0) + 1);
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
    return { share: own.length / Math.max(1, within.length), functions: most.map(([name]) => name) };
  };
}
