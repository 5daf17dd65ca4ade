import type { WeightSettings } from "../../../../workers/model/weights/weight-settings";
import { useStudio } from "../../../actions/studio";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { useDocument, useStores } from "../../../document/use-stores";

/** The settings for finding weights, and a function that changes them. */
export function useWeighting(): [WeightSettings, (change: Partial<WeightSettings>) => void] {
  const stores = useStores();
  const { history } = useStudio();
  const weighting = useDocument((state) => state.weighting);
  return [weighting, (change) => history.run(setWeighting(stores, change))];
}
