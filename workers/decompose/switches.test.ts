import { describe, expect, it } from "vitest";
import { fingerprint } from "../identity/fingerprint";
import { unusedSwitches } from "../model/solve/method-settings";
import { METHODS, type SolveMethod, type SolveSwitch } from "../model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { clothPatch } from "../testing/sequences";
import { solve } from "./testing/solved";

const cloth = clothPatch({ size: 9, frames: 8 });
/** A rest pose off the plane, so that its correction changes something in every method. */
const sequence = { ...cloth, rest: cloth.rest.map((x, n) => x + 0.02 * Math.sin(7 * n)) };

/** A change of each setting that no method that uses it can miss here. */
const CHANGES: Record<SolveSwitch, Partial<SolveSettings>> = {
  smoothness: { smoothness: 0.5 },
  restarts: { restarts: 1 },
  iterations: { iterations: 3 },
  tolerance: { tolerance: 0.5 },
  patience: { patience: 1 },
  correctRestPose: { correctRestPose: false },
  connected: { connected: false },
  local: { local: !SOLVE_DEFAULTS.local, reach: 0.3, leastPatch: 1, localCost: null },
};

/** The bits of the rig, and the number of iterations. */
async function outcome(method: SolveMethod, change: Partial<SolveSettings>): Promise<string> {
  const [boneKind] = METHODS[method].boneKinds;
  const settings = { method, bones: 5, influences: 4, boneKind, tolerance: 0.03, ...change };
  const { rig, report } = await solve(sequence, settings);
  return `${fingerprint(rig.weights.values, rig.motion, rig.rest)} ${report.iterations}`;
}

describe.each(Object.keys(METHODS) as SolveMethod[])("%s", (method) => {
  it("follows each setting that it uses, and no other", async () => {
    const plain = await outcome(method, {});
    const unused = unusedSwitches(method);
    for (const [name, change] of Object.entries(CHANGES) as [SolveSwitch, Partial<SolveSettings>][]) {
      const same = (await outcome(method, change)) === plain;
      expect(same, `${name} ${same ? "has no effect" : "has an effect"}`).toBe(unused.includes(name));
    }
  });
});
