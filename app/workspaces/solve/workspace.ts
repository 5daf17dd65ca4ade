import { LOOKS_ACTIONS } from "../../actions/everywhere/looks-actions";
import { noSequence } from "../../actions/guards/guards";
import type { WorkspaceFace } from "../face";
import { BONE_ACTIONS } from "./actions/bone-actions";
import { INTENT_ACTIONS } from "./actions/intent-actions";
import { LOCK_ACTIONS } from "./actions/lock-actions";
import { RIG_ACTIONS } from "./actions/rig-actions";
import { CorrectionStatus } from "./CorrectionStatus";
import { useSolveHints } from "./key-hints";
import { SolveChrome } from "./panels/SolveChrome";
import { SolveInspector } from "./panels/SolveInspector";
import { SolveTabs } from "./SolveTabs";
import { StopSolve } from "./StopSolve";
import { HandleTool } from "./tools/handle-tool";
import { intentBrush } from "./tools/intent-brush";

export const SOLVE: WorkspaceFace = {
  id: "solve",
  label: "Solve",
  icon: "bolt",
  about: "Find bones, weights and motion.",
  refusal: noSequence,
  actions: [...INTENT_ACTIONS, ...BONE_ACTIONS, ...LOOKS_ACTIONS],
  everywhere: [...LOCK_ACTIONS, ...RIG_ACTIONS],
  tools: [(context) => new HandleTool(context), intentBrush],
  Inspector: SolveInspector,
  Chrome: SolveChrome,
  Tabs: SolveTabs,
  StopQuestion: StopSolve,
  Status: CorrectionStatus,
  useKeyHints: useSolveHints,
};
