import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { useService, useStudio } from "../../../../actions/studio";
import { setSettings } from "../../../../document/solve/solve-commands";
import { useDocument, useStores } from "../../../../document/use-stores";
import { LIVE_SETTINGS, type LiveSettings } from "../../runs/live/live-settings";

/** The settings of the next solve, and a function that changes them. */
export function useSettings(): [SolveSettings, (change: Partial<SolveSettings>) => void] {
  const stores = useStores();
  const { history } = useStudio();
  const settings = useDocument((state) => state.settings);
  return [settings, (change) => history.run(setSettings(stores, change))];
}

/** The settings of the next solve, and the service that fits the open rig to them at once. */
export function useLiveSettings(): [SolveSettings, LiveSettings] {
  return [useDocument((state) => state.settings), useService(LIVE_SETTINGS)];
}
