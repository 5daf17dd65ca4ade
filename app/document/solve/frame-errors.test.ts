import { describe, expect, it } from "vitest";
import { frameOf } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { bendingBar } from "../../../workers/testing/sequences";
import { diagonalOf, eRmsOfDistance, vertexError } from "../measure";
import { frameErrors } from "./frame-errors";

const { sequence, rig: exact } = bendingBar();

/** The rig with each bone moved away, further in every frame. */
function shifted(rig: Rig): Rig {
  const motion = rig.motion.slice();
  const step = 12 * rig.bones.length;
  for (let at = 3; at < motion.length; at += 4) motion[at] += 0.001 * (1 + Math.floor(at / step));
  return { ...rig, motion };
}

describe("errors of frames during a solve", () => {
  it("equal those of all vertices if the budget allows", () => {
    const rig = shifted(exact);
    const diagonal = diagonalOf(sequence);
    const errors = frameErrors(sequence, rig, Number.POSITIVE_INFINITY);
    expect(errors).toHaveLength(sequence.frameCount);
    for (const [k, error] of errors.entries()) {
      let sum = 0;
      for (let i = 0; i < sequence.vertexCount; i++) sum += vertexError(frameOf(sequence, k), rig, k, i) ** 2;
      expect(error).toBeCloseTo(eRmsOfDistance(Math.sqrt(sum / sequence.vertexCount), diagonal), 6);
    }
    expect(errors.at(-1)).toBeGreaterThan(2 * errors[0]);
  });

  it("of a sample are close to those of all vertices, and grow in the same way", () => {
    const rig = shifted(exact);
    const all = frameErrors(sequence, rig, Number.POSITIVE_INFINITY);
    const some = frameErrors(sequence, rig, (rig.weights.values.length * sequence.frameCount) / 4);
    for (const [k, error] of some.entries()) expect(Math.abs(error - all[k])).toBeLessThan(0.1 * all[k]);
  });

  it("are zero for an exact rig", () => {
    for (const error of frameErrors(sequence, exact)) expect(error).toBeLessThan(0.01);
  });
});
