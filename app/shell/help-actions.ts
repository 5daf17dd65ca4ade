import type { Action } from "../actions/action";
import { openDialog } from "../document/session/dialogs";
import { NEW_BUILD, takeNewBuild } from "../document/session/new-build";
import type { Stores } from "../document/stores";
import { placeInManual } from "../panels/frame/manual-places";

/** The page of the manual for the panel that has the focus. */
function placeOfFocus({ document: open, view }: Stores): string {
  const titles: string[] = [];
  for (let at = document.activeElement; at; at = at.parentElement) {
    const named = at.getAttribute("aria-labelledby");
    const heading = named === null ? null : document.getElementById(named)?.textContent;
    titles.push(heading ?? at.getAttribute("aria-label") ?? "");
  }
  return placeInManual(titles, open.getState().sequence ? view.getState().workspace : null);
}

export const HELP_ACTIONS: Action[] = [
  {
    id: "help.go-on",
    label: "Keep running",
    icon: "play",
    keys: ["Esc"],
    help: "Closes the question without cancelling.",
    refusal: ({ work }) => (work.getState().asking ? null : "There is nothing to cancel."),
    perform: ({ work }) => work.setState({ asking: null }),
  },
  {
    id: "help.palette",
    label: "Find action",
    icon: "search",
    keys: ["Ctrl+K", "F3"],
    menu: ["Help", 0],
    perform: ({ panels }) => panels.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen })),
  },
  {
    id: "help.manual",
    label: "Manual",
    words: "guide documentation handbook how",
    icon: "help",
    keys: ["F1"],
    help: "Opens at the page of the panel that has the focus.",
    menu: ["Help", 0],
    perform: (studio) => studio.panels.setState({ manual: placeOfFocus(studio) }),
  },
  {
    id: "help.keys",
    label: "Keys",
    words: "shortcuts hotkeys keyboard",
    icon: "help",
    keys: ["?"],
    menu: ["Help", 0],
    perform: (studio) => openDialog(studio, { kind: "keys" }),
  },
  {
    id: "help.jobs",
    label: "Jobs",
    words: "tasks progress queue running work notification",
    help: "Lists the jobs that are running and those that ended.",
    menu: ["Help", 0],
    checked: ({ panels }) => panels.getState().jobsOpen,
    perform: ({ panels }) => panels.setState(({ jobsOpen }) => ({ jobsOpen: !jobsOpen })),
  },
  {
    id: "help.update",
    label: "Reload with the new version",
    words: "update upgrade release",
    menu: ["Help", 1],
    refusal: (stores) => (stores.of(NEW_BUILD).getState().waiting ? null : "No newer version was found."),
    perform: (studio) => takeNewBuild(studio),
  },
  {
    id: "help.about",
    label: "About Sinew",
    icon: "info",
    menu: ["Help", 1],
    perform: (studio) => openDialog(studio, { kind: "about" }),
  },
  {
    id: "help.notices",
    label: "Third-party notices",
    icon: "info",
    menu: ["Help", 1],
    // The build writes the file beside the page.
    refusal: () => (import.meta.env.PROD ? null : "Only built versions of Sinew have notices."),
    perform: () => void window.open("./third-party-notices.txt", "_blank", "noopener"),
  },
  {
    id: "help.cancel-reading",
    label: "Stop reading",
    icon: "stop",
    keys: ["Esc"],
    refusal: ({ work }) => (work.getState().waiting ? null : "Nothing is being read."),
    perform: ({ work }) => work.getState().waiting?.cancel(),
  },
];
