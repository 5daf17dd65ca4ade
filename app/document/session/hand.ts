import { createStore } from "zustand/vanilla";
import { type Stores, storeKey } from "../stores";

/** Whether the artist drags something in the viewport now: a stroke of a brush, a pose, a joint. */
export const HAND = storeKey(() => createStore<{ isDown: boolean }>()(() => ({ isDown: false })));

/** Calls back with whether the hand is down, at each change. Returns the end. */
export const followHand = (stores: Stores, changed: (isDown: boolean) => void): (() => void) =>
  stores.of(HAND).subscribe(({ isDown }, before) => {
    if (isDown !== before.isDown) changed(isDown);
  });
