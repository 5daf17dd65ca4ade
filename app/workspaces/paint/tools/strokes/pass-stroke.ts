import { type BrushOperation, operationWords } from "../../../../document/brush-operations";
import { compositionOf } from "../../../../document/weights/layers/composition";
import { paintPasses } from "../../../../document/weights/layers/layer-commands";
import { levelOf, selectedLayer } from "../../../../document/weights/layers/selected-layer";
import { PassBrush } from "../../../../document/weights/painting/pass-brush";
import type { BrushStroke } from "../../../../viewport/brush/brush-stroke";
import { GpuWeights } from "../../../../viewport/deform/data/gpu-weights";
import type { PaintStart } from "../paint-stroke";

/** A stroke on a smoothing layer. Smooth adds passes, Sharpen removes them. */
export function startPassStroke(
  { stores, stage, edits }: PaintStart,
  operation: BrushOperation,
): BrushStroke | string {
  const state = stores.document.getState();
  const layer = selectedLayer(stores);
  const { rig, weightLayers: stack } = state;
  if (!rig || !stack || !layer) return "There is no layer to paint on.";
  const live = new GpuWeights(rig.weights);
  const by = operation.kind === "sharpen" ? -operation.strength : operation.strength;
  const brush = new PassBrush(compositionOf(state, rig, stack), levelOf(stack, layer.id), live, by);
  stage.liveWeights = live;
  return {
    words: operationWords(operation),
    dab: (dab, image) => {
      const touches = [dab, ...(image ? [image] : [])].map((touch) => ({ ...touch, bone: 0 }));
      return brush.touch(touches, dab.pressure);
    },
    show: () => brush.show(),
    end(unmatched) {
      stage.liveWeights = null;
      // Words of an earlier stroke, or why one was refused, do not apply to this one.
      stores.paintNews.setState({ words: null, unmatched });
      const { rows } = brush;
      if (rows.vertices.length > 0) edits.run(paintPasses(stores, layer.id, rows));
    },
    cancel() {
      stage.liveWeights = null;
    },
  };
}
