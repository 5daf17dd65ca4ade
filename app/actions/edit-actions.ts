import { usePanels } from "../document/session/panel-state";
import { useView } from "../document/view-state";
import type { Action } from "./action";
import { noBone } from "./guards";

/** What undo and redo would do, kept current by the composition root. */
export interface HistoryLook {
  canUndo: boolean;
  canRedo: boolean;
}

const look: HistoryLook = { canUndo: false, canRedo: false };

/** Tells the actions what the history can do now. */
export function lookAtHistory(next: HistoryLook): void {
  Object.assign(look, next);
}

export const EDIT_ACTIONS: Action[] = [
  {
    id: "edit.undo",
    label: "Undo",
    icon: "undo",
    keys: ["Ctrl+Z"],
    menu: ["Edit", 0],
    refusal: () => (look.canUndo ? null : "Nothing to take back."),
    perform: ({ history }) => void history.undo(),
  },
  {
    id: "edit.redo",
    label: "Redo",
    icon: "redo",
    keys: ["Ctrl+Shift+Z", "Ctrl+Y"],
    menu: ["Edit", 0],
    refusal: () => (look.canRedo ? null : "Nothing to do again."),
    perform: ({ history }) => void history.redo(),
  },
  {
    id: "edit.history",
    label: "History",
    icon: "clock",
    keys: ["Ctrl+H"],
    menu: ["Edit", 0],
    checked: () => usePanels.getState().historyOpen,
    perform: () => usePanels.setState(({ historyOpen }) => ({ historyOpen: !historyOpen })),
  },
  {
    id: "edit.rename-bone",
    label: "Rename bone",
    icon: "rename",
    keys: ["F2"],
    menu: ["Edit", 1],
    refusal: noBone,
    perform: () => usePanels.setState({ renaming: useView.getState().selectedBone }),
  },
];
