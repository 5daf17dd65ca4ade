import { type Pose, poseOfMatrices } from "../../../workers/model/pose";
import type { Grab } from "../camera/gestures";
import { shownPose } from "../scene/shown-pose";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import { parentRotation, ringAt } from "./gizmo";
import { RotateDrag } from "./rotate-drag";

/** How far from a ring the pointer still means it, in CSS pixels. */
const REACH = 7;
const REACH_TOUCH = 18;

type Place = { x: number; y: number };

/** Turns the selected bone by its rings. `say` shows a word beside the pointer, or none. */
export class PoseTool {
  private readonly stage: Stage;
  private readonly edits: ViewportEdits;
  private readonly redraw: () => void;
  private readonly say: (text: string | null, at: Place) => void;

  constructor(
    stage: Stage,
    edits: ViewportEdits,
    redraw: () => void,
    say: (text: string | null, at: Place) => void,
  ) {
    this.stage = stage;
    this.edits = edits;
    this.redraw = redraw;
    this.say = say;
  }

  private under(at: Place, reach: number) {
    const part = this.stage.sight.viewAt(at.x, at.y);
    const lens = this.stage.sight.lensOf(part);
    const rings = this.stage.rings(lens);
    const found = rings && ringAt(rings, lens, at.x, at.y, reach);
    return found && { lens, ...found, ring: rings[found.name] };
  }

  /** Lights up what is under the pointer; true where that is a ring. */
  hover(at: Place | null): boolean {
    const hot = (at && this.under(at, REACH)?.name) ?? null;
    if (hot !== this.stage.gizmo.hot) {
      this.stage.gizmo.hot = hot;
      this.redraw();
    }
    return hot !== null;
  }

  /** Takes hold of the ring under the pointer. */
  grab(at: Place, event: PointerEvent): Grab | null {
    const { stage, edits } = this;
    const found = this.under(at, event.pointerType === "touch" ? REACH_TOUCH : REACH);
    const shown = stage.shownPose;
    const bone = stage.turnable();
    const world = stage.subject?.placement.world;
    if (!found || !shown || bone === null || !world) return null;
    const { bones } = shown.rig;
    const start: Pose = shown.pose ?? poseOfMatrices(bones, shown.matrices, `Frame ${shown.frame + 1}`);
    const begun = shownPose(null, shown.rig, start, shown.frame, false);
    const drag = new RotateDrag(
      start,
      bone,
      found,
      parentRotation(begun, bone, world),
      found.lens.ray(at.x, at.y),
    );
    let pose = start;
    const finish = () => {
      stage.gizmo = { hot: null, turn: null };
      this.say(null, at);
      this.redraw();
    };
    stage.gizmo = { hot: found.name, turn: drag.turn };
    this.redraw();
    return {
      move: (samples, { shiftKey, ctrlKey, metaKey }) => {
        const now = samples[samples.length - 1];
        pose = drag.move(found.lens.ray(now.x, now.y), { fine: shiftKey, snap: ctrlKey || metaKey });
        stage.gizmo.turn = drag.turn;
        this.say(drag.readout, now);
        edits.poseLive(pose);
      },
      end: () => {
        finish();
        if (drag.still) edits.poseLive(null);
        else edits.posed(pose, drag.label(bones[bone].name));
      },
      cancel: () => {
        finish();
        edits.poseLive(null);
      },
    };
  }
}
