import { noSequence } from "../../actions/guards/guards";
import { useDocument } from "../../document/use-stores";
import { PoseTool } from "../../viewport/gizmo/pose-tool";
import { BIND_ACTIONS } from "../bind/actions/bind-actions";
import { JOINT_FITTING_ACTIONS } from "../bind/actions/joint-actions";
import { BindingStatus } from "../bind/BindingStatus";
import { useHeatBeside } from "../bind/panels/BesideTags";
import { OptimiseStrip } from "../bind/panels/OptimiseStrip";
import { StopBinding } from "../bind/StopBinding";
import { BIND_SETTINGS } from "../bind/settings";
import type { WorkspaceFace } from "../face";
import { SEGMENT_ACTIONS } from "../skeleton/actions/segment-actions";
import { SKELETON_ACTIONS } from "../skeleton/actions/skeleton-actions";
import { SKELETON_DRAWING_ACTIONS } from "../skeleton/actions/skeleton-drawing-actions";
import { SkeletonTool } from "../skeleton/tools/skeleton-tool";
import { COPY_ACTIONS } from "./actions/copy-actions";
import { LAYER_ACTIONS } from "./actions/layer-actions";
import { PAINT_ACTIONS } from "./actions/paint-actions";
import { SELECT_BY_ACTIONS } from "./actions/select-by-actions";
import { WEIGHT_ACTIONS } from "./actions/weight-actions";
import { usePaintHints } from "./key-hints";
import { PaintTabs } from "./PaintTabs";
import { PaintChrome } from "./panels/PaintChrome";
import { PaintInspector } from "./panels/PaintInspector";
import { PaintOutliner } from "./panels/PaintOutliner";
import { PAINT_SETTINGS } from "./settings";
import { MirrorEdgeTool } from "./tools/mirror/mirror-edge-tool";
import { PaintTool } from "./tools/paint-tool";
import { selectTool } from "./tools/select/select-tool";

const COURSE = { title: "Energy of the weights", content: () => <OptimiseStrip /> };

/** The strip under the viewport. It shows the optimisation for a still mesh, which has no frames. */
function useStrip() {
  const binds = useDocument(({ skeleton, sequence }) => skeleton !== null || sequence?.frameCount === 1);
  return binds ? COURSE : null;
}

export const PAINT: WorkspaceFace = {
  id: "paint",
  label: "Paint",
  icon: "brush",
  about: "Draw a skeleton, bind the mesh and paint weights.",
  refusal: noSequence,
  settings: [...PAINT_SETTINGS, ...BIND_SETTINGS],
  actions: [
    ...SKELETON_DRAWING_ACTIONS,
    ...SEGMENT_ACTIONS,
    ...SKELETON_ACTIONS,
    ...PAINT_ACTIONS,
    ...WEIGHT_ACTIONS,
    ...COPY_ACTIONS,
    ...SELECT_BY_ACTIONS,
    ...LAYER_ACTIONS,
    ...BIND_ACTIONS,
    ...JOINT_FITTING_ACTIONS,
  ],
  // An edge that is picked comes before everything else, for one click.
  // The pose tool's rings come before the brush, which covers the whole mesh.
  tools: [
    (context) => new MirrorEdgeTool(context),
    (context) => new SkeletonTool(context),
    (context) => new PoseTool(context, "paint"),
    selectTool,
    (context) => new PaintTool(context),
  ],
  Inspector: PaintInspector,
  Outliner: PaintOutliner,
  Chrome: PaintChrome,
  Tabs: PaintTabs,
  useStrip,
  useFramed: useHeatBeside,
  StopQuestion: StopBinding,
  Status: BindingStatus,
  useKeyHints: usePaintHints,
};
