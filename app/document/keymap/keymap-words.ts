import { capital } from "../../common/capital";
import type { Stores } from "../stores";
import { brushIn, keymapOf } from "./keymap-state";

/**
 * How to select `what` in the viewport with a brush in hand: "Alt-click one, or press V over it."
 * @param otherwise the other way, for keymaps that have no click for it.
 */
export function pickSentence(stores: Stores, what: string, otherwise: string): string {
  const { pick } = brushIn(keymapOf(stores));
  return pick ? `${pick}-click ${what}, or ${otherwise}.` : `${capital(otherwise)}.`;
}
