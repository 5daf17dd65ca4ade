import { changedList, type ListMode } from "../../../../../workers/geometry/selecting/vertex-lists";
import { paintState } from "../../../../document/paint-settings";
import { selectVertices, vertexSelection } from "../../../../document/vertices/vertex-selection";
import type { CanvasPoint, ToolContext } from "../../../../viewport/pointer/tool";
import { RegionTool } from "../../../../viewport/selecting/region-tool";
import { clickedVertices } from "./clicked-vertices";

/** The largest time (ms) and distance (CSS pixels) between the two clicks of a double click. */
const DOUBLE = { time: 400, reach: 5 };

/** Select and Lasso in the Paint workspace. */
export function selectTool(context: ToolContext): RegionTool {
  const { stores, stage, edits } = context;
  let last: { at: CanvasPoint; time: number; before: Uint32Array } | null = null;
  const select = (vertices: Uint32Array) => {
    const command = selectVertices(stores, vertices);
    if (command) edits.run(command);
  };
  const click = (at: CanvasPoint, mode: ListMode) => {
    const { sequence } = stores.document.getState();
    if (!sequence) return;
    const time = performance.now();
    const isDouble =
      last !== null &&
      time - last.time < DOUBLE.time &&
      Math.hypot(at.x - last.at.x, at.y - last.at.y) < DOUBLE.reach;
    // A double click discards the result of its first click.
    const before = isDouble && last ? last.before : vertexSelection(stores).vertices;
    last = isDouble ? null : { at, time, before };
    const { picking } = stage;
    const part = picking.viewAt(at.x, at.y);
    const positions = picking.beginStroke(part.mesh);
    const hit = positions && picking.surfaceAt(picking.cameraOf(part), at.x, at.y);
    const taken = hit ? clickedVertices(sequence, hit, positions, paintState(stores).takes, isDouble) : [];
    if (hit || mode === "replace") select(changedList(before, taken, mode, sequence.vertexCount));
  };
  return new RegionTool(context, {
    kind: () => {
      const { workspace, paint } = stores.view.getState();
      if (workspace !== "paint") return null;
      return paint.tool === "select" ? "box" : paint.tool === "lasso" ? "lasso" : null;
    },
    sees: "surface",
    isThrough: () => paintState(stores).through,
    selected: () => vertexSelection(stores).vertices,
    select: (vertices) => {
      // A click, a box and another click are no double click, even if quick.
      last = null;
      select(vertices);
    },
    click,
  });
}
