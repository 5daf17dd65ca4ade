import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveLocks, type SolveSettings } from "../../model/solve/solve-settings";
import { bendingBar } from "../../testing/sequences";
import { decompose } from "../decompose";
import type { DecomposeTask } from "../input/decompose-input";

export const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
export const UNSEEN: DecomposeTask = { progress() {}, async checkpoint() {}, finishNow: false, partial() {} };

export async function solve(
  sequence: MeshSequence,
  settings: Partial<SolveSettings>,
  from: Rig | null = null,
  locks: SolveLocks | null = null,
) {
  const input = { sequence, settings: { ...SOLVE_DEFAULTS, ...settings }, from, locks };
  return decompose(input, serial, UNSEEN);
}

/** A bar that an exact rig bends. */
export const bar = bendingBar({ bones: 4, frames: 10, length: 20, width: 3 });
export const QUICK = { bones: 4, iterations: 60, restarts: 3 };
