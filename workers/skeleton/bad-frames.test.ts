import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { EXTRACT_DEFAULTS } from "../model/skeleton/extract/extract-settings";
import { FIT_DEFAULTS } from "../model/skeleton/fit/fit-settings";
import { UNWATCHED } from "../model/task";
import { extractSkeleton } from "./extract";
import { alignSkeleton } from "./fit/align/align";
import { fitSkeleton } from "./fit/fit";
import { removeHelper } from "./fit/helpers/remove-helper";
import { skeletonLevels } from "./levels/levels";
import { resolveSkeleton } from "./resolve/resolve";
import { pullJoints } from "./strict/pull-joints";
import { limbs } from "./testing/limbs";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

const { sequence: whole, rig: loose, parents } = limbs([-1, 0, 1], 1, { frames: 3 });
const rig = { ...loose, bones: loose.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) };
const settings = { ...EXTRACT_DEFAULTS, bones: 3 };

function withFault(value: number): MeshSequence {
  const frames = whole.frames.slice();
  frames[3 * (whole.vertexCount + 7) + 1] = value;
  return { ...whole, frames };
}

const JOBS: Record<string, (sequence: MeshSequence) => Promise<unknown>> = {
  extractSkeleton: (sequence) =>
    extractSkeleton({ sequence, settings, from: null }, makeSerial, { ...UNWATCHED, partial() {} }),
  fitSkeleton: (sequence) =>
    fitSkeleton({ sequence, skeleton: rig, settings: FIT_DEFAULTS }, makeSerial, UNWATCHED),
  alignSkeleton: (sequence) =>
    alignSkeleton(
      {
        sequence,
        alignment: null,
        skinned: null,
        source: {
          file: "own.tgf",
          name: "own",
          skeleton: { segments: [] },
          metresPerUnit: null,
          clips: [],
        } as never,
      },
      UNWATCHED,
    ),
  resolveSkeleton: (sequence) =>
    resolveSkeleton(
      { sequence, rig, edit: { kind: "root", bone: 2 }, settings, locks: null } as never,
      makeSerial,
      UNWATCHED,
    ),
  pullJoints: (sequence) => pullJoints({ sequence, rig, soft: null, pull: 0.1 }, makeSerial, UNWATCHED),
  skeletonLevels: (sequence) => skeletonLevels(sequence, rig, [2], makeSerial, UNWATCHED),
  removeHelper: (sequence) =>
    removeHelper({ sequence, rig, helper: "bone 2", lockedWeights: [] }, makeSerial, UNWATCHED),
};

describe("a position that is not a number", () => {
  it.each(Object.keys(JOBS))("is reported by %s", async (job) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const failed = JOBS[job](withFault(value));
      await expect(failed).rejects.toBeInstanceOf(SinewError);
      await expect(failed).rejects.toMatchObject({
        complaint: {
          body: "In frame 2 the position of vertex 8 is not a number.",
        },
      });
    }
  });
});
