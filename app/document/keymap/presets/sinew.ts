import type { Keymap } from "../keymap";

/** The actions' own keys. The left button turns the view wherever no tool takes the press. */
export const SINEW_KEYMAP: Keymap = {
  name: "sinew",
  label: "Sinew",
  about: "Drag to orbit, right drag to pan, scroll to zoom.",
  keys: {},
  camera: {
    orbit: ["LMB", "MMB"],
    pan: ["RMB", "Shift+LMB", "Shift+MMB"],
    zoom: ["Ctrl+LMB", "Ctrl+MMB"],
  },
  closer: "up",
  brush: { radius: "B", strength: "Shift+B", invert: "Ctrl", smooth: "Shift", pick: "Alt" },
};
