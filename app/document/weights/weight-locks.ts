/** Bones whose weights neither strokes nor the optimisation may change. Part of the document. */

import type { Bone } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import { shownRig } from "../document";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";

/** 1 for bones whose weights may not change, B. */
export function lockedBones(stores: Stores, bones: readonly Pick<Bone, "name">[]): Uint8Array {
  const names = new Set(stores.document.getState().weightEdits.locked);
  return Uint8Array.from(bones, ({ name }) => Number(names.has(name)));
}

/** Whether a bone's weights are locked. */
export const isLocked = (stores: Stores, name: string): boolean =>
  stores.document.getState().weightEdits.locked.includes(name);

/** Locks or unlocks the weights of bones, by name. */
export function lockWeights(stores: Stores, names: readonly string[], lock: boolean): Command {
  const { weightEdits } = stores.document.getState();
  const others = weightEdits.locked.filter((name) => !names.includes(name));
  const what = names.length === 1 ? names[0] : plural(names.length, "bone");
  return patch(stores, `${lock ? "Lock" : "Unlock"} the weights of ${what}`, lock ? "lock" : "unlock", {
    weightEdits: { ...weightEdits, locked: lock ? [...others, ...names] : others },
  });
}

/** Toggles the lock on a bone's weights. */
export const toggleLock = (stores: Stores, name: string): Command =>
  lockWeights(stores, [name], !isLocked(stores, name));

/** Locks the weights of all bones but one; unlocks them if all of these are locked. */
export function lockOthers(stores: Stores, bone: number | null): Command {
  const names = (shownRig(stores.document.getState())?.bones ?? []).map(({ name }) => name);
  const own = bone === null ? undefined : names[bone];
  const others = names.filter((name) => name !== own);
  const { weightEdits } = stores.document.getState();
  const all = others.every((name) => isLocked(stores, name)) && (own === undefined || !isLocked(stores, own));
  return patch(
    stores,
    all ? "Unlock the weights of all bones" : `Lock the weights of ${plural(others.length, "bone")}`,
    all ? "unlock" : "lock",
    { weightEdits: { ...weightEdits, locked: all ? [] : others } },
  );
}
