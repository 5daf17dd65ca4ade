import { ACTIONS } from "../../actions/action-table";
import { useService } from "../../actions/studio";
import { chordText, onMac } from "../../common/key-chords";
import { BRUSH_ROLES, type BrushRole } from "../../document/keymap/keymap";
import { brushIn, KEYMAP, type KeymapState, keysIn } from "../../document/keymap/keymap-state";
import { useStore } from "../../document/use-stores";

/**
 * Pairs of a key and its effect. Instead of a key that the artist can change, give the id of its action
 * ("paint.vertex") or its role for brushes ("radius"). With an empty key, the hint is a plain sentence.
 */
export type KeyHintList = readonly (readonly [key: string, does: string])[];

/** Keys for turning a bone by its rings, for each state of the pointer. */
export const RING_HINTS: Record<string, KeyHintList> = {
  "over ring": [["drag", "rotates the bone"]],
  turning: [
    ["Shift", "fine"],
    ["Ctrl", "steps of 5°"],
    ["Esc", "cancels"],
  ],
};

/** Keys for painting amounts onto the mesh. */
export const AMOUNT_HINTS: KeyHintList = [
  ["smooth", "smooths"],
  ["invert", "inverts"],
  ["radius", "drag radius"],
  ["strength", "drag strength"],
  ["Esc", "stops"],
];

const isRole = (key: string): key is BrushRole => (BRUSH_ROLES as readonly string[]).includes(key);

/** Finds the text of a keycap; "" if the keymap has no key. */
function useHintKey(): (key: string) => string {
  const actions = useService(ACTIONS);
  const keymap: KeymapState = useStore(KEYMAP, (state) => state);
  return (key) => {
    if (isRole(key)) return brushIn(keymap)[key];
    if (!/^[a-z-]+\.[a-z-]+$/.test(key)) return key;
    const [first] = keysIn(keymap, actions.of(key));
    return first ? chordText(first, onMac()) : "";
  };
}

export function KeyHints({ hints }: { hints: KeyHintList }) {
  const keyOf = useHintKey();
  return hints
    .map(([key, does]) => ({ asked: key, key: keyOf(key), does }))
    .filter(({ asked, key }) => asked === "" || key !== "")
    .map(({ asked, key, does }) => (
      <span key={asked}>
        {key && <kbd>{key}</kbd>} {does}
      </span>
    ));
}
