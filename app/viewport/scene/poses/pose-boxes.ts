import type { Box3 } from "three/webgpu";
import type { Rig } from "../../../../workers/model/rig/rig";
import { posedBox, restBoxes } from "../../geometry/bone-boxes";
import { type ScenePlacement, worldBox } from "../../geometry/placement";
import type { ShownPose } from "./shown-pose";

/** Finds boxes of poses, in the world. It keeps the boxes of the bones of one rig. */
export class PoseBoxes {
  private known: { rig: Rig; boxes: Box3[] } | null = null;

  /**
   * The box of a pose by hand, or of a frame.
   * @param positions of the frame, 3V; null while it is read from its file. The box is then that of the whole motion.
   */
  of(shown: ShownPose | null, positions: Float32Array | null, { world, motion }: ScenePlacement): Box3 {
    if (shown?.pose) return posedBox(this.boxesOf(shown.rig), shown.matrices, world);
    return positions ? worldBox(positions, world) : motion;
  }

  private boxesOf(rig: Rig): Box3[] {
    if (this.known?.rig !== rig) this.known = { rig, boxes: restBoxes(rig) };
    return this.known.boxes;
  }
}
