import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { useService, useStudio } from "../../../../actions/studio";
import { setSettings } from "../../../../document/solve/solve-commands";
import { useDocument, useStores } from "../../../../document/use-stores";
import { LIVE_SETTINGS, type LiveChange } from "../../runs/live-settings";

/** The settings of the next solve, and a function that changes them. */
export function useSettings(): [SolveSettings, (change: Partial<SolveSettings>) => void] {
  const stores = useStores();
  const { history } = useStudio();
  const settings = useDocument((state) => state.settings);
  return [settings, (change) => history.run(setSettings(stores, change))];
}

/** Like `useSettings`, for settings to which the open rig is fitted at once. */
export function useLiveSettings(): [SolveSettings, (change: LiveChange) => void] {
  const live = useService(LIVE_SETTINGS);
  return [useDocument((state) => state.settings), live.change];
}
