import { createStore } from "zustand/vanilla";
import { storeKey } from "../stores";

/** The turntable: the camera goes around the mesh. */
export interface TurntableState {
  on: boolean;
  /** Time for one turn. */
  seconds: number;
}

export const TURNTABLE = storeKey(() => createStore<TurntableState>()(() => ({ on: false, seconds: 12 })));
