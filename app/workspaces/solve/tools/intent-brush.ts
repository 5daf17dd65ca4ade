import { brushOperation } from "../../../document/brush-operations";
import { paintIntent } from "../../../document/solve/intent-commands";
import { INTENT_MAPS, intentValues } from "../../../document/solve/intent-maps";
import type { IntentMap, ViewState } from "../../../document/view-state";
import type { BrushStroke, StrokeStart } from "../../../viewport/brush/brush-stroke";
import { BrushTool } from "../../../viewport/brush/brush-tool";
import { AmountStroke } from "../../../viewport/brush/maps/amount-stroke";
import type { PaintedMap } from "../../../viewport/brush/maps/map-stroke";
import { MapSubject } from "../../../viewport/brush/maps/map-subject";
import { RegionStroke } from "../../../viewport/brush/maps/region-stroke";
import type { Tool, ToolContext } from "../../../viewport/pointer/tool";

/** The brush for the maps that steer the placement of bones. */
export const intentBrush: Tool = (context) => new BrushTool(context, new IntentSubject(context));

class IntentSubject extends MapSubject {
  constructor(context: ToolContext) {
    super(context, "solve");
  }

  protected canPaint(view: ViewState): boolean {
    return view.intentMap !== null && this.context.stage.meshView !== null;
  }

  hasStrength(): boolean {
    const { intentMap } = this.context.stores.view.getState();
    return intentMap !== null && INTENT_MAPS[intentMap].kind === "amount";
  }

  begin({ stores, keys, surface, positions, mirror }: StrokeStart): BrushStroke | null {
    const { intentMap, mapBrushes, regionTool } = stores.view.getState();
    if (!intentMap) return null;
    const { kind, bounds, usual } = INTENT_MAPS[intentMap];
    const map = this.mapOf(intentMap, positions.length / 3);
    const brush = mapBrushes.solve;
    if (kind === "amount")
      return new AmountStroke(
        { ...map, bounds },
        brushOperation(brush, keys, () => usual),
        surface,
      );
    const erase = keys.ctrl !== brush.erase;
    const images = mirror?.nearest ?? null;
    return new RegionStroke(map, { erase, shells: regionTool === "shell", surface, positions, images });
  }

  private mapOf(map: IntentMap, vertexCount: number): PaintedMap {
    const { stage, edits } = this.context;
    return {
      before: intentValues(this.context.stores.document.getState().intent, map, vertexCount),
      show: (live) => {
        stage.colouring.liveIntent = live;
      },
      keep: (values) => {
        stage.colouring.liveIntent = null;
        edits.run(paintIntent(this.context.stores, map, values));
      },
    };
  }
}
