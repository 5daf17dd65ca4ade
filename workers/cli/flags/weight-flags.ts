// The weight settings in the flags of `weights`.
import { missingFor } from "../../model/weights/weight-setting-uses";
import {
  publishedWeights,
  WEIGHT_DEFAULTS,
  WEIGHT_METHODS,
  WEIGHT_WORDS,
  type WeightMethod,
  type WeightSettings,
} from "../../model/weights/weight-settings";
import { refuseCommand } from "../status";
import { type Flags, number } from "./arguments";

/** The engine's methods, or the weights of a file. */
export type AskedMethod = WeightMethod | "given";

/** Accepts the literature's abbreviation too. */
function methodNamed(name: string): AskedMethod {
  const method = name === "bbw" ? "biharmonic" : name;
  const known = [...WEIGHT_METHODS, "given" as const].find((own) => own === method);
  return (
    known ??
    refuseCommand(
      `--method ${name || "without a name"} is not known`,
      "The methods are arap, heat, bbw, voxel, nearest and given.",
    )
  );
}

/**
 * The named methods without repetition, or `own` if none is named. By default, weights of a file are measured.
 * @throws SinewError for an unknown method, or one that needs --from without it.
 */
export function methodsOf(flags: Flags, own: WeightMethod = WEIGHT_DEFAULTS.method): AskedMethod[] {
  const { method: text = flags.from === undefined ? own : "given" } = flags;
  const methods = [...new Set(text.split(",").map((name) => methodNamed(name.trim())))];
  if (methods.includes("given") && flags.from === undefined) {
    refuseCommand(
      "--method given needs weights",
      "Use --from with a .dmat file: one row for each vertex, one column for each bone.",
    );
  }
  if (flags.from !== undefined && !methods.includes("given") && !methods.includes("arap")) {
    refuseCommand("--from has no use here", "The methods given and arap use the weights of a file.");
  }
  if (flags["as-published"] && !methods.includes("arap")) {
    refuseCommand(
      "--as-published has no use here",
      "It sets what the paper of ARAP weights does: add --method arap.",
    );
  }
  return methods;
}

const TRUTHS: Record<string, boolean> = {
  true: true,
  on: true,
  yes: true,
  false: false,
  off: false,
  no: false,
};

/** "name=value" as a setting. The engine checks the value. */
function settingOf(text: string): Partial<WeightSettings> {
  const at = text.indexOf("=");
  const [name, given] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const before = at > 0 && Object.hasOwn(WEIGHT_DEFAULTS, name) ? WEIGHT_DEFAULTS[name as "tolerance"] : null;
  if (before === null || name === "method") {
    const known = Object.keys(WEIGHT_DEFAULTS).slice(1).join(", ");
    return refuseCommand(`--set ${text} cannot be used`, `Write --set name=value. There are ${known}.`);
  }
  const cannot = (takes: string) => refuseCommand(`--set ${text} cannot be used`, `It takes ${takes}.`);
  if (typeof before === "boolean") return { [name]: TRUTHS[given.toLowerCase()] ?? cannot("true or false") };
  if (typeof before === "number")
    return { [name]: given !== "" && Number.isFinite(Number(given)) ? Number(given) : cannot("a number") };
  const choices: readonly string[] = WEIGHT_WORDS[name as keyof typeof WEIGHT_WORDS] ?? [];
  return { [name]: choices.includes(given) ? given : cannot(choices.join(", ")) };
}

/** Flags that are settings, or stand for one. */
const SETTING_FLAGS = {
  exemplars: "exemplars",
  clips: "exemplars",
  iterations: "iterations",
  proximal: "proximal",
} as const satisfies Partial<Record<keyof Flags, keyof WeightSettings>>;

/** Refuses flags that have no effect on any of the methods. */
export function checkWeightUses(
  methods: readonly AskedMethod[],
  settings: WeightSettings,
  flags: Flags,
): void {
  const use = { methods, settings, moveJoints: flags["optimize-joints"] ?? false };
  const given: [text: string, name: keyof WeightSettings][] = [
    ...Object.entries(SETTING_FLAGS)
      .filter(([flag]) => flags[flag as keyof typeof SETTING_FLAGS] !== undefined)
      .map(([flag, name]): [string, keyof WeightSettings] => [`--${flag}`, name]),
    ...(flags.set ?? []).map((text): [string, keyof WeightSettings] => [
      `--set ${text}`,
      text.slice(0, text.indexOf("=")).trim() as keyof WeightSettings,
    ]),
  ];
  for (const [text, name] of given) {
    const missing = missingFor(name, use);
    if (missing) {
      refuseCommand(`${text} has no effect here`, `It needs ${missing}. Leave it out, or give that too.`);
    }
  }
}

/**
 * Settings for any method.
 * @param own settings of a project, which apply if a flag is missing.
 * @throws SinewError with the invalid flag, its value and the allowed values.
 */
export function weightSettingsOf(
  flags: Flags,
  own: Readonly<WeightSettings> = WEIGHT_DEFAULTS,
): WeightSettings {
  const set: Partial<WeightSettings> = Object.assign({}, ...(flags.set ?? []).map(settingOf));
  const all = flags.influences === "all";
  const published = flags["as-published"] ? publishedWeights(true) : {};
  return {
    ...own,
    ...published,
    ...set,
    exemplars: number(flags, "exemplars", 1, 400) ?? set.exemplars ?? own.exemplars,
    iterations: number(flags, "iterations", 0, 1000) ?? set.iterations ?? own.iterations,
    seed: number(flags, "seed", 0, 4_294_967_295) ?? set.seed ?? own.seed,
    proximal: number(flags, "proximal", 0, 1, false) ?? set.proximal ?? published.proximal ?? own.proximal,
    spineBones: number(flags, "spine-bones", 2, 16) ?? set.spineBones ?? own.spineBones,
    influences: all ? 0 : (number(flags, "influences", 1, 16) ?? set.influences ?? own.influences),
  };
}
