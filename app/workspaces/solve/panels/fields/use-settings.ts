import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { useStudio } from "../../../../actions/studio";
import { setSettings } from "../../../../document/commands";
import { useDocument } from "../../../../document/document";

/** The settings of the next solve, and the one way to change them. */
export function useSettings(): [SolveSettings, (change: Partial<SolveSettings>) => void] {
  const { history } = useStudio();
  const settings = useDocument((state) => state.settings);
  return [settings, (change) => history.run(setSettings(change))];
}
