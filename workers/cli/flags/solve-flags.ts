// The solve settings in the flags of decompose and compare.

import type { BoneKind } from "../../model/rig/rig";
import { asPublished, hasPublished } from "../../model/solve/as-published";
import type { ParameterValue } from "../../model/solve/method-parameters/field";
import { usesSwitch } from "../../model/solve/method-settings";
import {
  INITIALISERS,
  type Initialiser,
  METHODS,
  type SolveMethod,
  type SolveSwitch,
} from "../../model/solve/methods";
import { hasEffect, needFlag, usesInitialiser } from "../../model/solve/parameter-needs";
import {
  CORRECTION_FITS,
  type CorrectionFit,
  SOLVE_DEFAULTS,
  type SolveSettings,
} from "../../model/solve/solve-settings";
import { refuseCommand } from "../status";
import { type Flags, number, oneOf } from "./arguments";
import { costFlag } from "./cost-flag";
import { nameAndValue, parameterValue } from "./parameter-value";

export function methodNamed(name: string): SolveMethod {
  if (Object.hasOwn(METHODS, name)) return name as SolveMethod;
  return refuseCommand(
    `--method ${name} is not known`,
    `The methods are ${Object.keys(METHODS).join(", ")}.`,
  );
}

/** "own" is the method's own initialiser, which is null. */
export function initialiserNamed(name: string): Initialiser | null {
  if (name === "own") return null;
  if (Object.hasOwn(INITIALISERS, name)) return name as Initialiser;
  const known = Object.keys(INITIALISERS).join(", ");
  return refuseCommand(
    `The initialiser ${name} is not known`,
    `The initialisers are ${known}; "own" is the method's own.`,
  );
}

/** "0.2%" or "0.002" as a fraction of the diagonal. */
export function fraction(flag: string, text: string): number {
  const match = /^\s*([\d.]+(?:e-?\d+)?)\s*(%?)\s*$/i.exec(text);
  const value = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (!(value > 0 && value < 1)) {
    refuseCommand(`--${flag} ${text} cannot be used`, 'It takes a part of the diagonal, such as "0.2%".');
  }
  return value;
}

/** The requested K, or the method's default. */
export function influencesFor(method: SolveMethod, flags: Flags): number {
  if (flags.influences === "all") return 0;
  return number(flags, "influences", 1, 1024) ?? METHODS[method].influences;
}

/** The requested motion, or the method's own. */
export function boneKindFor(method: SolveMethod, flags: Flags): BoneKind {
  const { label, boneKinds } = METHODS[method];
  const asked: BoneKind | null = flags.affine ? "affine" : flags.rigid ? "rigid" : null;
  if (asked && !boneKinds.includes(asked)) {
    refuseCommand(
      `${label} has no ${asked} bones`,
      `Its bones are ${boneKinds.join(" or ")}. Leave out --${asked}.`,
    );
  }
  return asked ?? boneKinds[0];
}

/** The methods' parameters from `--set name=value`. Each must belong to one of the methods. */
export function parametersFor(methods: readonly SolveMethod[], flags: Flags): SolveSettings["parameters"] {
  const parameters: Partial<Record<SolveMethod, Record<string, ParameterValue>>> = {};
  for (const text of flags.set ?? []) {
    const [name, value] = nameAndValue(text);
    const owners = methods.filter((method) => METHODS[method].fields.some((field) => field.name === name));
    if (owners.length === 0) {
      const known = new Set(methods.flatMap((method) => METHODS[method].fields.map((field) => field.name)));
      const whose = methods.map((method) => METHODS[method].label).join(", ");
      refuseCommand(
        `${whose} ${methods.length === 1 ? "has" : "have"} no parameter ${name}`,
        known.size > 0 ? `There are ${[...known].join(", ")}.` : "There are none to set.",
      );
    }
    for (const method of owners) {
      const field = METHODS[method].fields.find((each) => each.name === name);
      if (field) parameters[method] = { ...parameters[method], [name]: parameterValue(field, value) };
    }
  }
  return parameters;
}

