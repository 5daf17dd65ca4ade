import { SinewError } from "../../model/errors";
import type { SolveInput } from "../input/decompose-input";

/**
 * @throws SinewError for settings that need all frames in memory. It names the setting.
 */
export function refuseForStreams({ sequence, settings, intent }: SolveInput): void {
  const { holdOut, mirrored, correction, method, parameters } = settings;
  const refuse = (what: string, instead: string): never => {
    throw new SinewError({
      title: `${sequence.name} is too large for ${what}`,
      body: `That needs all frames in memory, and this sequence is read from its file in passes. ${instead}`,
    });
  };
  if (holdOut > 0) refuse("frames held out", "Hold none out, or open fewer frames.");
  if (intent?.frames?.some((weight) => weight === 0)) {
    refuse("frames without weight", "Give them a small weight, or leave them out of the file.");
  }
  if (mirrored) refuse("a mirrored solve", "Solve without it, or open fewer frames.");
  if (correction > 0) refuse("a correction", "Solve without it, or open fewer frames.");
  if (method === "ep-lbs" && parameters["ep-lbs"]?.["gradient"] === "finite") {
    refuse("finite differences", "Choose exact gradients.");
  }
}
