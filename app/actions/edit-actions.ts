import { lockVertices, unlockAll } from "../document/commands";
import { shownLocks, useDocument } from "../document/document";
import { verticesOf } from "../document/measure";
import { selectedBones } from "../document/selection";
import { useView } from "../document/view-state";
import { useShell } from "../shell/shell-state";
import type { Action } from "./action";
import { noShownBone } from "./bone-actions";
import { noRig } from "./file-actions";

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

export const noBone = () =>
  noRig() ??
  (useView.getState().selectedBone === null
    ? "No bone is selected. Click one in the viewport or list."
    : null);

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
    checked: () => useShell.getState().historyOpen,
    perform: () => useShell.setState(({ historyOpen }) => ({ historyOpen: !historyOpen })),
  },
  {
    id: "edit.rename-bone",
    label: "Rename bone",
    icon: "rename",
    keys: ["F2"],
    menu: ["Edit", 1],
    refusal: noBone,
    perform: () => useShell.setState({ renaming: useView.getState().selectedBone }),
  },
  {
    id: "edit.lock-bone",
    label: "Lock bone",
    icon: "lock",
    keys: ["L"],
    help: "A locked bone keeps its motion while a solve goes on.",
    menu: ["Edit", 1],
    refusal: noShownBone,
    checked: () => {
      const { selectedBone } = useView.getState();
      return selectedBone !== null && shownLocks(useDocument.getState())?.bones[selectedBone] === 1;
    },
    perform: ({ bones }) => {
      const selected = selectedBones(useView.getState());
      if (selected.length === 0) return;
      bones.lock(selected, shownLocks(useDocument.getState())?.bones[selected[0]] !== 1);
    },
  },
  {
    id: "edit.lock-weights",
    label: "Lock the bone’s weights",
    icon: "lock",
    keys: ["Shift+K"],
    help: "The vertices that it moves most keep their weights while a solve goes on.",
    menu: ["Edit", 1],
    refusal: noBone,
    perform: ({ history }) => {
      const { selectedBone } = useView.getState();
      const { rig } = useDocument.getState();
      if (rig && selectedBone !== null)
        history.run(lockVertices(verticesOf(rig.weights, selectedBone), true));
    },
  },
  {
    id: "edit.unlock-all",
    label: "Unlock everything",
    icon: "unlock",
    menu: ["Edit", 1],
    refusal: () => noRig() ?? (useDocument.getState().locks ? null : "Nothing is locked."),
    perform: ({ history }) => history.run(unlockAll()),
  },
];
