import { type BrushSettings, isGradient } from "../../../document/brush-settings";
import { setPaint } from "../../../document/paint-settings";
import { selectBones, selectedBones } from "../../../document/selection";
import { partnersOf } from "../../../document/weights/mirror/partners";
import type { BrushStroke, BrushSubject, StrokeStart } from "../../../viewport/brush/brush-stroke";
import { finishedGrab } from "../../../viewport/brush/brush-tool";
import type { Grab } from "../../../viewport/camera/grab";
import type { CanvasPoint, ToolContext } from "../../../viewport/pointer/tool";
import type { PaintStart } from "./paint-stroke";
import { STROKES } from "./stroke-table";
import { dragGradient } from "./strokes/gradient-drag";

/** The brushes of the Paint workspace: those that paint weights, and those that steer the optimisation. */
export class PaintSubject implements BrushSubject {
  readonly sees = "surface";
  readonly change = (change: Partial<BrushSettings>) => setPaint(this.context.stores, change);
  private readonly context: ToolContext;

  constructor(context: ToolContext) {
    this.context = context;
  }

  inHand() {
    const { workspace, paint } = this.context.stores.view.getState();
    const able = workspace === "paint" && this.context.stage.meshView && STROKES[paint.tool];
    return able ? paint : null;
  }

  isUnmasked(): boolean {
    return this.context.stores.view.getState().paint.tool === "mask";
  }

  hasStrength(): boolean {
    return true;
  }

  hasCircle(): boolean {
    const { tool, operation } = this.context.stores.view.getState().paint;
    return tool !== "weight" || !isGradient(operation);
  }

  /** Begins a gradient, which has no dabs. Null for other operations. */
  drag(start: StrokeStart): Grab | string | null {
    const { paint } = start.stores.view.getState();
    if (paint.tool !== "weight" || start.keys.shift) return null;
    if (!isGradient(paint.operation)) return null;
    return this.told(dragGradient(this.startOf(start), paint.operation === "radial" ? "radial" : "linear"));
  }

  begin(start: StrokeStart): BrushStroke | string | null {
    return this.told(STROKES[start.stores.view.getState().paint.tool]?.(this.startOf(start)) ?? null);
  }

  /** Also says in the panel why a stroke cannot begin: the words at the pointer go when the button is released. */
  private told<T>(begun: T | string): T | string {
    if (typeof begun === "string") this.context.stores.paintNews.setState({ words: begun, unmatched: null });
    return begun;
  }

  /** Adds the settings, the bones and their partners to the start of a stroke. */
  private startOf(start: StrokeStart): PaintStart {
    const view = start.stores.view.getState();
    const { paint, selectedBone: bone } = view;
    const rig = this.context.stage.meshView?.rig;
    const { mirroring } = start.stores.document.getState();
    const pairs = start.mirror && rig && partnersOf(rig, start.mirror, mirroring.pairs).pairs;
    const partnerOf = (j: number) => pairs?.[j] ?? j;
    const selected = selectedBones(view);
    const partner = bone === null ? null : partnerOf(bone);
    return { ...start, paint, bone, partner, bones: selected, partners: selected.map(partnerOf) };
  }

  /** Selects the bone and the vertex under the pointer. */
  pick(at: CanvasPoint): Grab {
    const { stage, say } = this.context;
    const part = stage.picking.viewAt(at.x, at.y);
    const viewCamera = stage.picking.cameraOf(part);
    const vertex = stage.picking.vertexAt(part, viewCamera, at.x, at.y)?.vertex ?? null;
    const handle = part.look.bones ? stage.bones.handleUnder(at.x, at.y, viewCamera) : null;
    const bone = handle ?? (vertex === null ? null : stage.bones.moving(vertex));
    if (bone !== null) {
      selectBones(this.context.stores, [bone]);
      say(stage.bones.nameOf(bone), at);
    }
    if (handle === null && vertex !== null) setPaint(this.context.stores, { vertex });
    return finishedGrab(() => say(null, at));
  }
}
