import { createStore } from "zustand/vanilla";
import { recall, remember } from "../../common/remembered";
import { type StoreKey, type Stores, storeKey } from "../stores";
import type { BrushKeys, BrushRole, CameraMove, CameraPresses, KeymapEdits, KeymapName } from "./keymap";
import { NO_EDITS } from "./keymap";
import { readKeymap } from "./keymap-file";
import { KEYMAPS } from "./presets/presets";

/** The keymap in use: a preset and the artist's changes to it. The browser remembers it. */
export interface KeymapState {
  preset: KeymapName;
  edits: KeymapEdits;
}

const REMEMBERED = "keymap";

function remembered(): KeymapState {
  const kept = recall<string>(REMEMBERED, "");
  const read = kept ? readKeymap(kept) : null;
  return read?.ok ? read.state : { preset: "sinew", edits: NO_EDITS };
}

export const KEYMAP: StoreKey<ReturnType<typeof createKeymapStore>> = storeKey(() => createKeymapStore());

function createKeymapStore() {
  const store = createStore<KeymapState>()(remembered);
  store.subscribe((state) => remember(REMEMBERED, JSON.stringify(state)));
  return store;
}

export const keymapOf = (stores: Stores): KeymapState => stores.of(KEYMAP).getState();

/** Switches to a preset. Drops the artist's changes, because they belong to the old preset. */
export const choosePreset = (stores: Stores, preset: KeymapName): void =>
  stores.of(KEYMAP).setState({ preset, edits: NO_EDITS });

const NO_KEYS: readonly string[] = [];

/** The keys of an action: those that the artist set, or else the preset's, or else the action's own. */
export const keysIn = (
  { preset, edits }: KeymapState,
  { id, keys = NO_KEYS }: { id: string; keys?: readonly string[] },
): readonly string[] => edits.keys[id] ?? KEYMAPS[preset].keys[id] ?? keys;

/** The mouse presses that move the camera. */
export const cameraIn = ({ preset, edits }: KeymapState): CameraPresses => ({
  ...KEYMAPS[preset].camera,
  ...edits.camera,
});

/** Keys and modifiers of brushes. */
export const brushIn = ({ preset, edits }: KeymapState): BrushKeys => ({
  ...KEYMAPS[preset].brush,
  ...edits.brush,
});

/** The target of an edit: the keys of an action, the presses for a camera move, or a role of the brush. */
export type KeymapPlace =
  | { kind: "action"; id: string }
  | { kind: "camera"; move: CameraMove }
  | { kind: "brush"; role: BrushRole };

/** Where the edits store a place: the field, and the key in it. */
const fieldOf = (place: KeymapPlace): [field: keyof KeymapEdits, key: string] => {
  if (place.kind === "action") return ["keys", place.id];
  return place.kind === "camera" ? ["camera", place.move] : ["brush", place.role];
};

/** Whether the artist has changed a place. */
export function isEdited({ edits }: KeymapState, place: KeymapPlace): boolean {
  const [field, key] = fieldOf(place);
  return key in edits[field];
}

/** Sets the keys of a place; null restores the preset's. */
export function editKeymap(stores: Stores, place: KeymapPlace, keys: readonly string[] | null): void {
  const [field, key] = fieldOf(place);
  stores.of(KEYMAP).setState(({ edits }) => {
    const { [key]: _, ...others } = edits[field] as Record<string, unknown>;
    const value = field === "brush" ? (keys?.[0] ?? "") : keys;
    return { edits: { ...edits, [field]: keys === null ? others : { ...others, [key]: value } } };
  });
}

/** Drops all of the artist's changes. */
export const resetKeymap = (stores: Stores): void => stores.of(KEYMAP).setState({ edits: NO_EDITS });
