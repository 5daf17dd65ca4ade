/** The names of the keymaps that come with Sinew. */
export const KEYMAP_NAMES = ["sinew", "blender", "maya", "houdini"] as const;
export type KeymapName = (typeof KEYMAP_NAMES)[number];

/** The camera moves that a drag can make. */
export const CAMERA_MOVES = ["orbit", "pan", "zoom"] as const;
export type CameraMove = (typeof CAMERA_MOVES)[number];

/**
 * The mouse presses for each camera move: "MMB", "Alt+LMB", "Space+RMB". Presses with Alt or Space, or with the middle
 * or right button, come before the tools. Other presses of the left button move the camera only where no tool takes
 * them.
 */
export type CameraPresses = Readonly<Record<CameraMove, readonly string[]>>;

/** The actions of keys and modifiers while a brush is active. */
export const BRUSH_ROLES = ["radius", "strength", "invert", "smooth", "pick"] as const;
export type BrushRole = (typeof BRUSH_ROLES)[number];

/**
 * The keys of a brush. There are three ways to change `radius` and `strength`: drag while a key is held ("B"), press a
 * key and move the pointer until a click takes the value ("F …"), or drag with modifiers ("Shift+LMB"). `invert`,
 * `smooth` and `pick` are modifiers of a press; empty if the preset has none.
 */
export type BrushKeys = Readonly<Record<BrushRole, string>>;

/** The keys and mouse presses of a program that artists know. */
export interface Keymap {
  name: KeymapName;
  label: string;
  /** One sentence for the Keys sheet. */
  about: string;
  /** Keys of actions by id, where they differ from the action's own keys. */
  keys: Readonly<Record<string, readonly string[]>>;
  camera: CameraPresses;
  /** The direction of a drag that zooms in. */
  closer: "up" | "right";
  brush: BrushKeys;
}

/** The artist's changes to a preset. Everything else is as in the preset. */
export interface KeymapEdits {
  keys: Readonly<Record<string, readonly string[]>>;
  camera: Partial<CameraPresses>;
  brush: Partial<BrushKeys>;
}

export const NO_EDITS: KeymapEdits = { keys: {}, camera: {}, brush: {} };
