import { type BrushSettings, possibleRadius } from "../../document/brush-settings";
import type { Grab } from "../camera/grab";
import type { SurfacePoint } from "../picking/picker";
import type { ViewCamera } from "../picking/view-camera";
import type { CanvasPoint, Say } from "../pointer/tool";
import type { BrushCursor } from "./brush-cursor";

interface BrushDrag {
  what: "radius" | "strength";
  /** The brush at the start of the drag. */
  brush: BrushSettings;
  at: CanvasPoint;
  viewCamera: ViewCamera;
  hit: SurfacePoint | null;
  cursor: BrushCursor;
  say: Say;
  change(change: Partial<BrushSettings>): void;
  done(): void;
}

/** A drag of this many CSS pixels takes the strength from 0 to 1. */
const STRENGTH_WAY = 200;

/** The brush after a drag of `way` pixels to the right. */
function dragged({ what, brush }: Pick<BrushDrag, "what" | "brush">, way: number): BrushSettings {
  if (what === "radius") return { ...brush, radius: possibleRadius(brush.radius + way) };
  const strength = Math.max(0, Math.min(1, brush.strength + way / STRENGTH_WAY));
  return { ...brush, strength: Math.round(100 * strength) / 100 };
}

/** Drags the radius of the brush, one pixel for each pixel to the right, or its strength. The circle stays in place. */
export function dragBrush(drag: BrushDrag): Grab {
  const { what, brush, at, viewCamera, hit, cursor, say, change, done } = drag;
  const finish = () => {
    done();
    say(null, at);
  };
  return {
    move: (samples) => {
      const next = dragged(drag, samples[samples.length - 1].x - at.x);
      change({ [what]: next[what] });
      const length = cursor.point(viewCamera, at, hit, next) ?? `${next.radius} px`;
      say(what === "radius" ? length : `strength ${next.strength.toFixed(2)}`, at);
    },
    end: finish,
    cancel: () => {
      change({ [what]: brush[what] });
      finish();
    },
  };
}
