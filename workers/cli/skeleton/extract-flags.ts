// The settings of rig skeleton in its flags.
import { EXTRACT_METHODS } from "../../model/skeleton/extract/extract-methods";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
  type SkeletonMethod,
} from "../../model/skeleton/extract/extract-settings";
import { type Flags, number } from "../flags/arguments";
import { nameAndValue, parameterValue } from "../flags/parameter-value";
import { refuseCommand } from "../status";

function methodOf(name: string | undefined): SkeletonMethod {
  if (name === undefined) return EXTRACT_DEFAULTS.method;
  if (Object.hasOwn(EXTRACT_METHODS, name)) return name as SkeletonMethod;
  const known = Object.keys(EXTRACT_METHODS).join(", ");
  return refuseCommand(`--method ${name} is not known`, `The methods are ${known}.`);
}

/** The method's own parameters. */
function parametersOf(method: SkeletonMethod, flags: Flags): ExtractSettings["parameters"] {
  const { label, fields } = EXTRACT_METHODS[method];
  const given = (flags.set ?? []).map((text) => {
    const [name, value] = nameAndValue(text);
    const field = fields.find((each) => each.name === name);
    if (field) return [name, parameterValue(field, value)] as const;
    const names = fields.map((each) => each.name).join(", ");
    return refuseCommand(
      `${label} has no parameter ${name}`,
      names ? `There are ${names}.` : "There are none to set.",
    );
  });
  return given.length > 0 ? { [method]: Object.fromEntries(given) } : {};
}

/** Refuses flags of `auto` beside another method, which they would not change. */
function refuseFlagsOfAuto(method: SkeletonMethod, flags: Flags): void {
  if (method === "auto") return;
  const given = (["split-still", "thorough"] as const).find((name) => flags[name]);
  if (given)
    refuseCommand(
      `--${given} has no use with --method ${method}`,
      "Only auto has it: leave it out, or use auto.",
    );
}

/** @throws CommandError with the invalid flag, its value and the allowed values. */
export function extractSettingsOf(flags: Flags): ExtractSettings {
  if (flags.root === "")
    refuseCommand("--root needs the name of a bone", "Leave it out to let Sinew choose.");
  const method = methodOf(flags.method);
  refuseFlagsOfAuto(method, flags);
  return {
    ...EXTRACT_DEFAULTS,
    method,
    parameters: parametersOf(method, flags),
    bones: number(flags, "bones", 1, 1024) ?? EXTRACT_DEFAULTS.bones,
    influences: number(flags, "influences", 1, 1024) ?? EXTRACT_DEFAULTS.influences,
    joints: flags.soft ? "soft" : "strict",
    pull: number(flags, "pull", 0, 1e6, false) ?? EXTRACT_DEFAULTS.pull,
    keepNear: flags.pull === undefined,
    root: flags.root ?? null,
    splitStill: flags["split-still"] ?? EXTRACT_DEFAULTS.splitStill,
    thorough: flags.thorough ?? EXTRACT_DEFAULTS.thorough,
    seconds: number(flags, "seconds", 0.01, 86_400, false),
    holdOut: number(flags, "hold-out", 2, 10_000) ?? EXTRACT_DEFAULTS.holdOut,
    seed: number(flags, "seed", 0, 2 ** 31 - 1) ?? EXTRACT_DEFAULTS.seed,
  };
}