/** Whether influence is connected, and how much error that may add. */
function patchesFor(text: string | undefined): Pick<SolveSettings, "connected" | "patchCost"> {
  const { connected, patchCost } = SOLVE_DEFAULTS;
  const { on, most } = costFlag("patches", text, { on: connected, most: patchCost });
  return { connected: on, patchCost: most };
}

/** Whether weights are local, how far bones reach, which patches are small, and how much error that may add. */
function localityFor(flags: Flags): Pick<SolveSettings, "local" | "reach" | "leastPatch" | "localCost"> {
  const { local, localCost, reach, leastPatch } = SOLVE_DEFAULTS;
  const asked = flags.reach !== undefined || flags["least-patch"] !== undefined;
  const { on, most } = costFlag("locality", flags.locality, { on: local || asked, most: localCost });
  if (asked && !on) refuseCommand("--reach and --least-patch need --locality", "Leave out --locality off.");
  const least = flags["least-patch"];
  return {
    local: on,
    localCost: most,
    reach: number(flags, "reach", 0, 1000, false) ?? reach,
    leastPatch: least === undefined ? leastPatch : least === "one" ? 1 : percent("least-patch", least),
  };
}

/** "5%" as a fraction. */
function percent(flag: string, text: string): number {
  const value = Number(/^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text)?.[1]);
  if (!(value <= 100)) {
    refuseCommand(`--${flag} ${text} cannot be used`, 'It takes a part such as "5%", or "one".');
  }
  return value / 100;
}

/** @throws CommandError for an unknown fit, or one without a correction. */
function correctionFit(flags: Flags): CorrectionFit {
  const fit = oneOf(flags, "correction-fit", CORRECTION_FITS);
  if (fit && !Number(flags.correction ?? 0)) {
    refuseCommand(
      "--correction-fit has no use without --correction",
      "Give the number of shapes with --correction.",
    );
  }
  return fit ?? SOLVE_DEFAULTS.correctionFit;
}

/** Settings that do not depend on the method. */
export function commonSettings(flags: Flags): SolveSettings {
  return {
    ...SOLVE_DEFAULTS,
    smoothness: number(flags, "smoothness", 0, 10, false) ?? SOLVE_DEFAULTS.smoothness,
    iterations: number(flags, "iterations", 0, 100_000),
    restarts: number(flags, "restarts", 1, 1000),
    seconds: number(flags, "seconds", 0.01, 86_400, false),
    correction: number(flags, "correction", 0, 64) ?? SOLVE_DEFAULTS.correction,
    correctionFit: correctionFit(flags),
    ...patchesFor(flags.patches),
    ...localityFor(flags),
    mirrored: flags.mirrored ?? SOLVE_DEFAULTS.mirrored,
    holdOut: number(flags, "hold-out", 2, 10_000) ?? SOLVE_DEFAULTS.holdOut,
    seed: number(flags, "seed", 0, 2 ** 31 - 1) ?? SOLVE_DEFAULTS.seed,
    correctRestPose: !flags["no-rest-correction"],
  };
}

/** The flags of settings that only some methods use. */
const SWITCH_FLAGS = {
  smoothness: "smoothness",
  restarts: "restarts",
  iterations: "iterations",
  "no-rest-correction": "correctRestPose",
  patches: "connected",
  locality: "local",
  reach: "local",
  "least-patch": "local",
} as const satisfies Partial<Record<keyof Flags, SolveSwitch>>;

/** Refuses flags that none of the methods uses. */
export function checkSwitches(methods: readonly SolveMethod[], flags: Flags): void {
  for (const [flag, name] of Object.entries(SWITCH_FLAGS)) {
    if (flags[flag as keyof typeof SWITCH_FLAGS] === undefined) continue;
    if (methods.some((method) => usesSwitch(method, name))) continue;
    const labels = methods.map((method) => METHODS[method].label).join(", ");
    const users = (Object.keys(METHODS) as SolveMethod[]).filter((method) => usesSwitch(method, name));
    refuseCommand(
      `${labels} ${methods.length === 1 ? "does" : "do"} not use --${flag}`,
      `Leave it out. It is for ${users.join(", ")}.`,
    );
  }
}

