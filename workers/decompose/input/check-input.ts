import { MOST_RANK } from "../../correct/fit-correction";
import { SinewError } from "../../model/errors";
import { checkPositions } from "../../model/mesh/mesh-sequence";
import { isStreamed } from "../../model/mesh/streamed-sequence";
import { howMany } from "../../model/reports/figures";
import { METHODS } from "../../model/solve/methods";
import { STARTS } from "../initialisers/initialisers";
import { METHOD_TABLE } from "../methods/method-table";
import { checkIntent } from "./check-intent";
import type { SolveInput } from "./decompose-input";

const wrong = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

function checkLocality({ reach, leastPatch, localCost }: SolveInput["settings"]): void {
  if (!(reach >= 0)) {
    wrong("The reach of bones is out of range", `It is ${reach}. It is 0 or more radii.`);
  }
  if (!(leastPatch >= 0 && leastPatch <= 1)) {
    wrong(
      "The smallest patch is out of range",
      `It is ${leastPatch}. It is a share of a bone's main patch, 0 to 1.`,
    );
  }
  if (localCost !== null && !(localCost >= 0)) {
    wrong(
      "The cost of local weights is out of range",
      `It is ${localCost}. It is a share of the error, 0 or more, or null for any.`,
    );
  }
}

/** @throws SinewError if settings, sequence or intent are invalid. */
export function checkInput({ sequence, settings, intent }: SolveInput): void {
  const { bones, influences, errorTarget, method, initialiser, holdOut, correction, patchCost } = settings;
  if (!(Number.isInteger(bones) && bones >= 1 && bones <= 1024)) {
    wrong("The number of bones is out of range", `${bones} bones were asked for. Ask for 1 to 1024.`);
  }
  if (method !== "auto" && method !== "ssdr" && !METHOD_TABLE[method]) {
    wrong(
      "The method is not known",
      `${method} was asked for. The methods are ${Object.keys(METHODS).join(", ")}.`,
    );
  }
  if (initialiser && !STARTS[initialiser]) {
    wrong("The initialiser is not known", `${initialiser} was asked for.`);
  }
  if (!(Number.isInteger(influences) && influences >= 0)) {
    wrong(
      "The number of influences is out of range",
      `${influences} were asked for. Ask for 1 or more, or 0 for all.`,
    );
  }
  if (!(Number.isInteger(holdOut) && holdOut >= 0 && holdOut !== 1)) {
    wrong(
      "The frames to hold out are out of range",
      `Every frame number ${holdOut} was asked for. Ask for every second or a later one, or 0 for none.`,
    );
  }
  if (errorTarget !== null && !(errorTarget > 0)) {
    wrong(
      "The error target is out of range",
      `It is ${errorTarget}. It is a fraction of the diagonal, above 0.`,
    );
  }
  if (patchCost !== null && !(patchCost >= 0)) {
    wrong(
      "The cost of connected patches is out of range",
      `It is ${patchCost}. It is a share of the error, 0 or more, or null for any.`,
    );
  }
  checkLocality(settings);
  if (correction && !(Number.isInteger(correction) && correction > 0 && correction <= MOST_RANK)) {
    wrong(
      "The rank of the correction is out of range",
      `${correction} was asked for. Ask for 1 to ${MOST_RANK}, or 0 for none.`,
    );
  }
  if (sequence.frameCount < 1 || sequence.vertexCount < 1) {
    wrong(
      `${sequence.name} cannot be solved`,
      `It has ${howMany(sequence.vertexCount, "vertex")} and ${howMany(sequence.frameCount, "frame")}.`,
    );
  }
  // The positions of a streamed sequence are checked whenever they are read.
  if (!isStreamed(sequence)) checkPositions(sequence);
  checkIntent(sequence, intent);
}
