// The flags of `rig reduce`.
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { readNumberList } from "../../model/number-list";
import type { CageInput, ExampleChoice } from "../../model/reduce/reduce-report";
import {
  MOST_REDUCED,
  REDUCE_DEFAULTS,
  REDUCE_METHODS,
  type ReduceSettings,
} from "../../model/reduce/reduce-settings";
import type { Pose } from "../../model/rig/pose";
import { refuseCommand, refuseInput } from "../status";
import { type Flags, number } from "./arguments";
import { nameAndValue } from "./parameter-value";

/** Settings that are found automatically unless they are set. */
const AUTOMATIC = "auto";

/**
 * Settings without a flag of their own. Some take a number or `auto`; for settings that are not numbers, the list has
 * the allowed words.
 */
const OTHERS: Partial<Record<keyof ReduceSettings, readonly string[] | "number" | "number or auto">> = {
  geometric: ["exact", "published"],
  supports: ["geometric", "k-largest"],
  smoothness: "number or auto",
  tangential: "number or auto",
  pull: "number",
  singleBones: "number or auto",
  exceptionalShare: "number",
};
export const REDUCE_SETTINGS = Object.keys(OTHERS);

/** "name=value" as a setting. The engine checks the value of a number. */
function settingOf(text: string): Partial<ReduceSettings> {
  const [name, value] = nameAndValue(text);
  const takes = OTHERS[name as keyof ReduceSettings];
  if (takes === undefined) {
    return refuseCommand(`--set ${name} is not a setting`, `The settings are ${REDUCE_SETTINGS.join(", ")}.`);
  }
  if (takes === "number or auto" && value === AUTOMATIC) return { [name]: null };
  const isNumber = takes === "number" || takes === "number or auto";
  const fits = isNumber ? value.trim() !== "" && Number.isFinite(Number(value)) : takes.includes(value);
  if (!fits) {
    const words = isNumber ? `a ${takes}` : takes.join(" or ");
    refuseCommand(`--set ${text} cannot be used`, `It takes ${words}.`);
  }
  return { [name]: isNumber ? Number(value) : value };
}

export function reduceSettingsOf(flags: Flags): ReduceSettings {
  const { method = REDUCE_DEFAULTS.method } = flags;
  const known = REDUCE_METHODS.find((own) => own === method);
  if (!known) {
    return refuseCommand(
      `--method ${method} is not known`,
      `The methods are ${REDUCE_METHODS.join(", ")} and two-layer.`,
    );
  }
  return {
    ...REDUCE_DEFAULTS,
    method: known,
    influences: number(flags, "influences", 1, MOST_REDUCED) ?? REDUCE_DEFAULTS.influences,
    sweeps: number(flags, "iterations", 1, 1000),
    seed: number(flags, "seed", 0, 2 ** 31 - 1) ?? REDUCE_DEFAULTS.seed,
    ...Object.assign({}, ...(flags.set ?? []).map(settingOf)),
  };
}

/** The coordinates that --coordinates asks for, for a cage without weights of its own. */
export function coordinatesAsked({ coordinates = "harmonic", from }: Flags): CageInput["coordinates"] {
  if (from !== undefined && coordinates !== "harmonic") {
    return refuseCommand("--coordinates has no use with --from", "The file has the weights already.");
  }
  if (coordinates === "harmonic" || coordinates === "mean-value") return coordinates;
  return refuseCommand(
    `--coordinates ${coordinates} are not known`,
    "There are harmonic and mean-value coordinates.",
  );
}

/**
 * The examples that --examples asks for: "frames", "limits", "limits:80", "poses", "none", or numbers of frames from 1.
 * @returns what chooses them once the file is read.
 */
export function examplesAsked(
  flags: Flags,
): (sequence: MeshSequence, poses: readonly Pose[] | undefined) => ExampleChoice | null {
  const text = flags.examples;
  if (text === undefined) return () => null;
  if (text === "none") return () => ({ from: "none" });
  if (text === "frames") return () => ({ from: "frames", frames: null });
  const limits = /^limits(?::(\d+))?$/.exec(text);
  if (limits) return () => ({ from: "limits", count: Number(limits[1] ?? 50) });
  if (text === "poses") return (sequence, poses) => ({ from: "poses", poses: kept(sequence, poses) });
  const list = readNumberList(text, [1, 1_000_000], "Numbers of frames");
  if (!list.ok) {
    return refuseCommand(
      `--examples ${text} cannot be used`,
      `${list.reason} Or write frames, limits, limits:80, poses or none.`,
    );
  }
  return () => ({ from: "frames", frames: list.values.map((k) => k - 1) });
}

function kept({ name }: MeshSequence, poses: readonly Pose[] | undefined): readonly Pose[] {
  if (poses?.length) return poses;
  return refuseInput(
    `${name} has no poses`,
    "A .sinew project keeps the poses that were made in its Deform workspace. Or use --examples limits.",
  );
}
