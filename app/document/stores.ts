import { createBindingStore } from "./binding/binding-state";
import { createCompareStore } from "./compare/compare-state";
import { createPreparedStore } from "./deform/prepared";
import { createDocumentStore } from "./document";
import { createStepsStore } from "./history/history";
import { createDialogStore } from "./session/dialog-state";
import { createNoticesStore } from "./session/notices";
import { createPanelsStore } from "./session/panel-state";
import { createWorkStore } from "./session/work";
import { createViewStore } from "./view-state";
import { createPaintNewsStore } from "./weights/paint-news";

/** Names a store of one workspace. The store is created on first use. */
export interface StoreKey<Store> {
  create(): Store;
}

export const storeKey = <Store>(create: () => Store): StoreKey<Store> => ({ create });

const createCommonStores = () => ({
  document: createDocumentStore(),
  /** The steps of the history. */
  steps: createStepsStore(),
  view: createViewStore(),
  panels: createPanelsStore(),
  work: createWorkStore(),
  dialog: createDialogStore(),
  notices: createNoticesStore(),
  binding: createBindingStore(),
  prepared: createPreparedStore(),
  compare: createCompareStore(),
  paintNews: createPaintNewsStore(),
});

/** All state of a studio. Each test makes its own. */
export interface Stores extends ReturnType<typeof createCommonStores> {
  /** The store of a workspace, by its key. */
  of<Store>(key: StoreKey<Store>): Store;
}

export function createStores(): Stores {
  const made = new Map<StoreKey<unknown>, unknown>();
  return {
    ...createCommonStores(),
    of<Store>(key: StoreKey<Store>): Store {
      if (!made.has(key)) made.set(key, key.create());
      return made.get(key) as Store;
    },
  };
}
