import { BONE_DRAG, dropWords } from "../../../../panels/bones/tree/bone-drag";
import { type BoneLook, drawJoint, WHITE } from "../../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../../viewport/overlay/dashes";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { ToolContext, ViewportTool } from "../../../../viewport/pointer/tool";

const LOOK: BoneLook = { colour: WHITE, edge: WHITE, alpha: 1, strong: false, presence: 1 };

/** While a row of the tree is dragged onto another one, draws the link that a drop would make as a dashed line. */
export function newLink({ stores, stage, redraw }: ToolContext): ViewportTool {
  const drag = stores.of(BONE_DRAG);
  const draw = (shapes: Shapes, part: { look: { bones: boolean } }, viewCamera: ViewCamera): void => {
    const now = drag.getState().drag;
    const bones = stage.rig?.bones;
    if (!now || !bones || now.onto === null || now.onto < 0 || !part.look.bones) return;
    if (!dropWords(bones, now)?.allowed) return;
    const [from, to] = [stage.bones.headOf(now.onto), stage.bones.headOf(now.bone)];
    const [a, b] = [from && viewCamera.inView(from), to && viewCamera.inView(to)];
    if (!a || !b) return;
    drawDashes(shapes, a, b, LOOK);
    for (const end of [a, b]) drawJoint(shapes, end, 3.5, WHITE);
  };
  stage.overlays.marks.add(draw);
  const quit = drag.subscribe(redraw);
  return {
    hover: () => null,
    grab: () => null,
    stop() {
      stage.overlays.marks.delete(draw);
      quit();
    },
  };
}
