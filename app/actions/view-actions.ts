import { useDocument } from "../document/document";
import { type Shading, useView, type ViewLayout } from "../document/view-state";
import { type PanelVisibility, useShell } from "../shell/shell-state";
import type { IconName } from "../ui/icon-names";
import type { Action } from "./action";
import { noSequence } from "./file-actions";

const noShownRig = () => {
  const { rig, partial } = useDocument.getState();
  return noSequence() ?? (rig || partial ? null : "There is no rig yet. Solve first.");
};

export const LAYOUTS: { value: ViewLayout; label: string; key: string }[] = [
  { value: "source", label: "Source", key: "1" },
  { value: "rig", label: "Rig", key: "2" },
  { value: "overlay", label: "Overlay", key: "3" },
  { value: "side-by-side", label: "Side by side", key: "4" },
];

export const SHADINGS: { value: Shading; label: string; icon: IconName; help: string }[] = [
  { value: "clay", label: "Clay", icon: "ball", help: "The surface as it is lit." },
  { value: "error", label: "Error", icon: "heat", help: "Distance between rig and source." },
  { value: "weights", label: "Weights", icon: "ramp", help: "Weight of the selected bone." },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone's colour, by weight." },
  { value: "influences", label: "Influences", icon: "count", help: "How many bones move each vertex." },
];

type Switch = "showBones" | "showGrid" | "showWireframe";

const toggle = (key: Switch, label: string, icon: IconName, shortcut: string): Action => ({
  id: `view.${key === "showBones" ? "bones" : key === "showGrid" ? "grid" : "wireframe"}`,
  label,
  icon,
  keys: [shortcut],
  menu: ["View", 2],
  refusal: noSequence,
  checked: () => useView.getState()[key],
  perform: () => useView.setState((view) => ({ [key]: !view[key] })),
});

const panel = (key: keyof PanelVisibility, label: string, shortcut: string): Action => ({
  id: `view.${key}`,
  label,
  icon: "panel",
  keys: [shortcut],
  menu: ["View", 4],
  refusal: noSequence,
  checked: () => useShell.getState().panels[key],
  perform: () => useShell.setState(({ panels }) => ({ panels: { ...panels, [key]: !panels[key] } })),
});

export const VIEW_ACTIONS: Action[] = [
  ...LAYOUTS.map(
    ({ value, label, key }): Action => ({
      id: `view.${value}`,
      home: "solve",
      label,
      keys: [key],
      menu: ["View", 0],
      refusal: () => (value === "source" ? noSequence() : noShownRig()),
      checked: () => useView.getState().layout === value,
      perform: () => useView.setState({ layout: value }),
    }),
  ),
  ...SHADINGS.map(
    ({ value, label, icon, help }): Action => ({
      id: `shading.${value}`,
      home: "solve",
      label: `Shading: ${label.toLowerCase()}`,
      icon,
      help,
      menu: ["View", 1],
      refusal: () => (value === "clay" ? noSequence() : noShownRig()),
      checked: () => useView.getState().shading === value,
      perform: () => useView.setState({ shading: value }),
    }),
  ),
  toggle("showBones", "Show bones", "bone", "B"),
  toggle("showGrid", "Show grid", "grid", "G"),
  toggle("showWireframe", "Show wireframe", "mesh", "W"),
  {
    id: "view.frame-selection",
    label: "Frame selection",
    icon: "fit",
    keys: ["F"],
    help: "The selected bone's vertices, or everything.",
    menu: ["View", 3],
    refusal: noSequence,
    perform: ({ viewport }) => viewport.current?.frameSelection(),
  },
  {
    id: "view.frame-all",
    label: "Frame everything",
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
    icon: "contrast",
    menu: ["View", 5],
    checked: () => useView.getState().theme === "light",
    perform: () => useView.setState(({ theme }) => ({ theme: theme === "dark" ? "light" : "dark" })),
  },
  {
    id: "edit.select-none",
    label: "Select nothing",
    icon: "cursor",
    keys: ["Esc"],
    menu: ["Edit", 2],
    refusal: () => (useView.getState().selectedBone === null ? "Nothing is selected." : null),
    perform: () => useView.setState({ selectedBone: null }),
  },
];
