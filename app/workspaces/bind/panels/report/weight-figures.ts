import type { WeightReport } from "../../../../../workers/model/reports/weight-report";

/** Bones with less than this of their heat weights' mass have faded. */
export const FADED = 0.5;

/** A bone as the report has it. */
export interface BoneShare {
  segment: number;
  name: string;
  /** Share of the mesh that the bone moves, 0..1. */
  ofMesh: number;
  /** Its mass over that of the heat weights: far below 1 it has faded. */
  ofHeat: number;
}

/**
 * The bones that move something, the most faded first.
 * @param names of the segments now: a bone may have been renamed since.
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

/** Change against the heat weights: −0.5 is half of their energy; null where there is nothing to compare. */
export const againstHeat = ({ method, heldOutEnergy, heldOutHeat }: WeightReport): number | null =>
  method === "heat" || !(heldOutHeat > 0) ? null : heldOutEnergy / heldOutHeat - 1;

export const secondsInAll = ({ seconds }: WeightReport): number =>
  seconds.reduce((sum, [, each]) => sum + each, 0);
