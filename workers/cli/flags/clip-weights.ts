import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { NO_INTENT, type SolveIntent } from "../../model/solve/solve-settings";
import { refuseCommand } from "../status";
import { clipIndices } from "./arguments";

/**
 * Turns "walk=2" for clips into weights of frames.
 * @throws SinewError with the invalid weight.
 */
export function clipWeights(
  sequence: Pick<MeshSequence, "name" | "frameCount" | "clips">,
  given: string[] | undefined,
): { intent?: SolveIntent } {
  if (!given) return {};
  const frames = new Float32Array(sequence.frameCount).fill(1);
  for (const text of given) {
    const split = text.lastIndexOf("=");
    const weight = split > 0 && text.length > split + 1 ? Number(text.slice(split + 1)) : Number.NaN;
    if (!(weight >= 0 && weight < Infinity)) {
      refuseCommand(
        `--clip-weight ${text} cannot be used`,
        'It takes a clip and a number from 0, such as "walk=2".',
      );
    }
    const [index] = clipIndices(sequence, [text.slice(0, split)]);
    const { first, last } = sequence.clips[index];
    frames.fill(weight, first, last + 1);
  }
  return { intent: { ...NO_INTENT, frames } };
}
