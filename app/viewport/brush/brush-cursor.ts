import type { Vector3 } from "three/webgpu";
import { formatLength } from "../../common/format";
import type { BrushSettings } from "../../document/brush-settings";
import type { SurfacePoint } from "../picking/picker";
import type { ViewCamera } from "../picking/view-camera";
import type { CanvasPoint } from "../pointer/tool";
import type { Stage } from "../stage";
import { BrushCircle } from "./brush-circle";
import type { Stretch } from "./reach/stretch";

/** The circle of the brush under the pointer, with its radius as text. */
export class BrushCursor {
  private readonly stage: Stage;
  private readonly circle: BrushCircle;

  constructor(stage: Stage, element: HTMLElement) {
    this.stage = stage;
    this.circle = new BrushCircle(element);
  }

  /**
   * Moves the circle to the pointer.
   * @param stretch of a tilted pen; null for a round brush.
   * @returns the text of its radius; null if the circle is not on the mesh.
   */
  point(
    viewCamera: ViewCamera,
    at: CanvasPoint,
    hit: SurfacePoint | null,
    { reach, radius }: Pick<BrushSettings, "reach" | "radius">,
    stretch: Stretch | null = null,
  ): string | null {
    const { meshView } = this.stage;
    if (!hit || !meshView || reach === "through") {
      this.circle.float(at, radius, stretch);
      return null;
    }
    const { world } = meshView.placement;
    const point: Vector3 = hit.point.clone().applyMatrix4(world);
    const length = radius * viewCamera.pixelAt(point);
    const normal = hit.normal.clone().transformDirection(world);
    this.circle.lie({ point, normal, radius: length, stretch }, viewCamera);
    return formatLength(length * (meshView.sequence.metresPerUnit ?? 1));
  }

  hide(): void {
    this.circle.hide();
  }

  remove(): void {
    this.circle.remove();
  }
}
