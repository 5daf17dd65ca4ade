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

/** Switches to a preset. The artist's changes stay with the preset that they were made to, so they end here. */
export const choosePreset = (stores: Stores, preset: KeymapName): void =>
  stores.of(KEYMAP).setState({ preset, edits: NO_EDITS });

const NO_KEYS: readonly string[] = [];

/** The keys of an action: the artist's, else the preset's, else its own. */
export const keysIn = (
  { preset, edits }: KeymapState,
  { id, keys = NO_KEYS }: { id: string; keys?: readonly string[] },
): readonly string[] => edits.keys[id] ?? KEYMAPS[preset].keys[id] ?? keys;

/** The presses of the mouse that move the camera. */
export const cameraIn = ({ preset, edits }: KeymapState): CameraPresses => ({
  ...KEYMAPS[preset].camera,
  ...edits.camera,
});

/** Keys and modifiers of brushes. */
export const brushIn = ({ preset, edits }: KeymapState): BrushKeys => ({
  ...KEYMAPS[preset].brush,
  ...edits.brush,
});

/** What an edit changes: the keys of an action, the presses for a move of the camera, or a role of the brush. */
export type KeymapPlace =
  | { kind: "action"; id: string }
  | { kind: "camera"; move: CameraMove }
  | { kind: "brush"; role: BrushRole };

/** The field of a place in the edits, and its key there. */
const fieldOf = (place: KeymapPlace): [field: keyof KeymapEdits, key: string] => {
  if (place.kind === "action") return ["keys", place.id];
  return place.kind === "camera" ? ["camera", place.move] : ["brush", place.role];
};

/** Whether the artist has changed a place. */
export function isEdited({ edits }: KeymapState, place: KeymapPlace): boolean {
  const [field, key] = fieldOf(place);
  return key in edits[field];
}

/** Gives a place new keys; null restores the preset's. */
export function editKeymap(stores: Stores, place: KeymapPlace, keys: readonly string[] | null): void {
  const [field, key] = fieldOf(place);
  stores.of(KEYMAP).setState(({ edits }) => {
    const { [key]: _, ...others } = edits[field] as Record<string, unknown>;
    const value = field === "brush" ? (keys?.[0] ?? "") : keys;
    return { edits: { ...edits, [field]: keys === null ? others : { ...others, [key]: value } } };
  });
}

/** Restores everything of the preset. */
export const resetKeymap = (stores: Stores): void => stores.of(KEYMAP).setState({ edits: NO_EDITS });
