/** The settings of a solve as rows of a report, by their names in the Solve panel. */
import type { ParameterField, ParameterValue } from "../../solve/method-parameters/field";
import { parameterOf, usesSwitch } from "../../solve/method-settings";
import { INITIALISERS, METHODS, type SolveSwitch } from "../../solve/methods";
import { hasEffect, usesInitialiser } from "../../solve/parameter-needs";
import type { SolveSettings } from "../../solve/solve-settings";
import { percentFigure, significant } from "../figures";

/** A name and a value in words: "Time limit", "20 s". */
export type ReportRow = [name: string, value: string];

const onOff = (on: boolean): string => (on ? "on" : "off");
const orOff = (x: number): string => (x === 0 ? "off" : significant(x));
const orAuto = (x: number | null, unit = ""): string => (x === null ? "auto" : `${x}${unit}`);
const percent = (share: number): string => `${percentFigure(100 * share)} %`;
const costLimit = (share: number | null): string => (share === null ? "any error" : percent(share));

/** "Every second frame", "Every 7th frame". */
function heldOut(every: number): string {
  const words: Record<number, string> = { 2: "second", 3: "third", 5: "fifth", 10: "tenth" };
  return every === 0 ? "off" : `Every ${words[every] ?? `${every}th`} frame`;
}

function goalRows({ bones, knee, errorTarget }: SolveSettings): ReportRow[] {
  if (errorTarget !== null)
    return [
      ["Ask for", "Error"],
      ["At most", `${percent(errorTarget)} of the diagonal`],
    ];
  return [
    ["Ask for", knee ? "Knee" : "Bones"],
    ["Bones", knee ? "up to the knee" : String(bones)],
  ];
}

/** The value of a method's parameter as its field shows it. */
function parameterWords(field: ParameterField, value: ParameterValue): string {
  if (field.kind === "check") return onOff(value === true);
  if (field.kind === "choice")
    return field.options.find((each) => each.value === value)?.label ?? String(value);
  if (value === 0 && field.zero) return field.zero;
  const figure = Number.isInteger(value) ? String(value) : Number(value).toPrecision(3);
  return field.unit ? `${figure} ${field.unit}` : figure;
}

function localityRows({ local, reach, leastPatch, localCost }: SolveSettings): ReportRow[] {
  const kept: ReportRow = ["Keep near bones", onOff(local)];
  if (!local) return [kept];
  return [
    kept,
    ["Reach of bones", `${significant(reach)} radii`],
    ["Smallest patch", leastPatch >= 1 ? "one per bone" : percent(leastPatch)],
    ["Locality cost limit", costLimit(localCost)],
  ];
}

function patchRows({ connected, patchCost }: SolveSettings): ReportRow[] {
  const kept: ReportRow = ["Connected", onOff(connected)];
  return connected ? [kept, ["Patch cost limit", costLimit(patchCost)]] : [kept];
}

function correctionRows({ correction, correctionFit }: SolveSettings): ReportRow[] {
  const shapes: ReportRow = ["Correction shapes", orOff(correction)];
  if (correction === 0) return [shapes];
  return [shapes, ["Where the correction is fitted", correctionFit === "rest" ? "Rest pose" : "Posed mesh"]];
}

/**
 * The settings that have an effect, in the order of the Solve panel. The names are those on screen, and values that are
 * not numbers are words.
 */
export function settingRows(settings: SolveSettings): ReportRow[] {
  const { method, initialiser, influences, boneKind, iterations, restarts, seconds } = settings;
  const { label, fields } = METHODS[method];
  const used = (name: SolveSwitch, ...rows: ReportRow[]) => (usesSwitch(method, name) ? rows : []);
  return [
    ["Method", label],
    ...goalRows(settings),
    ["Influences", influences === 0 ? "all" : String(influences)],
    ["Motion", boneKind === "affine" ? "Affine" : "Rigid"],
    ...used("smoothness", ["Smoothness", orOff(settings.smoothness)]),
    ...(usesInitialiser(settings)
      ? [["Start from", initialiser ? INITIALISERS[initialiser].label : "Method default"] satisfies ReportRow]
      : []),
    ...used("restarts", ["Seeded restarts", orAuto(restarts)]),
    ...fields
      .filter((field) => hasEffect(settings, field))
      .map((field): ReportRow => [field.label, parameterWords(field, parameterOf(settings, method, field))]),
    ...used("local", ...localityRows(settings)),
    ["Hold out", heldOut(settings.holdOut)],
    ["Mirror left and right", onOff(settings.mirrored)],
    ...used("connected", ...patchRows(settings)),
    ...used("iterations", ["Iterations", orAuto(iterations)]),
    ["Time limit", orAuto(seconds, " s")],
    ...used("tolerance", ["Tolerance", percent(settings.tolerance)], ["Patience", String(settings.patience)]),
    ["Seed", String(settings.seed)],
    ...used("correctRestPose", ["Correct at the end", onOff(settings.correctRestPose)]),
    ...correctionRows(settings),
  ];
}
