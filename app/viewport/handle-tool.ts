import { Vector3 } from "three/webgpu";
import { toggleBone } from "../document/selection";
import { useView } from "../document/view-state";
import { formatCount } from "../ui/format";
import type { Grab } from "./camera/gestures";
import type { Stage } from "./stage";
import type { ViewportEdits } from "./viewport-edits";

/** A press that moves no farther than this is a click, in CSS pixels. */
const CLICK_REACH = 4;

type Place = { x: number; y: number };

/** Drags a bone's handle over the surface: where it is dropped, the bone goes. */
export class HandleTool {
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

  /** The bone whose handle is under a point, where handles can be dragged. */
  under(at: Place): number | null {
    const { workspace, playing, intentMap } = useView.getState();
    if (workspace !== "solve" || playing || intentMap) return null;
    const part = this.stage.sight.viewAt(at.x, at.y);
    return part.look.bones ? this.stage.boneAt(at.x, at.y, this.stage.sight.lensOf(part)) : null;
  }

  grab(at: Place, event: PointerEvent): Grab | null {
    const { stage, edits } = this;
    const bone = this.under(at);
    if (bone === null) return null;
    // A finger is as wide as many handles: it drags the one that it selected before.
    if (event.pointerType === "touch" && useView.getState().selectedBone !== bone) return null;
    const part = stage.sight.viewAt(at.x, at.y);
    const lens = stage.sight.lensOf(part);
    const several = event.ctrlKey || event.metaKey || event.shiftKey;
    const name = stage.nameOf(bone);
    let dragging = false;
    let vertex: number | null = null;
    const finish = () => {
      stage.boneDrag = null;
      this.say(null, at);
      this.redraw();
    };
    return {
      move: (samples) => {
        const now = samples[samples.length - 1];
        dragging ||= Math.hypot(now.x - at.x, now.y - at.y) > CLICK_REACH;
        if (!dragging) return;
        const hit = stage.sight.vertexAt(part, lens, now.x, now.y);
        vertex = hit?.vertex ?? null;
        const place = hit && stage.subject ? hit.position.applyMatrix4(stage.subject.placement.world) : null;
        stage.boneDrag = {
          bone,
          place: place ?? lens.ray(now.x, now.y).at(depthOf(stage, bone, lens), new Vector3()),
          isOn: hit !== null,
        };
        this.say(
          vertex === null ? `${name}: not on the mesh` : `${name} to vertex ${formatCount(vertex)}`,
          now,
        );
        this.redraw();
      },
      end: () => {
        finish();
        if (!dragging && several) toggleBone(bone);
        else if (!dragging) useView.setState({ selectedBone: bone, alsoSelected: [] });
        else if (vertex !== null) edits.boneMoved(bone, vertex);
      },
      cancel: finish,
    };
  }
}

/** How far from the camera a bone's handle is. */
function depthOf(stage: Stage, bone: number, lens: ReturnType<Stage["sight"]["lensOf"]>): number {
  return stage.headOf(bone)?.distanceTo(lens.camera.position) ?? 1;
}
