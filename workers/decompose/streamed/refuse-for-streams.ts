import { SinewError } from "../../model/errors";
import { streamRefusal } from "../../model/solve/stream-refusal";
import type { SolveInput } from "../input/decompose-input";

/**
 * @throws SinewError for settings that need all frames in memory. It names the setting.
 */
export function refuseForStreams({ sequence, settings, intent }: SolveInput): void {
  const refusal = streamRefusal(settings, intent);
  if (!refusal) return;
  throw new SinewError({
    title: `${sequence.name} is too large for ${refusal.what}`,
    body: `That needs all frames in memory, and this sequence is read from its file in passes. ${refusal.instead}`,
  });
}
