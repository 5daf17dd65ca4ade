import type { Action } from "../actions/action";
import { openDialog } from "../document/session/dialogs";
import { usePanels } from "../document/session/panel-state";
import { useWork } from "../document/session/work";

export const HELP_ACTIONS: Action[] = [
  {
    id: "help.go-on",
    label: "Go on with what runs",
    icon: "play",
    keys: ["Esc"],
    help: "Nothing is thrown away.",
    refusal: () => (useWork.getState().asking ? null : "Nothing is about to be thrown away."),
    perform: () => useWork.setState({ asking: null }),
  },
  {
    id: "help.palette",
    label: "Find action",
    icon: "search",
    keys: ["Ctrl+K", "F3"],
    menu: ["Help", 0],
    perform: () => usePanels.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen })),
  },
  {
    id: "help.keys",
    label: "Keys",
    words: "shortcuts hotkeys keyboard",
    icon: "help",
    keys: ["?"],
    menu: ["Help", 0],
    perform: () => openDialog({ kind: "keys" }),
  },
  {
    id: "help.about",
    label: "About Sinew",
    icon: "info",
    menu: ["Help", 1],
    perform: () => openDialog({ kind: "about" }),
  },
  {
    id: "help.notices",
    label: "Third-party notices",
    icon: "info",
    menu: ["Help", 1],
    // Written beside the page as it is built.
    refusal: () => (import.meta.env.PROD ? null : "Notices are written when Sinew is built."),
    perform: () => void window.open("./third-party-notices.txt", "_blank", "noopener"),
  },
  {
    id: "help.cancel-reading",
    label: "Stop reading",
    icon: "stop",
    keys: ["Esc"],
    refusal: () => (useWork.getState().waiting ? null : "Nothing is being read."),
    perform: () => useWork.getState().waiting?.cancel(),
  },
];
