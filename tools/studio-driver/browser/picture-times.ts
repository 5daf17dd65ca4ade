import type { Browser, Page } from "@playwright/test";
import type { TraceEvent } from "./script-time";

/** When a picture reached each of its stages, in milliseconds on one clock. */
export interface PictureTimes {
  /** The oldest sample of the pointer in it; for a redraw, the request. */
  sample: number;
  /** The weights have changed. Equal to `sample` for a redraw. */
  weights: number;
  /** The page's frame begins. */
  frame: number;
  /** The page has uploaded all data and given all commands to draw. */
  submitted: number;
  /** The picture is on the screen. Null if a later one replaced it before. */
  shown: number | null;
}

/** What the page's main thread computes for a picture, in milliseconds. */
export interface PageWork {
  /** The page's own script. */
  script: number;
  /** The browser's own work for the page: layout, paint, garbage. */
  browser: number;
  /** Without a GPU, the browser reads each picture back on this thread. Mostly waiting, which is not counted here. */
  reading: number;
}

/** What happened on the main thread. */
export interface TracedPictures {
  pictures: PictureTimes[];
  work: PageWork[];
}

const WEIGHTS = "brush sample to weights";
const PICTURE = "brush sample to picture";
/** The name of the measure of a redraw without a change; `redraw` of `large-strokes.ts` makes them. */
export const REDRAW = "redraw";
const READING = "GLES2::ReadPixels";
/** Trace events in which the page's script runs. One may contain others. */
const SCRIPT: ReadonlySet<string> = new Set([
  "EventDispatch",
  "FireAnimationFrame",
  "FunctionCall",
  "TimerFire",
]);
const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "gpu"];

type Span = { from: number; to: number };

const spanOf = ({ ts, dur = 0 }: TraceEvent): Span => ({ from: ts, to: ts + dur });
const holds = (outer: Span, { ts }: TraceEvent): boolean => ts >= outer.from && ts < outer.to;
const cpuOf = (events: readonly TraceEvent[]): number =>
  events.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;

/** Begin and end of each asynchronous event of a name, in order. */
function spansOf(events: readonly TraceEvent[], name: string): (Span & { id?: string })[] {
  const own = events.filter((event) => event.name === name);
  const ends = own.filter(({ ph }) => ph === "e").map(({ ts }) => ts);
  return own
    .filter(({ ph }) => ph === "b")
    .map(({ ts, args }, n) => ({ from: ts, to: ends[n], id: args?.id }))
    .filter(({ to }) => to !== undefined);
}

/** Leaves out events that are inside another one of the list. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = -Infinity;
  return events.filter((event) => {
    if (event.ts < end) return false;
    end = spanOf(event).to;
    return true;
  });
}

function picturesOf(events: readonly TraceEvent[], name: string): PictureTimes[] {
  const weights = spansOf(events, WEIGHTS);
  const frames = spansOf(events, "AnimationFrame");
  const renders = spansOf(events, "AnimationFrame::Render");
  const shown = new Map(
    events
      .filter((each) => each.name === "AnimationFrame::Presentation")
      .map(({ args, ts }) => [args?.id, ts]),
  );
  const ms = (ts: number) => ts / 1000;
  return spansOf(events, name).map(({ from, to }, n) => {
    const render = renders.findLast((each) => each.from <= to);
    const frame = frames.findLast((each) => each.from <= to);
    const at = shown.get(frame?.id);
    const changed = name === PICTURE ? (weights[n]?.to ?? from) : from;
    return {
      sample: ms(from),
      weights: ms(changed),
      frame: ms(Math.max(changed, render?.from ?? to)),
      submitted: ms(to),
      shown: at === undefined ? null : ms(at),
    };
  });
}

/** The work from the end of a picture's task to the end of the next one's. */
function workOf(events: readonly TraceEvent[], pictures: readonly PictureTimes[]): PageWork[] {
  const tasks = events.filter(({ ph, name }) => ph === "X" && name.endsWith("RunTask"));
  const complete = events.filter(({ ph }) => ph === "X");
  const script = outermost(complete.filter(({ name }) => SCRIPT.has(name)));
  const reading = complete.filter(({ name }) => name === READING);
  const ends = pictures.map(({ submitted }) => {
    const own = tasks.find((task) => holds(spanOf(task), { ts: 1000 * submitted } as TraceEvent));
    return own ? spanOf(own).to : 1000 * submitted;
  });
  return ends.slice(1).map((to, n) => {
    const here = (all: readonly TraceEvent[]) => all.filter((each) => holds({ from: ends[n], to }, each));
    const [all, own, read] = [cpuOf(outermost(here(tasks))), cpuOf(here(script)), cpuOf(here(reading))];
    return { script: own, browser: Math.max(0, all - own - read), reading: read };
  });
}

/** The pictures of strokes, or redraws, on the page's main thread while `during` runs. */
export async function tracePictures(
  browser: Browser,
  page: Page,
  during: () => Promise<void>,
): Promise<{ strokes: TracedPictures; redraws: TracedPictures }> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await during();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const key = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const drawing = traceEvents.find(({ name }) => name === PICTURE || name === REDRAW);
  const events = traceEvents
    .filter((event) => drawing && key(event) === key(drawing))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const traced = (name: string): TracedPictures => {
    const pictures = picturesOf(events, name);
    return { pictures, work: workOf(events, pictures) };
  };
  return { strokes: traced(PICTURE), redraws: traced(REDRAW) };
}
