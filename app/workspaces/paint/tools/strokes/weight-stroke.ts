import {
  addsUp,
  type BrushOperation,
  brushOperation,
  operationWords,
} from "../../../../document/brush-operations";
import { shownRig } from "../../../../document/document";
import {
  selectedLayer,
  whyNotPainting,
  whyNotWeights,
} from "../../../../document/weights/layers/selected-layer";
import { WeightBrush } from "../../../../document/weights/painting/weight-brush";
import { changeWeights, tellChange } from "../../../../document/weights/painting/weight-painting";
import { lockedBones } from "../../../../document/weights/weight-locks";
import type { BrushStroke } from "../../../../viewport/brush/brush-stroke";
import { GpuWeights } from "../../../../viewport/deform/data/gpu-weights";
import type { PaintStart, StartStroke } from "../paint-stroke";
import { startPassStroke } from "./pass-stroke";

const VERBS: Record<BrushOperation["kind"], string> = {
  replace: "Paint",
  add: "Paint",
  scale: "Scale weights of",
  smooth: "Smooth weights of",
  sharpen: "Sharpen weights of",
};

/** Paints on the selected layer. */
export const startWeightStroke: StartStroke = (start) => {
  const { stores } = start;
  const operation = brushOperation(start.paint, start.keys);
  const why = whyNotPainting(stores);
  if (why) return why;
  if (selectedLayer(stores)?.kind === "smooth" && addsUp(operation)) return startPassStroke(start, operation);
  return whyNotWeights(stores) ?? startRowStroke(start, operation);
};

/** Changes the selected bone's weights; the other bones share the rest. */
function startRowStroke(
  { stores, stage, edits, bone, partner, surface }: PaintStart,
  operation: BrushOperation,
): BrushStroke | string {
  const state = stores.document.getState();
  const { rig } = state;
  if (!rig) return "There are no bones yet. Solve, open a rig, or bind the mesh to a skeleton.";
  if (shownRig(state) !== rig) return "The weights are still being optimised. Pause it first.";
  if (bone === null || partner === null)
    return "No bone is selected. Alt-click the mesh, or click one in the list.";
  const locked = lockedBones(stores, rig.bones);
  const bones = partner === bone ? [bone] : [bone, partner];
  const shut = bones.find((j) => locked[j]);
  if (shut !== undefined) return `${rig.bones[shut].name} is locked. Click its padlock to paint it.`;
  if (locked.every((lock, j) => lock || j === bone))
    return "All other bones are locked, so no bone can give weight. Unlock one.";
  const live = new GpuWeights(rig.weights);
  const brush = new WeightBrush(
    { weights: rig.weights, bones: rig.bones, rest: rig.rest, rings: surface.rings, locked },
    live,
    operation,
    bones,
  );
  stage.liveWeights = live;
  const stroke: BrushStroke = {
    words: operationWords(operation),
    dab(dab, image) {
      const touch = { ...dab, bone };
      // Touch both sides at once, so that neither depends on the result of the other.
      return brush.touch(image ? [touch, { ...image, bone: partner }] : [touch], dab.pressure);
    },
    show: (until) => brush.show(until),
    end(unmatched) {
      const rows = brush.outcome();
      stage.liveWeights = null;
      stores.paintNews.setState({ unmatched });
      tellChange(stores, rig, rows, bones, brush.stuck);
      if (rows.vertices.length === 0) return;
      edits.run(changeWeights(stores, `${VERBS[operation.kind]} ${rig.bones[bone].name}`, "brush", rows));
    },
    cancel() {
      stage.liveWeights = null;
    },
  };
  return stroke;
}
