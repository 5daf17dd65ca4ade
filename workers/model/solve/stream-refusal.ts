import type { SolveIntent, SolveSettings } from "./solve-settings";

/** A setting that needs all frames in memory, and what to do instead. */
interface StreamRefusal {
  /** "frames held out". */
  what: string;
  instead: string;
}

/** The first setting that a solve of a sequence that is read from its files cannot honour, or null. */
export function streamRefusal(
  { holdOut, mirrored, correction, method, parameters }: SolveSettings,
  intent: Partial<SolveIntent> | undefined,
): StreamRefusal | null {
  if (holdOut > 0) return { what: "frames held out", instead: "Hold none out, or open fewer frames." };
  if (intent?.frames?.some((weight) => weight === 0)) {
    const instead = "Give them a small weight, or leave them out of the file.";
    return { what: "frames without weight", instead };
  }
  if (mirrored) return { what: "a mirrored solve", instead: "Solve without it, or open fewer frames." };
  if (correction > 0) return { what: "a correction", instead: "Solve without it, or open fewer frames." };
  if (method === "ep-lbs" && parameters["ep-lbs"]?.["gradient"] === "finite") {
    return { what: "finite differences", instead: "Choose exact gradients." };
  }
  return null;
}
