import type { Browser, Page } from "@playwright/test";

/** A task of the page's main thread, in milliseconds: how long it held the thread, and how long it computed. */
export interface MainThreadTask {
  wall: number;
  cpu: number;
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
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
  await browser.startTracing(page, { categories: ["toplevel"] });
  await during();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = (event: TraceEvent) => `${event.pid}.${event.tid}`;
  const mains = new Set(
    traceEvents.filter((e) => e.name === "thread_name" && e.args?.name === "CrRendererMain").map(threadOf),
  );
  return traceEvents
    .filter((e) => e.ph === "X" && e.name.endsWith("RunTask") && mains.has(threadOf(e)))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
    .sort((a, b) => b.cpu - a.cpu);
}
