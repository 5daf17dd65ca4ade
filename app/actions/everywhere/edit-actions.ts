import type { HistoryState } from "../../document/history/history";
import type { Action } from "../action";
import { noBone } from "../guards/guards";

const canRedo = ({ steps, position }: HistoryState): boolean => position < steps.length;

export const EDIT_ACTIONS: Action[] = [
  {
    id: "edit.undo",
    label: "Undo",
    icon: "undo",
    keys: ["Ctrl+Z"],
    menu: ["Edit", 0],
    refusal: ({ steps }) => (steps.getState().position > 0 ? null : "Nothing to undo."),
    perform: ({ history }) => void history.undo(),
  },
  {
    id: "edit.redo",
    label: "Redo",
    icon: "redo",
    keys: ["Ctrl+Shift+Z", "Ctrl+Y"],
    menu: ["Edit", 0],
    refusal: ({ steps }) => (canRedo(steps.getState()) ? null : "Nothing to redo."),
    perform: ({ history }) => void history.redo(),
  },
  {
    id: "edit.history",
    label: "History",
    icon: "clock",
    keys: ["Ctrl+H"],
    menu: ["Edit", 0],
    checked: ({ panels }) => panels.getState().historyOpen,
    perform: ({ panels }) => panels.setState(({ historyOpen }) => ({ historyOpen: !historyOpen })),
  },
  {
    id: "edit.rename-bone",
    label: "Rename bone",
    icon: "rename",
    keys: ["F2"],
    menu: ["Edit", 1],
    refusal: noBone,
    perform: ({ view, panels }) => panels.setState({ renaming: view.getState().selectedBone }),
  },
];
