import type { StrengthName } from "../../../../workers/model/deform";
import { brushOperation } from "../../../document/brush-operations";
import { paintStrength } from "../../../document/deform/deform-commands";
import type { ViewState } from "../../../document/view-state";
import type { BrushStroke, StrokeStart } from "../../../viewport/brush/brush-stroke";
import { BrushTool } from "../../../viewport/brush/brush-tool";
import { type AmountMap, AmountStroke } from "../../../viewport/brush/maps/amount-stroke";
import { MapSubject } from "../../../viewport/brush/maps/map-subject";
import type { Tool, ToolContext } from "../../../viewport/pointer/tool";

const NOT_KNOWN = "The map is still being computed. Try again in a moment.";

/** The brush that paints the strengths of deformers. */
export const strengthBrush: Tool = (context) => new BrushTool(context, new StrengthSubject(context));

class StrengthSubject extends MapSubject {
  constructor(context: ToolContext) {
    super(context, "deform");
  }

  protected canPaint(view: ViewState): boolean {
    return view.paintMap !== null && Boolean(this.context.stage.meshView?.rig);
  }

  hasStrength(): boolean {
    return true;
  }

  begin({ stores, keys, surface }: StrokeStart): BrushStroke | string | null {
    const { paintMap, mapBrushes } = stores.view.getState();
    if (!paintMap) return null;
    const map = this.mapOf(paintMap);
    return map ? new AmountStroke(map, brushOperation(mapBrushes.deform, keys), surface) : NOT_KNOWN;
  }

  private mapOf(map: StrengthName): AmountMap | null {
    const { stage, edits } = this.context;
    const { strengths } = stage.colouring;
    const before =
      strengths.live?.map === map
        ? strengths.live.values
        : this.context.stores.prepared.getState().strengths?.[map];
    if (!before) return null;
    return {
      before,
      bounds: [0, 1],
      show: (live) => strengths.showLive(live && Object.assign(live, { map })),
      keep: (values) => {
        edits.run(paintStrength(this.context.stores, map, values));
        strengths.commitLive();
      },
    };
  }
}
