/** The names of the keymaps that come with Sinew. */
export const KEYMAP_NAMES = ["sinew", "blender", "maya", "houdini"] as const;
export type KeymapName = (typeof KEYMAP_NAMES)[number];

/** The moves of the camera that a drag can make. */
export const CAMERA_MOVES = ["orbit", "pan", "zoom"] as const;
export type CameraMove = (typeof CAMERA_MOVES)[number];

/**
 * Presses of the mouse for each move of the camera: "MMB", "Alt+LMB", "Space+RMB". With Alt or Space, or with another
 * button than the left one, they come before the tools; other presses of the left button turn the camera only where no
 * tool takes them.
 */
export type CameraPresses = Readonly<Record<CameraMove, readonly string[]>>;

/** What keys and modifiers do with a brush in hand. */
export const BRUSH_ROLES = ["radius", "strength", "invert", "smooth", "pick"] as const;
export type BrushRole = (typeof BRUSH_ROLES)[number];

/**
 * The brush: `radius` and `strength` are dragged while a key is held ("B"), moved after it was pressed ("F …", a click
 * takes the value), or dragged with modifiers ("Shift+LMB"). `invert`, `smooth` and `pick` are modifiers of a press;
 * empty if the preset has none.
 */
export type BrushKeys = Readonly<Record<BrushRole, string>>;

/** Keys and mouse of a program that artists know. */
export interface Keymap {
  name: KeymapName;
  label: string;
  /** One sentence for the Keys sheet. */
  about: string;
  /** Keys of actions by id, where they differ from the keys that the action itself names. */
  keys: Readonly<Record<string, readonly string[]>>;
  camera: CameraPresses;
  /** The direction in which a zoom drag comes closer. */
  closer: "up" | "right";
  brush: BrushKeys;
}

/** Changes of the artist to a preset. What is missing stays as in the preset. */
export interface KeymapEdits {
  keys: Readonly<Record<string, readonly string[]>>;
  camera: Partial<CameraPresses>;
  brush: Partial<BrushKeys>;
}

export const NO_EDITS: KeymapEdits = { keys: {}, camera: {}, brush: {} };
