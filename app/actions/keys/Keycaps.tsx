import { chordText, onMac } from "../../common/key-chords";
import { useKeys } from "./action-keys";

/** The first key of an action; nothing if it has none. */
export function Keycaps({ action }: { action: string }) {
  const [key] = useKeys(action);
  return key ? <kbd>{chordText(key, onMac())}</kbd> : null;
}
