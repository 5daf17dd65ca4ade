import { plural } from "../../../common/format";
import type { Grab, PenSample } from "../../camera/grab";
import type { CanvasPoint, Say } from "../../pointer/tool";
import type { MeshView } from "../../scene/mesh-view";
import type { BrushCursor } from "../brush-cursor";
import type { BrushStroke, StrokeStart } from "../brush-stroke";
import type { BrushReach } from "../reach/brush-reach";
import { stretchOf } from "../reach/stretch";
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

/** Returns a function that reads the pressure and the tilt of a pen, if the brush uses them. */
function penReader({ brush }: StrokeStart, { pointerType }: PointerEvent) {
  const isPen = pointerType === "pen";
  return (pen: Pick<PenSample, "pressure" | "tiltX" | "tiltY">) => ({
    pressure: brush.pressure && isPen ? pen.pressure : 1,
    stretch: brush.tilt && isPen ? stretchOf(pen) : null,
  });
}

/** Returns a function that puts a dab where a sample is. @returns whether the dab changes the picture. */
function toucher(stroke: BrushStroke, start: StrokeStart, meshView: MeshView, dabs: Dabs) {
  const { stage, viewCamera, part } = start;
  const { picking } = stage;
  let { frame } = meshView;
  return ({ x, y, pressure, stretch }: StrokeSample): boolean => {
    // During playback the stroke continues in the pose on screen; this updates the same array of positions.
    if (meshView.frame !== frame) {
      frame = meshView.frame;
      picking.beginStroke(part.mesh);
    }
    const hit = picking.surfaceAt(viewCamera, x, y);
    return dabs.touch({ x, y, hit, stretch }, pressure, stroke);
  };
}

/** The text beside the pointer: the radius, what the stroke says, and what it cannot reach. */
function strokeWords(stroke: BrushStroke, dabs: Dabs, radius: string | null): string | null {
  const alone = dabs.unmatchedCount;
  const unmatched = alone > 0 && `${plural(alone, "vertex", "vertices")} without a mirror image`;
  const outside = !dabs.isInside && "outside the mask";
  return [radius, outside || stroke.words, unmatched].filter(Boolean).join(" · ") || null;
}

/** Turns samples of the pointer into dabs of a stroke. Does the first dab; null if it reaches nothing. */
export function followStroke(
  stroke: BrushStroke,
  { start, reach, cursor, timing, say, done }: Followed,
  at: CanvasPoint,
  event: PointerEvent,
): Grab | null {
  const { stage, brush, viewCamera, redraw, stores } = start;
  const { meshView, picking } = stage;
  if (!meshView) return null;
  const dabs = new Dabs(reach, start, meshView.placement.world);
  const read = penReader(start, event);
  let reaches = start.hit !== null;
  const touch = toucher(stroke, start, meshView, dabs);
  const show = (since: number, until: number) => {
    const more = stroke.show?.(until) ?? false;
    redraw();
    timing.note(since);
    return more;
  };
  const queue = new DabQueue<Timed>((sample) => {
    const isChanged = touch(sample);
    reaches ||= isChanged;
    return isChanged;
  }, show);
  const first = { ...at, ...read(event), time: event.timeStamp };
  queue.add(first);
  queue.work();
  if (!reaches) {
    stroke.cancel();
    return null;
  }
  let last: StrokeSample = first;
  // During playback, a resting pointer also paints what moves under it.
  const stopFollowing = stores.view.subscribe(
    ({ frame: now }) => now,
    () => {
      queue.add({ ...last, time: performance.now() });
      queue.work();
    },
  );
  const step = Math.max(1, brush.spacing * brush.radius);
  const finish = () => {
    stopFollowing();
    done();
    say(null, at);
  };
  const point = ({ x, y, stretch }: StrokeSample) =>
    cursor.point(viewCamera, { x, y }, picking.surfaceAt(viewCamera, x, y), brush, stretch);
  point(first);
  return {
    move: (samples, { timeStamp: time }) => {
      for (const sample of samples) {
        const to = { x: sample.x, y: sample.y, ...read(sample), time };
        last = eachStep(last, to, step, (place) => queue.add(place));
      }
      queue.work();
      const now = samples[samples.length - 1];
      say(strokeWords(stroke, dabs, point({ ...now, ...read(now) })), {
        x: now.x + brush.radius,
        y: now.y + brush.radius / 2,
      });
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
