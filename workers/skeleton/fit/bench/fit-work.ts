import type { Rig } from "../../../model/rig/rig";
import type { FitSettings } from "../../../model/skeleton/fit/fit-settings";
import type { StrictBench } from "../../strict/strict-bench";
import type { StrictState } from "../../strict/strict-state";
import type { Rules } from "./rules";

/** The skeleton that a fit works on. Its motion, joints and weights are solved in turn, each by a part of the bench. */
export interface FitWork {
  readonly bench: StrictBench;
  readonly given: Rig;
  readonly settings: FitSettings;
  rules: Rules;
  state: StrictState;
}
