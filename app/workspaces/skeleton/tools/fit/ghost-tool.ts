import { toWorld } from "../../../../viewport/geometry/placement";
import {
  type BoneLook,
  CASING,
  drawJoint,
  drawOctahedron,
  halfWidth,
  PLAIN,
  WHITE,
} from "../../../../viewport/overlay/bone-shapes";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { ToolContext, ViewportTool } from "../../../../viewport/pointer/tool";
import { FIT_DESK } from "../../runs/fit/fit-desk";
import { ghostBones } from "./ghost-bones";

/** Radius of joints, and of the ring around a bone that begins outside the mesh, in pixels. */
const JOINT = 3;
const RING = 8;

const LOOK: BoneLook = { colour: PLAIN, edge: WHITE, alpha: 0.55, strong: false, presence: 0.9 };

/** Draws the artist's skeleton over the mesh while its alignment is only proposed. `AlignTool` moves it. */
export class GhostTool implements ViewportTool {
  private readonly context: ToolContext;
  private readonly unsubscribe: () => void;

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
    this.unsubscribe = context.stores.of(FIT_DESK).subscribe(() => context.redraw());
  }

  private readonly draw = (shapes: Shapes, _: unknown, viewCamera: ViewCamera): void => {
    const { stores, stage } = this.context;
    const { half, card, outside, proposal, dragged } = stores.of(FIT_DESK).getState();
    const { workspace, frame } = stores.view.getState();
    const found = proposal?.found;
    if (!found || half !== "fit" || workspace !== "skeleton" || !stage.meshView) return;
    const isApplied = found.alignment === stores.document.getState().ownSkeleton?.alignment;
    const marked = new Set(card && outside ? found.alignment.inside.outside : []);
    if (isApplied && !dragged && marked.size === 0) return;
    for (const { name, head, tail } of ghostBones(proposal.source, found, Math.floor(frame), dragged)) {
      const [a, b] = [head, tail].map((p) => viewCamera.inView(toWorld(p, stage.meshView)));
      if (!a || !b) continue;
      if (!isApplied || dragged) {
        drawOctahedron(
          shapes,
          { head: a, tail: b, half: halfWidth(Math.hypot(b[0] - a[0], b[1] - a[1])) },
          LOOK,
        );
        drawJoint(shapes, a, JOINT, WHITE);
      }
      if (!marked.has(name) || !stage.colours) continue;
      shapes.ring(a, RING, 3.5, CASING);
      shapes.ring(a, RING, 2, stage.colours.accent);
    }
  };

  hover(): null {
    return null;
  }

  grab(): null {
    return null;
  }

  stop(): void {
    this.unsubscribe();
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
