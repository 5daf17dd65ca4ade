import { type BrushOperation, brushOperation, operationWords } from "../../../../document/brush-operations";
import { selectedLayer, whyNotPainting } from "../../../../document/weights/layers/selected-layer";
import type { StrokeWay } from "../../../../document/weights/painting/drawn-along";
import { WeightBrush } from "../../../../document/weights/painting/weight-brush";
import { changeWeights, tellChange } from "../../../../document/weights/painting/weight-painting";
import type { BrushStroke, Dab } from "../../../../viewport/brush/brush-stroke";
import { GpuWeights } from "../../../../viewport/deform/data/gpu-weights";
import type { PaintStart, StartStroke } from "../paint-stroke";
import { type PaintedBones, paintedBones } from "./painted-bones";
import { startPassStroke } from "./pass-stroke";

const VERBS: Record<BrushOperation["kind"], string> = {
  replace: "Paint",
  add: "Paint",
  scale: "Scale weights of",
  smooth: "Smooth weights of",
  sharpen: "Sharpen weights of",
  smear: "Smear weights of",
  average: "Average weights of",
};

/** A brush on weights that shows its changes at once, and makes one undo step at the end. */
export function liveBrush(
  { stores, stage, edits, surface }: PaintStart,
  { rig, locked, sides, name }: PaintedBones,
  operation: BrushOperation,
) {
  const live = new GpuWeights(rig.weights);
  const { weights, bones, rest } = rig;
  const brush = new WeightBrush(
    { weights, bones, rest, rings: surface.rings, locked },
    live,
    operation,
    sides,
  );
  stage.liveWeights = live;
  return {
    brush,
    end(unmatched: Uint32Array | null, verb = VERBS[operation.kind]) {
      const rows = brush.outcome();
      stage.liveWeights = null;
      stores.paintNews.setState({ unmatched });
      tellChange(stores, rig, rows, sides.flat(), brush.stuck);
      if (rows.vertices.length === 0) return;
      const command = changeWeights(stores, `${verb} ${name}`, "brush", rows);
      if (typeof command === "string") stores.paintNews.setState({ words: command });
      else edits.run(command);
    },
    cancel() {
      stage.liveWeights = null;
    },
  };
}

/** Measures the movement of a stroke from dab to dab. */
class WayOfStroke {
  private last: { x: number; y: number; z: number } | null = null;
  private readonly positions: Float32Array;

  constructor(positions: Float32Array) {
    this.positions = positions;
  }

  /** The movement since the last dab. Null for the first dab, and beside the mesh. */
  to({ hit }: Dab): StrokeWay | null {
    const { last, positions } = this;
    this.last = hit ? { x: hit.point.x, y: hit.point.y, z: hit.point.z } : null;
    if (!hit || !last) return null;
    return { by: [hit.point.x - last.x, hit.point.y - last.y, hit.point.z - last.z], positions };
  }
}

/** The mirror image of a movement, at the plane of the rest pose. */
function mirroredWay(way: StrokeWay | null, mirror: PaintStart["mirror"]): StrokeWay | null {
  if (!way || !mirror) return null;
  const { normal } = mirror.plane;
  const [x, y, z] = way.by;
  const twice = 2 * (x * normal[0] + y * normal[1] + z * normal[2]);
  return { ...way, by: [x - twice * normal[0], y - twice * normal[1], z - twice * normal[2]] };
}

/** Paints weights on the selected layer. */
export const startWeightStroke: StartStroke = (start) => {
  const { stores } = start;
  const operation = brushOperation(start.paint, start.keys);
  const why = whyNotPainting(stores);
  if (why) return why;
  const smooths = operation.kind === "smooth" || operation.kind === "sharpen";
  if (selectedLayer(stores)?.kind === "smooth" && smooths) return startPassStroke(start, operation);
  return startRowStroke(start, operation);
};

/** Changes the total weight of the selected bones. The other bones share the rest. */
function startRowStroke(start: PaintStart, operation: BrushOperation): BrushStroke | string {
  const of = paintedBones(start);
  if (typeof of === "string") return of;
  const { brush, end, cancel } = liveBrush(start, of, operation);
  const way = new WayOfStroke(start.positions);
  const [own, partners] = of.firsts;
  return {
    words: operationWords(operation),
    dab(dab, image) {
      const along = operation.kind === "smear" ? way.to(dab) : null;
      const touch = { ...dab, bone: own, way: along };
      // Touch both sides at once, so that neither depends on the result of the other.
      const mirrored = image && { ...image, bone: partners, way: mirroredWay(along, start.mirror) };
      return brush.touch(mirrored ? [touch, mirrored] : [touch], dab.pressure);
    },
    show: (until) => brush.show(until),
    end: (unmatched) => end(unmatched),
    cancel,
  };
}
