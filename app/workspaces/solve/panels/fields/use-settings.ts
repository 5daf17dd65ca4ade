import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { useStudio } from "../../../../actions/studio";
import { setSettings } from "../../../../document/solve/solve-commands";
import { useDocument, useStores } from "../../../../document/use-stores";

/** The settings of the next solve, and a function that changes them. */
export function useSettings(): [SolveSettings, (change: Partial<SolveSettings>) => void] {
  const stores = useStores();
  const { history } = useStudio();
  const settings = useDocument((state) => state.settings);
  return [settings, (change) => history.run(setSettings(stores, change))];
}
