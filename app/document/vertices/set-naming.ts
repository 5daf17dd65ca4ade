import { createStore } from "zustand/vanilla";
import { storeKey } from "../stores";

/** The list of named sets on screen. */
interface SetNaming {
  /** Whether the list is on screen, so that a new set can get its name there. */
  onScreen: boolean;
  /** The set whose name is being typed; null if none. */
  naming: string | null;
}

export const SET_NAMING = storeKey(() => createStore<SetNaming>()(() => ({ onScreen: false, naming: null })));
