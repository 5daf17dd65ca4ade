import { type PaintState, useView } from "../../../document/view-state";
import type { Grab } from "../../../viewport/camera/gestures";
import type { SurfacePoint } from "../../../viewport/picking/picker";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Place, Say } from "../../../viewport/tool";
import type { PaintCursor } from "./paint-cursor";

interface RadiusDrag {
  at: Place;
  viewCamera: ViewCamera;
  hit: SurfacePoint | null;
  /** The least and the most, in CSS pixels. */
  bounds: readonly [number, number];
  cursor: PaintCursor;
  say: Say;
  done(): void;
}

/** Drags the brush's radius: a pixel for a pixel to the right, while the circle stays where it was pressed. */
export function dragRadius(
  { radius }: PaintState,
  { at, viewCamera, hit, bounds, cursor, say, done }: RadiusDrag,
): Grab {
  const set = (next: number) =>
    useView.setState(({ paint }) => ({
      paint: { ...paint, radius: Math.round(Math.max(bounds[0], Math.min(bounds[1], next))) },
    }));
  const finish = () => {
    done();
    say(null, at);
  };
  return {
    move: (samples) => {
      set(radius + samples[samples.length - 1].x - at.x);
      const { paint } = useView.getState();
      say(cursor.point(viewCamera, at, hit, paint) ?? `${paint.radius} px`, at);
    },
    end: finish,
    cancel: () => {
      set(radius);
      finish();
    },
  };
}
