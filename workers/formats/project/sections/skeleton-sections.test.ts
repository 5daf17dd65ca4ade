import { describe, expect, it } from "vitest";
import type { SkeletonReport } from "../../../model/reports/skeleton-report";
import { EXTRACT_DEFAULTS, type ExtractSettings } from "../../../model/skeleton/extract/extract-settings";
import { bendingBar } from "../../../testing/sequences";
import { readProject } from "../read";
import { writeProject } from "../write";
import { extractionSchema, readExtraction, writeExtraction } from "./skeleton-sections";

const { sequence, rig } = bendingBar({ bones: 2 });

const SETTINGS: ExtractSettings = {
  ...EXTRACT_DEFAULTS,
  method: "multi-pass",
  bones: 27,
  joints: "soft",
  pull: 0.0123,
  root: "pelvis",
  seconds: 9.5,
  holdOut: 3,
  parameters: { "multi-pass": { omega: 0.1, prune: true, rule: "both" } },
};

const joint = {
  position: [0, 1, 2] as [number, number, number],
  distancePercent: 1.5,
  gapPercent: 0.25,
  addedPercent: 0.5,
};

const REPORT: SkeletonReport = {
  version: 1,
  method: "multi-pass",
  rmsePercent: 0.2,
  rmsePercentStrict: 0.25,
  eRms: 2.3,
  eRmsStrict: 2.9,
  bones: 2,
  joints: [
    { ...joint, name: "bone_1", parent: null, determined: "none", cost: 0 },
    { ...joint, name: "bone_2", parent: "bone_1", determined: "axis", axis: [0, 0, 1], cost: 0.01 },
  ],
  roots: 1,
  seconds: 4.5,
  secondsPerPhase: { Search: 4, Report: 0.5 },
  heldOut: { frames: [2, 5], rmsePercent: 0.3, ratio: 1.2 },
  trees: [{ name: "free", rmsePercent: 0.26 }],
  notes: ["The joint of bone_2 never moves."],
};

const through = (text: object) => readExtraction(extractionSchema.parse(JSON.parse(JSON.stringify(text))));

describe("an extraction in a project file", () => {
  it("keeps settings and report", () => {
    const project = {
      ...{ sequence, rig, report: null, settings: null },
      ...{ extraction: SETTINGS, skeletonReport: REPORT },
    };
    expect(readProject(writeProject(project))).toEqual(project);
  });

  it("is absent in files without one", () => {
    const back = readProject(writeProject({ sequence, rig, report: null }));
    expect([back.extraction, back.skeletonReport]).toEqual([undefined, undefined]);
  });

  it("uses defaults for unknown settings", () => {
    const header = { settings: { ...SETTINGS, method: "dreams", pull: -1, joints: "glued" }, report: null };
    expect(through(header).extraction).toEqual({
      ...SETTINGS,
      method: EXTRACT_DEFAULTS.method,
      pull: EXTRACT_DEFAULTS.pull,
      joints: EXTRACT_DEFAULTS.joints,
    });
  });

  it("leaves out a report that cannot be read, and keeps its unknown figures", () => {
    expect(through({ settings: SETTINGS, report: { ...REPORT, joints: "many" } })).toEqual({
      extraction: SETTINGS,
    });
    const later = { ...REPORT, twists: 3 };
    expect(through(writeExtraction({ skeletonReport: later })!).skeletonReport).toEqual(later);
  });
});
