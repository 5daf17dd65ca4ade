import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { bendingBar } from "../../testing/sequences";
import type { KeepInput } from "../keep-input";

/** A small sequence to keep. */
export const smallSequence = (name = "bar"): MeshSequence => ({
  ...bendingBar({ length: 4, width: 2, frames: 2 }).sequence,
  name,
});

/** A state to save as a version, identified by its number of bones. */
export const stateOf = (sequence: MeshSequence, bones: number, more: Partial<KeepInput> = {}): KeepInput => ({
  name: sequence.name,
  label: `Bones ${bones}`,
  icon: "sliders",
  parent: null,
  figures: { bones, eRms: null },
  by: { tab: "tab", since: null },
  inUse: [],
  known: {},
  sequence,
  sizes: sequence,
  state: { rig: null, report: null },
  settings: { ...SOLVE_DEFAULTS, bones },
  locks: null,
  runs: [],
  ...more,
});
