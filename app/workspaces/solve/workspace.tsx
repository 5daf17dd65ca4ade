import { LOOKS_ACTIONS } from "../../actions/everywhere/looks-actions";
import { noSequence } from "../../actions/guards/guards";
import { usePanels, useStore } from "../../document/use-stores";
import type { WorkspaceFace } from "../face";
import { BONE_ACTIONS } from "./actions/bone-actions";
import { INTENT_ACTIONS } from "./actions/intent-actions";
import { LOCK_ACTIONS } from "./actions/lock-actions";
import { PATH_ACTIONS } from "./actions/path-actions";
import { RIG_ACTIONS } from "./actions/rig-actions";
import { useSolveHints } from "./key-hints";
import { PathStrip } from "./panels/path/PathStrip";
import { SolveChrome } from "./panels/SolveChrome";
import { SolveInspector } from "./panels/SolveInspector";
import { PATH } from "./runs/path/path-state";
import { SolveStatus } from "./SolveStatus";
import { SolveTabs } from "./SolveTabs";
import { StopSolve } from "./StopSolve";
import { SOLVE_SETTINGS } from "./settings";
import { HandleTool } from "./tools/handle-tool";
import { intentBrush } from "./tools/intent-brush";

const PATH_STRIP = { title: "Solution path", content: () => <PathStrip /> };

/** The strip under the viewport: the solution path if there is one and the artist wants to see it. */
function useStrip() {
  const isWanted = usePanels(({ solveStrip }) => solveStrip === "path");
  const hasPath = useStore(PATH, ({ members }) => members.size > 0);
  return isWanted && hasPath ? PATH_STRIP : null;
}

export const SOLVE: WorkspaceFace = {
  id: "solve",
  label: "Solve",
  icon: "bolt",
  about: "Find bones, weights and motion.",
  refusal: noSequence,
  settings: SOLVE_SETTINGS,
  actions: [...INTENT_ACTIONS, ...BONE_ACTIONS, ...LOOKS_ACTIONS],
  everywhere: [...LOCK_ACTIONS, ...RIG_ACTIONS, ...PATH_ACTIONS],
  tools: [(context) => new HandleTool(context), intentBrush],
  Inspector: SolveInspector,
  Chrome: SolveChrome,
  Tabs: SolveTabs,
  StopQuestion: StopSolve,
  useStrip,
  Status: SolveStatus,
  useKeyHints: useSolveHints,
};
