import { createContext, useContext } from "react";
import { useStore as useZustand } from "zustand";
import type { StoreKey, Stores } from "./stores";

/** The parts of a store that a hook uses. */
interface Read<State> {
  getState(): State;
  getInitialState(): State;
  subscribe(listen: (state: State, before: State) => void): () => void;
}

/** The stores of the studio that contains a component. */
export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error("There is no studio around this component.");
  return stores;
}

/** A hook that reads one store: all of it, or what `select` returns. Renders again only when that changes. */
const hookOf =
  <State>(storeOf: (stores: Stores) => Read<State>) =>
  <Selected = State>(select = (state: State) => state as unknown as Selected): Selected =>
    useZustand(storeOf(useStores()), select);

export const useDocument = hookOf((stores) => stores.document);
export const useView = hookOf((stores) => stores.view);
export const usePanels = hookOf((stores) => stores.panels);
export const useWork = hookOf((stores) => stores.work);
export const useDialog = hookOf((stores) => stores.dialog);
export const useNotices = hookOf((stores) => stores.notices);
export const useBinding = hookOf((stores) => stores.binding);
export const usePrepared = hookOf((stores) => stores.prepared);
export const useCompare = hookOf((stores) => stores.compare);
export const usePaintNews = hookOf((stores) => stores.paintNews);

/** The same for the store of one workspace. */
export const useStore = <State, Selected>(
  key: StoreKey<Read<State>>,
  select: (state: State) => Selected,
): Selected => useZustand(useStores().of(key), select);
