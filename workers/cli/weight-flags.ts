// What the flags of `weights` say about the weights that are wanted.
import {
  WEIGHT_DEFAULTS,
  WEIGHT_METHODS,
  type WeightMethod,
  type WeightSettings,
} from "../model/weight-settings";
import { type Flags, number, refuse } from "./arguments";

/** The field's abbreviation beside the engine's own name. */
const methodNamed = (name: string): WeightMethod => {
  const method = name === "bbw" ? "biharmonic" : name;
  const known = WEIGHT_METHODS.find((own) => own === method);
  return known ?? refuse(`--method ${name} is not known`, "The methods are arap, heat, bbw, voxel, nearest.");
};

/** The settings of each method that is named. */
export function weightSettingsOf(flags: Flags): WeightSettings[] {
  const methods = (flags.method ?? WEIGHT_DEFAULTS.method).split(",").map((name) => methodNamed(name.trim()));
  const all = flags.influences === undefined || flags.influences === "all";
  return [...new Set(methods)].map((method) => ({
    ...WEIGHT_DEFAULTS,
    method,
    exemplars: number(flags, "exemplars", 1, 400) ?? WEIGHT_DEFAULTS.exemplars,
    iterations: number(flags, "iterations", 0, 1000) ?? WEIGHT_DEFAULTS.iterations,
    seed: number(flags, "seed", 0, 4_294_967_295) ?? WEIGHT_DEFAULTS.seed,
    proximal: number(flags, "proximal", 0, 1, false) ?? WEIGHT_DEFAULTS.proximal,
    spineBones: number(flags, "spine-bones", 2, 16) ?? WEIGHT_DEFAULTS.spineBones,
    influences: all ? WEIGHT_DEFAULTS.influences : number(flags, "influences", 1, 16)!,
  }));
}
