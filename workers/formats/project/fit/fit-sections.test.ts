import { describe, expect, it } from "vitest";
import { skinnedMesh } from "../../../model/files/skeleton-file";
import type { FitFigures, OwnSkeleton } from "../../../model/reports/fit-record";
import { FIT_DEFAULTS, type FitSettings } from "../../../model/skeleton/fit/fit-settings";
import { skeletonOfRig } from "../../../model/skeleton/skeleton-of-rig";
import { bendingBar } from "../../../testing/sequences";
import { readProject } from "../read";
import { writeProject } from "../write";
import { fitSchema } from "./fit-sections";

const { sequence, rig } = bendingBar({ bones: 2 });

const OWN: OwnSkeleton = {
  file: "mine.fbx",
  alignment: {
    scale: 0.01,
    turn: [1, 0, 0, 0, 0, 1, 0, -1, 0],
    shift: [0, 1, 2],
    frames: { clip: 0, first: 3, step: 1 },
    pose: "bind",
    inside: { count: 1, of: 2, outside: ["tail"] },
    rmsePercent: 0.25,
    fits: false,
    notes: ["The units disagree."],
  },
  skeleton: { bones: rig.bones, motion: rig.motion, weights: rig.weights, rest: null },
  from: {
    source: {
      name: "Armature",
      file: "mine.fbx",
      format: "FBX",
      skeleton: skeletonOfRig(rig),
      upAxis: "z",
      metresPerUnit: 0.01,
      fileOrder: Uint32Array.of(1, 0),
      clips: [
        {
          name: "walk",
          fps: 24,
          frameCount: 2,
          motions: rig.motion.slice(0, 48),
          keys: { times: Float64Array.of(0, 0.1, 2), motions: rig.motion.slice(0, 72) },
        },
      ],
      notes: ["2 bones have no length."],
    },
    skinned: skinnedMesh(sequence, rig),
  },
};

const FITTING: FitSettings = {
  ...FIT_DEFAULTS,
  solve: "weights",
  helpers: 3,
  bones: { [rig.bones[0].name]: { lockMotion: true, translate: false } },
};

const FIGURES: FitFigures = {
  stages: [{ step: "imported", eRms: 9.84, rmsePercent: 1, largest: 0.14 }],
  report: {
    version: 1,
    solve: "weights",
    eRms: 2.5,
    rmsePercent: 0.25,
    largest: { distance: 0.04, vertex: 5, frame: 2 },
    stages: [],
    turns: { mean: 3, largest: 14, bone: rig.bones[1].name },
    joints: null,
    helpers: [{ name: "helper_1", parent: rig.bones[0].name, takes: 0.17 }],
    nearness: { costPercent: 12, farBefore: 0.05, farAfter: 0.01 },
    bones: [{ name: rig.bones[0].name, rmsePercent: 0.2, share: 0.5, worstFrame: 3, worstPercent: 0.4 }],
    seconds: 4,
    notes: ["Only 1 helper bone of 3 took away enough of the error to stay."],
  },
  goesOn: true,
};

describe("an artist's skeleton in a project file", () => {
  it("is kept with its clip, its weights, the settings and the figures", () => {
    const project = {
      ...{ sequence, rig, report: null, settings: null },
      ...{ ownSkeleton: OWN, fitting: FITTING, fitFigures: FIGURES },
    };
    expect(readProject(writeProject(project))).toEqual(project);
  });

  it("is kept without a clip and weights, in its own bind pose", () => {
    const skeleton = {
      bones: rig.bones,
      motion: null,
      guessedRest: true as const,
      weights: null,
      rest: sequence.rest.slice(),
    };
    const project = {
      ...{ sequence, rig: null, report: null, settings: null },
      ...{ ownSkeleton: { ...OWN, skeleton, from: null }, fitting: FIT_DEFAULTS },
    };
    expect(readProject(writeProject(project))).toEqual(project);
  });

  it("is opened with defaults for unknown settings, and without figures that cannot be read", () => {
    const { settings, figures } = fitSchema.parse({
      settings: { ...FITTING, solve: "dreams", helpers: -1 },
      figures: { stages: "none" },
      own: null,
    });
    expect(settings).toEqual({ ...FITTING, solve: FIT_DEFAULTS.solve, helpers: FIT_DEFAULTS.helpers });
    expect(figures).toBeNull();
  });
});
