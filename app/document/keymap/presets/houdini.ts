import type { Keymap } from "../keymap";

/** After Houdini's viewport: Space or Alt with a button moves the view, and a drag with Shift sets the brush radius. */
export const HOUDINI_KEYMAP: Keymap = {
  name: "houdini",
  label: "Houdini",
  about: "Space or Alt and a mouse button move the view. Shift and a drag set the radius of the brush.",
  keys: {
    "play.toggle": ["Up"],
    "play.first": ["Ctrl+Up"],
    "play.worst": ["Alt+W"],
    "deform.play": ["Up"],
    "view.frame-all": ["Space+H", "Space+A"],
    "view.frame-selection": ["Space+G"],
    "view.orthographic": ["Space+1", "Num5"],
    "view.top": ["Space+2", "Num7"],
    "view.front": ["Space+3", "Num1"],
    "view.right": ["Space+4", "Num3"],
    "view.orbit-up": ["Num8"],
    "view.wireframe": ["Shift+W", "W"],
    "bone-tool.select": ["S"],
    "bone-tool.move": ["T"],
  },
  camera: {
    orbit: ["Space+LMB", "Alt+LMB"],
    pan: ["Space+MMB", "Alt+MMB"],
    zoom: ["Space+RMB", "Alt+RMB"],
  },
  closer: "right",
  brush: { radius: "Shift+LMB", strength: "B", invert: "Ctrl", smooth: "Ctrl+Shift", pick: "" },
};
