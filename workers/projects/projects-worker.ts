// Saves projects in a separate worker, which encodes and writes while the page draws and the engine solves.
import "../model/no-code-from-words";
import * as Comlink from "comlink";
import { type Outcome, outcomeOf } from "../jobs/outcome";
import { gateOf, projectOfLock } from "../model/files/project-lock";
import { canStore, OpfsStorage } from "./opfs-storage";
import { ProjectStore } from "./project-store";
import type { ProjectLocks } from "./storage";
import type { StoreCall } from "./store-calls";

/** The open project of each tab that has one. */
async function openProjects(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name && projectOfLock(name)) || []);
}

/** Web Locks are released when a tab closes for any reason. */
const webLocks: ProjectLocks = {
  held: async () => new Set(await openProjects()),

  tabs: async (project) => (await openProjects()).filter((each) => each === project).length,

  whileFree: (project, work) =>
    navigator.locks.request(gateOf(project), { ifAvailable: true }, async (gate) => {
      if (!gate || (await webLocks.held()).has(project)) return false;
      await work();
      return true;
    }),

  whileWriting: (project, work) => navigator.locks.request(gateOf(project), work),
};

const store = new ProjectStore({ storage: new OpfsStorage(), locks: webLocks });

export type StoreInput<K extends StoreCall> = Parameters<ProjectStore[K]>;
export type StoreOutput<K extends StoreCall> = Awaited<ReturnType<ProjectStore[K]>>;

const door = {
  canStore,
  run: <K extends StoreCall>(call: K, input: StoreInput<K>): Promise<Outcome<StoreOutput<K>>> =>
    outcomeOf(() => (store[call] as (...input: unknown[]) => Promise<StoreOutput<K>>)(...input)),
};

export type ProjectsDoor = typeof door;
Comlink.expose(door);
