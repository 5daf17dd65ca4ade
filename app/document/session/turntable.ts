import { createStore } from "zustand/vanilla";
import { storeKey } from "../stores";

/** The turntable: the camera circles the mesh. */
export interface TurntableState {
  on: boolean;
  /** The time of one turn. */
  seconds: number;
}

export const TURNTABLE = storeKey(() => createStore<TurntableState>()(() => ({ on: false, seconds: 12 })));
