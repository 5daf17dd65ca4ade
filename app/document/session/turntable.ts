import { createStore } from "zustand/vanilla";
import { storeKey } from "../stores";

/** Whether the camera circles the mesh. The view has the time of a turn. */
export const TURNTABLE = storeKey(() => createStore<{ on: boolean }>()(() => ({ on: false })));
