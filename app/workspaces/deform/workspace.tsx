import { noSequence } from "../../actions/guards/guards";
import type { Stores } from "../../document/stores";
import { usePanels } from "../../document/use-stores";
import { CageTool } from "../../viewport/gizmo/cage-tool";
import { PoseTool } from "../../viewport/gizmo/pose-tool";
import { cageWires } from "../../viewport/overlay/cage-wires";
import { virtualBoneDots } from "../../viewport/overlay/virtual-bones";
import { paneRects, partAt } from "../../viewport/views/views";
import type { WorkspaceFace } from "../face";
import { DeformTabs } from "./DeformTabs";
import { DEFORM_ACTIONS } from "./deform-actions";
import { useDeformHints } from "./key-hints";
import { PreparingStatus } from "./PreparingStatus";
import { DeformInspector } from "./panels/DeformInspector";
import { PaneChrome } from "./panels/PaneChrome";
import { PoseStrip } from "./panels/PoseStrip";
import { DEFORM_SETTINGS } from "./settings";
import { strengthBrush } from "./tools/strength-brush";

/** Deformers need bones, and weights that do not change while they are prepared. */
const nothingToDeform = (stores: Stores) =>
  noSequence(stores) ??
  (stores.document.getState().rig ? null : "There are no bones yet. Solve first, or open a rig.");

/** Moves the inspector to the pane that was pressed. */
function focusPane(stores: Stores, x: number, y: number, width: number, height: number): void {
  const { panes, focusedPane } = stores.view.getState();
  const rects = paneRects(panes.length, width, height);
  const at = rects.indexOf(partAt(rects, x, y));
  if (at !== focusedPane) stores.view.setState({ focusedPane: at });
}

const POSES = { title: "Poses", content: (small?: boolean) => <PoseStrip small={small} /> };

export const DEFORM: WorkspaceFace = {
  id: "deform",
  label: "Deform",
  icon: "pose",
  about: "Compare deformers and tune Direct Delta Mush.",
  refusal: nothingToDeform,
  settings: DEFORM_SETTINGS,
  actions: DEFORM_ACTIONS,
  tools: [
    (context) => new CageTool(context),
    (context) => new PoseTool(context, "deform"),
    strengthBrush,
    virtualBoneDots,
    cageWires,
  ],
  folded: { outliner: true },
  Inspector: DeformInspector,
  Chrome: PaneChrome,
  Tabs: DeformTabs,
  useStrip: () => (usePanels(({ strip }) => strip === "poses") ? POSES : null),
  onPress: focusPane,
  Status: PreparingStatus,
  useKeyHints: useDeformHints,
};
