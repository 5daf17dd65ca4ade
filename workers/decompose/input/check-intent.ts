import { SinewError } from "../../model/errors";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import type { SolveIntent } from "../../model/solve/solve-settings";

/** Names of the parts of the intent in error messages. */
const NAMES: Record<keyof SolveIntent, string> = {
  frames: "weight of frames",
  importance: "importance",
  density: "density of bones",
  rigid: "rigid regions",
  together: "regions of one bone",
};

/**
 * @throws SinewError with the name of the first list that does not fit the sequence, or has a value that is negative or
 * not a number.
 */
export function checkIntent(sequence: AnySequence, intent: SolveIntent | undefined): void {
  for (const key of Object.keys(NAMES) as (keyof SolveIntent)[]) {
    const numbers = intent?.[key];
    if (!numbers) continue;
    const [wanted, things] =
      key === "frames" ? [sequence.frameCount, "frames"] : [sequence.vertexCount, "vertices"];
    if (numbers.length !== wanted) {
      throw new SinewError({
        title: `The ${NAMES[key]} does not fit ${sequence.name}`,
        body: `It is given for ${numbers.length} of its ${wanted} ${things}. Paint it on this animation.`,
      });
    }
    const bad = numbers.findIndex((x) => !(x >= 0 && x < Infinity));
    if (bad >= 0) {
      throw new SinewError({
        title: `The ${NAMES[key]} is below 0 or not a number`,
        body: `It is ${numbers[bad]} at number ${bad + 1} of the ${things}. Give 0 or more.`,
      });
    }
  }
}
