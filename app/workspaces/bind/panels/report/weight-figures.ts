import type { WeightReport } from "../../../../../workers/model/reports/weight-report";

/** Bones with less than this share of their mass under heat weights have faded. */
export const FADED = 0.5;

/** The mass of one bone in the report. */
export interface BoneShare {
  segment: number;
  name: string;
  /** Share of the mesh that the bone moves, 0 to 1. */
  ofMesh: number;
  /** Ratio of the bone's mass to its mass under heat weights; far below 1, the bone has faded. */
  ofHeat: number;
}

/**
 * The bones that move something, or should, the most faded first.
 * @param names current names of the segments, as bones may have been renamed since.
 */
export function boneShares({ boneMass }: WeightReport, names: readonly string[]): BoneShare[] {
  const all = boneMass.reduce((sum, { mass }) => sum + mass, 0);
  return boneMass
    .map(({ name, mass, massOfHeat }, segment) => ({
      segment,
      name: names[segment] ?? name,
      ofMesh: all > 0 ? mass / all : 0,
      ofHeat: massOfHeat,
    }))
    .filter(({ ofMesh, ofHeat }) => ofMesh > 0 || ofHeat < 1)
    .sort((a, b) => a.ofHeat - b.ofHeat || a.segment - b.segment);
}

/**
 * Relative change of the energy against heat weights: −0.5 means half their energy. Null if there is nothing to
 * compare.
 */
export const againstHeat = ({ method, heldOutEnergy, heldOutHeat }: WeightReport): number | null =>
  method === "heat" || !(heldOutHeat > 0) ? null : heldOutEnergy / heldOutHeat - 1;

export const secondsInAll = ({ seconds }: WeightReport): number =>
  seconds.reduce((sum, [, each]) => sum + each, 0);
