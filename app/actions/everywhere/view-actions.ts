import type { IconName } from "../../common/icon-names";
import { selectBones } from "../../document/selection";
import type { PanelVisibility } from "../../document/session/panel-state";
import type { ViewState } from "../../document/view-state";
import type { Action } from "../action";
import { noSequence } from "../guards/guards";

type Switch = "showBones" | "showBoneAxes" | "showBoneNames" | "xrayBones" | "showGrid" | "showWireframe";

const NAMES: Record<Switch, string> = {
  showBones: "bones",
  showBoneAxes: "bone-axes",
  showBoneNames: "bone-names",
  xrayBones: "xray",
  showGrid: "grid",
  showWireframe: "wireframe",
};

/** Why no bone can be deselected, or null. A stray Escape must not take the painted bone from the brush. */
function noneToDeselect({ workspace, selectedBone, alsoSelected }: ViewState): string | null {
  if (selectedBone === null) return "No bone is selected.";
  const isPainted = workspace === "paint" && alsoSelected.length === 0;
  return isPainted ? "The brush paints this bone. Click another one to paint that." : null;
}

const toggle = (key: Switch, label: string, icon: IconName, shortcut: string): Action => ({
  id: `view.${NAMES[key]}`,
  label,
  icon,
  keys: [shortcut],
  menu: ["View", 2],
  refusal: noSequence,
  checked: ({ view }) => view.getState()[key],
  perform: (studio) => studio.view.setState((view) => ({ [key]: !view[key] })),
});

const panel = (key: keyof PanelVisibility, label: string, shortcut: string): Action => ({
  id: `view.${key}`,
  label,
  icon: "panel",
  keys: [shortcut],
  menu: ["View", 4],
  refusal: noSequence,
  checked: ({ panels }) => panels.getState().panels[key],
  perform: (studio) =>
    studio.panels.setState(({ panels }) => ({ panels: { ...panels, [key]: !panels[key] } })),
});

export const VIEW_ACTIONS: Action[] = [
  toggle("showBones", "Show bones", "bone", "B"),
  toggle("showBoneAxes", "Show bone axes", "axes", "Shift+B"),
  toggle("showBoneNames", "Show bone names", "tag", "N"),
  toggle("xrayBones", "X-ray bones", "xray", "Alt+Z"),
  toggle("showGrid", "Show grid", "grid", "G"),
  toggle("showWireframe", "Show wireframe", "wireframe", "W"),
  {
    id: "view.frame-selection",
    label: "Frame selection",
    icon: "fit",
    keys: ["F"],
    help: "Fits the selected vertices or the selected bone into the view; without a selection, everything.",
    menu: ["View", 3],
    refusal: noSequence,
    perform: ({ viewport }) => viewport.current?.frameSelection(),
  },
  {
    id: "view.frame-all",
    label: "Frame all",
    words: "home reset camera zoom fit view",
    icon: "frame",
    keys: ["Shift+F"],
    menu: ["View", 3],
    refusal: noSequence,
    perform: ({ viewport }) => viewport.current?.frameAll(),
  },
  panel("outliner", "Outliner", "Ctrl+1"),
  panel("inspector", "Inspector", "Ctrl+2"),
  panel("timeline", "Timeline", "Ctrl+3"),
  {
    id: "view.theme",
    label: "Light theme",
    words: "dark mode",
    icon: "contrast",
    menu: ["View", 5],
    checked: ({ view }) => view.getState().theme === "light",
    perform: ({ view }) => view.setState(({ theme }) => ({ theme: theme === "dark" ? "light" : "dark" })),
  },
  {
    id: "edit.select-none",
    label: "Deselect bones",
    icon: "cursor",
    keys: ["Esc"],
    menu: ["Edit", 2],
    refusal: ({ view }) => noneToDeselect(view.getState()),
    perform: (studio) => {
      const { workspace, selectedBone } = studio.view.getState();
      selectBones(studio, workspace === "paint" && selectedBone !== null ? [selectedBone] : []);
    },
  },
];
