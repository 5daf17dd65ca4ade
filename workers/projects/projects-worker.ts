// Saves projects in a separate worker, which encodes and writes while the page draws and the engine solves.
import "../model/no-code-from-words";
import * as Comlink from "comlink";
import { type Outcome, outcomeOf } from "../jobs/outcome";
import { canStore, OpfsStorage } from "./opfs-storage";
import { ProjectStore } from "./project-store";
import { webLocks } from "./web-locks";

const store = new ProjectStore({ storage: new OpfsStorage(), locks: webLocks });

export type StoreCall = "list" | "project" | "keep" | "load" | "keepView" | "remove" | "room";
export type StoreInput<K extends StoreCall> = Parameters<ProjectStore[K]>;
export type StoreOutput<K extends StoreCall> = Awaited<ReturnType<ProjectStore[K]>>;

const door = {
  canStore,
  run: <K extends StoreCall>(call: K, input: StoreInput<K>): Promise<Outcome<StoreOutput<K>>> =>
    outcomeOf(() => (store[call] as (...input: unknown[]) => Promise<StoreOutput<K>>)(...input)),
};

export type ProjectsDoor = typeof door;
Comlink.expose(door);
