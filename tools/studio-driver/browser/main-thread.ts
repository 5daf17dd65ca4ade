import { type Browser, expect, type Page } from "@playwright/test";
import { ownScript, type TraceEvent } from "./script-time";

/** A task of the page's main thread, in milliseconds. */
export interface MainThreadTask {
  /** When it started. */
  start: number;
  /** How long it occupied the thread. */
  wall: number;
  /** How long it computed. */
  cpu: number;
  /** The least time in the studio's own script, without the browser's drawing and garbage collection. */
  script: number;
  /** The number of profiler samples that show it. */
  samples: number;
  /** The task drew a picture; without a GPU, most of its time belongs to the software GPU. */
  draws: boolean;
  /** The functions of the script that took longest, the longest first. */
  functions: string[];
}

/**
 * Users notice a task that computes for 50 ms. Here the same work takes about twice as long: without a GPU, threads
 * that draw take cores and caches from the page, and the profiler keeps a record of its functions.
 */
const LONG = 2 * 50;

/** The profiler's own time for a sample, in milliseconds. Now and then it takes thousands of samples in a burst. */
const SAMPLE_COST = 0.008;

/**
 * Every task of the page's main thread while `during` runs, sorted by the time of the studio's own script, longest
 * first. Tasks wait if the solver and a software GPU occupy all cores, so computing time says more than duration.
 */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  during: () => Promise<void>,
): Promise<MainThreadTask[]> {
  const categories = ["toplevel", "devtools.timeline", "disabled-by-default-v8.cpu_profiler"];
  await browser.startTracing(page, { categories });
  await during();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isMain = (event: TraceEvent) => event.name === "thread_name" && event.args?.name === "CrRendererMain";
  return traceEvents
    .filter(isMain)
    .flatMap(({ pid, tid }) => {
      const here = traceEvents.filter((event) => event.pid === pid && event.tid === tid);
      const tasks = here.filter(({ ph, name }) => ph === "X" && name.endsWith("RunTask"));
      const pictures = here.filter(({ ph, name }) => ph === "X" && name === "FireAnimationFrame");
      const own = ownScript(traceEvents, pid, tid);
      return tasks.map(({ ts, dur = 0, tdur = 0 }) => {
        const { share, samples, functions } = own(ts, ts + dur);
        const draws = pictures.some((picture) => picture.ts >= ts && picture.ts < ts + dur);
        return {
          start: ts / 1000,
          wall: dur / 1000,
          cpu: tdur / 1000,
          script: share * Math.max(0, tdur / 1000 - SAMPLE_COST * samples),
          samples,
          draws,
          functions,
        };
      });
    })
    .sort((a, b) => b.script - a.script);
}

/** Tasks as text, for reports. */
export const inWords = (tasks: readonly MainThreadTask[]): string[] =>
  tasks.map(
    ({ wall, cpu, script, samples, functions }) =>
      `${script.toFixed(0)} ms of script by ${samples} samples, ${cpu.toFixed(0)} ms of computing, ${wall.toFixed(0)} ms: ${functions.join(", ")}`,
  );

/** Expects that the studio's own script never occupies the thread for long. The browser's own work is ignored. */
export function expectShortTasks(tasks: readonly MainThreadTask[]): void {
  expect(tasks.length).toBeGreaterThan(0);
  expect(inWords(tasks.filter(({ script }) => script > LONG))).toEqual([]);
}
