import { plural } from "../../../common/format";
import type { Grab } from "../../camera/gestures";
import type { CanvasPoint, Say } from "../../pointer/tool";
import type { BrushCursor } from "../brush-cursor";
import type { BrushStroke, StrokeStart } from "../brush-stroke";
import type { BrushReach } from "../reach/brush-reach";
import { DabQueue } from "./dab-queue";
import { Dabs } from "./dabs";
import type { SampleTiming } from "./sample-timing";
import { eachStep, type StrokeSample } from "./stroke-path";

/** A stroke in progress, and the parts of the viewport that it uses. */
interface Followed {
  start: StrokeStart;
  reach: BrushReach;
  cursor: BrushCursor;
  timing: SampleTiming;
  say: Say;
  done(): void;
}

type Timed = StrokeSample & { time: number };

/** Turns samples of the pointer into dabs of a stroke. Does the first dab; null if it reaches nothing. */
export function followStroke(
  stroke: BrushStroke,
  { start, reach, cursor, timing, say, done }: Followed,
  at: CanvasPoint,
  event: PointerEvent,
): Grab | null {
  const { stage, brush, viewCamera, redraw } = start;
  const { meshView, picking } = stage;
  if (!meshView) return null;
  const dabs = new Dabs(reach, start, meshView.placement.world);
  const pressureOf = (pressure: number) => (brush.pressure && event.pointerType === "pen" ? pressure : 1);
  let reaches = start.hit !== null;
  const touch = ({ x, y, pressure }: StrokeSample) => {
    const hit = picking.surfaceAt(viewCamera, x, y);
    const changed = dabs.touch({ x, y, hit }, pressure, stroke);
    reaches ||= changed;
    return changed;
  };
  const show = (since: number, until: number) => {
    const more = stroke.show?.(until) ?? false;
    redraw();
    timing.note(since);
    return more;
  };
  const queue = new DabQueue<Timed>(touch, show);
  const first = { ...at, pressure: pressureOf(event.pressure), time: event.timeStamp };
  queue.add(first);
  queue.work();
  if (!reaches) {
    stroke.cancel();
    return null;
  }
  let last: StrokeSample = first;
  const step = Math.max(1, brush.spacing * brush.radius);
  const finish = () => {
    done();
    say(null, at);
  };
  const wordsAt = (length: string | null) => {
    const alone = dabs.unmatchedCount;
    const unmatched = alone > 0 && `${plural(alone, "vertex", "vertices")} without a mirror image`;
    const outside = !dabs.isInside && "outside the mask";
    return [length, outside || stroke.words, unmatched].filter(Boolean).join(" · ") || null;
  };
  return {
    move: (samples, { timeStamp: time }) => {
      for (const { x, y, pressure } of samples) {
        const to = { x, y, pressure: pressureOf(pressure), time };
        last = eachStep(last, to, step, (place) => queue.add(place));
      }
      queue.work();
      const now = samples[samples.length - 1];
      const length = cursor.point(viewCamera, now, picking.surfaceAt(viewCamera, now.x, now.y), brush);
      say(wordsAt(length), { x: now.x + brush.radius, y: now.y + brush.radius / 2 });
    },
    end: () => {
      finish();
      queue.end(() => {
        stroke.end(dabs.unmatched);
        redraw();
      });
    },
    cancel: () => {
      finish();
      queue.cancel();
      stroke.cancel();
      redraw();
    },
  };
}
