// The settings of rig fit in its flags.
import {
  FIT_DEFAULTS,
  type FitBone,
  type FitSettings,
  type FitSolve,
  MOST_HELPERS,
} from "../../model/skeleton/fit/fit-settings";
import { type Flags, number, oneOf } from "../flags/arguments";
import { costFlag } from "../flags/cost-flag";
import { refuseCommand } from "../status";

const SOLVES: readonly FitSolve[] = ["weights", "motion", "both"];

/** The flags for single bones. */
function bonesOf(flags: Flags): FitSettings["bones"] {
  const bones: Record<string, FitBone> = {};
  const say = (names: string[] | undefined, own: FitBone) => {
    for (const name of names ?? []) bones[name] = { ...bones[name], ...own };
  };
  say(flags["lock-weights"], { lockWeights: true });
  say(flags["lock-motion"], { lockMotion: true });
  say(flags["may-shift"], { translate: true });
  say(flags["may-scale"], { scale: true });
  return bones;
}

/** @throws CommandError with the invalid flag, its value and the allowed values. */
export function fitSettingsOf(flags: Flags): FitSettings {
  const solve = oneOf(flags, "solve", SOLVES) ?? FIT_DEFAULTS.solve;
  if (flags["refine-joints"] && solve !== "both") {
    refuseCommand(
      `--refine-joints has no use with --solve ${solve}`,
      "Joints only move if weights and motion are both solved.",
    );
  }
  if (flags["correct-rest"] && solve === "motion") {
    refuseCommand(
      "--correct-rest has no use with --solve motion",
      "The rest pose is found with the weights.",
    );
  }
  if (flags.spread !== undefined && solve === "motion") {
    refuseCommand("--spread has no use with --solve motion", "It concerns the weights, which stay.");
  }
  const near = costFlag("spread", flags.spread, { on: true, most: FIT_DEFAULTS.spreadCost });
  return {
    solve,
    helpers: number(flags, "helpers", 0, MOST_HELPERS) ?? FIT_DEFAULTS.helpers,
    influences: number(flags, "influences", 1, 1024) ?? FIT_DEFAULTS.influences,
    root: flags["keep-root"] ? "kept" : "free",
    joints: flags["refine-joints"] ? "refined" : "kept",
    rest: flags["correct-rest"] ? "corrected" : "kept",
    spread: near.on ? "near" : "anywhere",
    spreadCost: near.most,
    limits: !flags["no-limits"],
    pull: number(flags, "pull", 0, 1e6, false) ?? FIT_DEFAULTS.pull,
    rounds: number(flags, "iterations", 1, 100_000) ?? FIT_DEFAULTS.rounds,
    bones: bonesOf(flags),
  };
}