/** Refuses `--as-published` if none of the methods has a paper. */
export function checkPublished(methods: readonly SolveMethod[], flags: Flags): void {
  if (!flags["as-published"] || methods.some(hasPublished)) return;
  const labels = methods.map((method) => METHODS[method].label).join(", ");
  refuseCommand(`${labels} has no paper`, "Leave out --as-published, or choose another method.");
}

/** Refuses a `--set` that has no effect in any of the runs. */
export function checkNeeds(runs: readonly SolveSettings[], flags: Flags): void {
  for (const text of flags.set ?? []) {
    const [name] = nameAndValue(text);
    const owned = runs.flatMap((settings) => {
      const field = METHODS[settings.method].fields.find((each) => each.name === name);
      return field ? [{ settings, field }] : [];
    });
    if (owned.some(({ settings, field }) => hasEffect(settings, field))) continue;
    const [{ settings, field }] = owned;
    refuseCommand(
      `--set ${text} has no effect here`,
      `${name} needs ${needFlag(settings.method, field.needs!)}. Leave it out, or give that too.`,
    );
  }
}

/** Refuses an initialiser that the method does not start from. */
function checkInitialiser(settings: SolveSettings): void {
  const { method, initialiser } = settings;
  const { label, takesInitialiser, startNeeds } = METHODS[method];
  if (initialiser && !takesInitialiser) refuseCommand(`${label} takes no initialiser`, "Leave out --init.");
  if (initialiser && !usesInitialiser(settings)) {
    refuseCommand(
      `--init ${initialiser} has no effect here`,
      `It needs ${needFlag(method, startNeeds!)}. Leave it out, or give that too.`,
    );
  }
}

/** Refuses to search for the knee if EP-LBS finds the number of bones itself: only one of the two can choose it. */
function checkCount({ method, knee, parameters }: SolveSettings): void {
  if (!knee || method !== "ep-lbs" || parameters[method]?.count !== "found") return;
  refuseCommand(
    "EP-LBS finds the number of bones itself here, and needs the most bones that it may use",
    "Add --bones, such as --bones 60. Or have the number found at the knee of the error curve, by --set count=asked.",
  );
}

/** The settings as published if `--as-published` is given, apart from those that other flags set. */
export function publishedFor(settings: SolveSettings, flags: Flags): SolveSettings {
  const { method, initialiser, boneKind, influences, restarts, parameters } = settings;
  if (!flags["as-published"] || !hasPublished(method)) return settings;
  const published = asPublished(settings);
  return {
    ...published,
    initialiser,
    boneKind,
    ...(flags.influences !== undefined && { influences }),
    ...(flags.restarts !== undefined && { restarts }),
    parameters: {
      ...published.parameters,
      [method]: { ...published.parameters[method], ...parameters[method] },
    },
  };
}

/** @throws SinewError with the invalid flag, its value and the allowed values. */
export function settingsOf(flags: Flags): SolveSettings {
  const method = methodNamed(flags.method ?? SOLVE_DEFAULTS.method);
  const initialiser = flags.init === undefined ? null : initialiserNamed(flags.init);
  checkSwitches([method], flags);
  checkPublished([method], flags);
  const settings: SolveSettings = {
    ...commonSettings(flags),
    method,
    initialiser,
    parameters: parametersFor([method], flags),
    bones: number(flags, "bones", 1, 1024) ?? SOLVE_DEFAULTS.bones,
    knee: flags.bones === undefined && flags.error === undefined,
    errorTarget: flags.error === undefined ? null : fraction("error", flags.error),
    influences: influencesFor(method, flags),
    boneKind: boneKindFor(method, flags),
  };
  const all = publishedFor(settings, flags);
  checkInitialiser(all);
  checkNeeds([all], flags);
  checkCount(all);
  return all;
}
