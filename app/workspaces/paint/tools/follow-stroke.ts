import type { Grab } from "../../../viewport/camera/gestures";
import type { Place, Say } from "../../../viewport/tool";
import type { BrushReach } from "./brush-reach";
import { DabQueue } from "./dab-queue";
import { Dabs } from "./dabs";
import type { PaintCursor } from "./paint-cursor";
import type { PaintStroke, StrokeStart } from "./paint-stroke";
import { timeSample } from "./sample-timing";
import { eachStep, type Sample } from "./stroke-path";

/** What a stroke is followed with. */
interface Followed {
  start: StrokeStart;
  reach: BrushReach;
  cursor: PaintCursor;
  say: Say;
  done(): void;
}

type Timed = Sample & { time: number };

/** Turns samples of the pointer into touches of a stroke, from its first touch on; null where that reaches nothing. */
export function followStroke(
  stroke: PaintStroke,
  { start, reach, cursor, say, done }: Followed,
  at: Place,
  event: PointerEvent,
): Grab | null {
  const { stage, paint, viewCamera, redraw } = start;
  const { meshView, picking } = stage;
  if (!meshView) return null;
  const dabs = new Dabs(reach, start, meshView.placement.world);
  const pressureOf = (pressure: number) => (paint.pressure && event.pointerType === "pen" ? pressure : 1);
  let reaches = start.hit !== null;
  const touch = ({ x, y, pressure }: Sample) => {
    const hit = picking.surfaceAt(viewCamera, x, y);
    const changed = dabs.touch({ x, y, hit }, pressure, (dab) => stroke.dab(dab));
    reaches ||= changed;
    return changed;
  };
  const show = (since: number, until: number) => {
    const more = stroke.show?.(until) ?? false;
    redraw();
    timeSample(since);
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
  let last: Sample = first;
  const step = Math.max(1, paint.spacing * paint.radius);
  const finish = () => {
    done();
    say(null, at);
  };
  return {
    move: (samples, { timeStamp: time }) => {
      for (const { x, y, pressure } of samples) {
        const to = { x, y, pressure: pressureOf(pressure), time };
        last = eachStep(last, to, step, (place) => queue.add(place));
      }
      queue.work();
      const now = samples[samples.length - 1];
      const length = cursor.point(viewCamera, now, picking.surfaceAt(viewCamera, now.x, now.y), paint);
      say([length, stroke.words].filter(Boolean).join(" · ") || null, {
        x: now.x + paint.radius,
        y: now.y + paint.radius / 2,
      });
    },
    end: () => {
      finish();
      queue.end(() => {
        stroke.end();
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
