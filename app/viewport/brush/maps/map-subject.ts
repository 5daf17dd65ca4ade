import type { BrushSettings } from "../../../document/brush-settings";
import { setMapBrush } from "../../../document/paint-settings";
import type { MapWorkspace, ViewState } from "../../../document/view-state";
import type { ToolContext } from "../../pointer/tool";
import type { BrushStroke, BrushSubject, StrokeStart } from "../brush-stroke";

/** A map with one number per vertex that a workspace's brush paints. */
export abstract class MapSubject implements BrushSubject {
  readonly sees = "bone";
  protected readonly context: ToolContext;
  private readonly workspace: MapWorkspace;

  constructor(context: ToolContext, workspace: MapWorkspace) {
    this.context = context;
    this.workspace = workspace;
  }

  readonly change = (change: Partial<BrushSettings>) =>
    setMapBrush(this.context.stores, this.workspace, change);

  inHand() {
    const view = this.context.stores.view.getState();
    const inHand = view.workspace === this.workspace && !view.playing && this.canPaint(view);
    return inHand ? view.mapBrushes[this.workspace] : null;
  }

  /** Whether a map is chosen and there is something to paint it on. */
  protected abstract canPaint(view: ViewState): boolean;

  abstract hasStrength(): boolean;

  abstract begin(start: StrokeStart): BrushStroke | string | null;
}
