import type { Keymap } from "../keymap";

/**
 * After Blender's default keymap: the middle button moves the view, F and Shift+F set a brush's radius and strength.
 */
export const BLENDER_KEYMAP: Keymap = {
  name: "blender",
  label: "Blender",
  about: "The middle button moves the view. F sets the radius of the brush, Shift F its strength.",
  keys: {
    "help.palette": ["F3", "Ctrl+K"],
    "view.frame-all": ["Home", "Shift+C"],
    "view.frame-selection": ["Num.", "Ctrl+Home"],
    "play.first": ["Shift+Left"],
    "play.last": ["Shift+Right"],
    "view.wireframe": ["Shift+Z"],
    "view.inspector": ["N", "Ctrl+2"],
    "view.bone-names": ["Alt+N"],
    "view.grid": ["Alt+G"],
    "view.isolate": ["Num/", "/"],
    "edit.select-none": ["Esc", "Alt+A"],
    "bone-tool.move": ["G"],
  },
  camera: { orbit: ["MMB"], pan: ["Shift+MMB"], zoom: ["Ctrl+MMB"] },
  closer: "up",
  brush: { radius: "F …", strength: "Shift+F …", invert: "Ctrl", smooth: "Shift", pick: "Ctrl+Shift" },
};
