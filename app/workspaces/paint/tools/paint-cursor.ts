import type { Vector3 } from "three/webgpu";
import { formatLength } from "../../../common/format";
import type { PaintState } from "../../../document/view-state";
import { BrushCursor } from "../../../viewport/brush/brush-cursor";
import type { SurfacePoint } from "../../../viewport/picking/picker";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import type { Place } from "../../../viewport/tool";

/** The brush's circle under the pointer, and its radius in words. */
export class PaintCursor {
  private readonly stage: Stage;
  private readonly circle: BrushCursor;

  constructor(stage: Stage, element: HTMLElement) {
    this.stage = stage;
    this.circle = new BrushCursor(element);
  }

  /** Puts the circle where the pointer is. Returns its radius as the artist reads it, where it lies on the mesh. */
  point(
    viewCamera: ViewCamera,
    at: Place,
    hit: SurfacePoint | null,
    { reach, radius }: PaintState,
  ): string | null {
    const { meshView } = this.stage;
    if (!hit || !meshView || reach === "through") {
      this.circle.float(at.x, at.y, radius);
      return null;
    }
    const { world } = meshView.placement;
    const point: Vector3 = hit.point.clone().applyMatrix4(world);
    const length = radius * viewCamera.pixelAt(point);
    const normal = hit.normal.clone().transformDirection(world);
    this.circle.lie({ point, normal, radius: length }, viewCamera);
    return formatLength(length * (meshView.sequence.metresPerUnit ?? 1));
  }

  hide(): void {
    this.circle.hide();
  }

  remove(): void {
    this.circle.remove();
  }
}
