import type { Browser, Page } from "@playwright/test";

/** A task of the page's main thread, in milliseconds: how long it held the thread, and how long it computed. */
export interface MainThreadTask {
  wall: number;
  cpu: number;
  /** It drew a picture: what that computes is mostly the software GPU's, where there is no other. */
  draws: boolean;
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * Every task of the page's main thread while `during` runs, the longest computation first. A machine whose cores the
 * solver and a software GPU fill makes tasks wait, so what they compute says more than how long they take.
 */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  during: () => Promise<void>,
): Promise<MainThreadTask[]> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await during();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = (event: TraceEvent) => `${event.pid}.${event.tid}`;
  const mains = new Set(
    traceEvents.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain").map(threadOf),
  );
  const here = traceEvents.filter((e) => e.ph === "X" && mains.has(threadOf(e)));
  const pictures = here.filter((e) => e.name === "FireAnimationFrame");
  return here
    .filter((e) => e.name.endsWith("RunTask"))
    .map(({ ts, dur = 0, tdur = 0, ...task }) => ({
      wall: dur / 1000,
      cpu: tdur / 1000,
      draws: pictures.some((e) => e.tid === task.tid && e.pid === task.pid && e.ts >= ts && e.ts < ts + dur),
    }))
    .sort((a, b) => b.cpu - a.cpu);
}
