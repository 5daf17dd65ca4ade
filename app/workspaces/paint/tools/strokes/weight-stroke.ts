import { shownRig, useDocument } from "../../../../document/document";
import { type WeightOperation, weightOperation } from "../../../../document/weights/operations";
import { usePaintNews } from "../../../../document/weights/paint-news";
import { type Touch, WeightBrush } from "../../../../document/weights/weight-brush";
import { lockedBones } from "../../../../document/weights/weight-locks";
import { changeWeights, tellChange } from "../../../../document/weights/weight-painting";
import { LiveWeights } from "../../../../viewport/deform/live-weights";
import type { PaintStroke, StartStroke } from "../paint-stroke";

const VERBS: Record<WeightOperation["kind"], string> = {
  replace: "Paint",
  add: "Paint",
  scale: "Scale weights of",
  smooth: "Smooth weights of",
  sharpen: "Sharpen weights of",
};

/** "+0.35", "× 0.80 at 0.35", "smooth 0.35". */
function wordsOf({ kind, value, strength }: WeightOperation): string {
  const at = strength.toFixed(2);
  switch (kind) {
    case "add":
      return `${value < 0 ? "−" : "+"}${Math.abs(value * strength).toFixed(2)}`;
    case "replace":
      return `${value.toFixed(2)} at ${at}`;
    case "scale":
      return `× ${value.toFixed(2)} at ${at}`;
    default:
      return `${kind} ${at}`;
  }
}

/** Direct weights: what is touched is moved more or less by the selected bone, at the cost of the others. */
export const startWeightStroke: StartStroke = ({
  stage,
  edits,
  paint,
  bone,
  keys,
  surface,
  mirror,
  pairs,
}) => {
  const state = useDocument.getState();
  const { rig } = state;
  if (!rig) return "There are no bones yet: solve, open a rig, or bind the mesh to a skeleton.";
  if (shownRig(state) !== rig) return "The weights are being worked out. Pause that first.";
  if (bone === null) return "No bone is selected. Alt-click the mesh, or click one in the list.";
  const locked = lockedBones(rig.bones);
  const bones = mirror && pairs[bone] !== bone ? [bone, pairs[bone]] : [bone];
  const shut = bones.find((j) => locked[j]);
  if (shut !== undefined) return `${rig.bones[shut].name} is locked. Click its padlock to paint it.`;
  if (locked.every((lock, j) => lock || j === bone))
    return "All other bones are locked, so there is nothing to take weight from. Unlock one.";
  const operation = weightOperation(paint, keys);
  const live = new LiveWeights(rig.weights);
  const brush = new WeightBrush(
    { weights: rig.weights, bones: rig.bones, rest: rig.rest, rings: surface.rings, locked },
    live,
    operation,
    bones,
  );
  const unmatched = new Set<number>();
  let first: Touch | null = null;
  stage.liveWeights = live;
  const stroke: PaintStroke = {
    words: wordsOf(operation),
    dab(dab) {
      if (mirror && !dab.mirrored) {
        for (let n = 0; n < dab.count; n++)
          if (mirror.map[dab.vertices[n]] < 0) unmatched.add(dab.vertices[n]);
      }
      if (dab.bone === null) return false;
      const touch = { ...dab, bone: dab.bone };
      // An image comes right after what it is of: both are taken together, so that neither sees the other's outcome.
      if (mirror && !dab.mirrored) {
        first = touch;
        return false;
      }
      return brush.touch(first ? [first, touch] : [touch], dab.pressure);
    },
    show: (until) => brush.show(until),
    end() {
      const rows = brush.outcome();
      stage.liveWeights = null;
      usePaintNews.setState({ unmatched: unmatched.size > 0 ? Uint32Array.from(unmatched).sort() : null });
      tellChange(rig, rows, bones, brush.stuck);
      if (rows.vertices.length === 0) return;
      edits.run(changeWeights(`${VERBS[operation.kind]} ${rig.bones[bone].name}`, "brush", rows));
    },
    cancel() {
      stage.liveWeights = null;
    },
  };
  return stroke;
};
