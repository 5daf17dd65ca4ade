import { SinewError } from "../../model/errors";
import { checkPositions } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { FitInput } from "../../model/reports/fit-report";
import { MOST_HELPERS } from "../../model/skeleton/fit/fit-settings";

const SOLVES = ["weights", "motion", "both"];
const MOST_BONES = 1024;

const wrong = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

/** @throws SinewError if the skeleton does not fit the sequence, or a setting cannot be used. */
export function checkFit({ sequence, skeleton, settings }: FitInput): void {
  const { bones, motion, weights, rest } = skeleton;
  if (bones.length === 0) wrong("The skeleton has no bones", "Open a file whose skeleton moves this mesh.");
  if (bones.length + settings.helpers > MOST_BONES) {
    wrong(
      "There are too many bones",
      `The skeleton has ${bones.length}, and ${howMany(settings.helpers, "helper")} would join them. A rig has at most ${MOST_BONES} bones.`,
    );
  }
  if (motion && motion.length !== 12 * bones.length * sequence.frameCount) {
    const frames = motion.length / (12 * bones.length);
    wrong(
      "The clip does not fit the animation",
      `It has ${howMany(frames, "frame")}, and ${sequence.name} has ${sequence.frameCount}. Align the skeleton first.`,
    );
  }
  if (motion?.some((x) => !Number.isFinite(x))) {
    wrong(
      "The clip cannot be used",
      "A number of its motion is not finite. Write the file again, or leave the clip out.",
    );
  }
  if (weights && weights.offsets.length !== sequence.vertexCount + 1) {
    wrong(
      "The weights do not fit the mesh",
      `They are for ${howMany(weights.offsets.length - 1, "vertex")}, and ${sequence.name} has ${sequence.vertexCount}.`,
    );
  }
  if (rest && rest.length !== 3 * sequence.vertexCount) {
    wrong(
      "The mesh in the bind pose does not fit",
      `It has ${howMany(rest.length / 3, "vertex")}, and ${sequence.name} has ${sequence.vertexCount}.`,
    );
  }
  checkPositions(sequence);
  checkSettings({ sequence, skeleton, settings });
}

function checkSettings({ skeleton, settings }: FitInput): void {
  const { solve, helpers, influences, pull, rounds } = settings;
  if (!SOLVES.includes(solve)) {
    wrong("The solve is not known", `${solve} was asked for. Choose ${SOLVES.join(", ")}.`);
  }
  if (!(Number.isInteger(helpers) && helpers >= 0 && helpers <= MOST_HELPERS)) {
    wrong(
      "The number of helpers is out of range",
      `${helpers} were asked for. Ask for 0 to ${MOST_HELPERS}; if that is too few, the skeleton lacks bones where the report says that it cannot follow.`,
    );
  }
  if (!(Number.isInteger(influences) && influences >= 1)) {
    wrong("The number of influences is out of range", `${influences} were asked for. Ask for 1 or more.`);
  }
  if (!(pull >= 0 && pull < Infinity)) {
    wrong("The pull of joints is out of range", `It is ${pull}. Give 0 or more; 0.01 suits most motion.`);
  }
  if (!(Number.isInteger(rounds) && rounds >= 1)) {
    wrong("The number of rounds is out of range", `${rounds} were asked for. Ask for 1 or more.`);
  }
  const names = new Set(skeleton.bones.map(({ name }) => name));
  const unknown = Object.keys(settings.bones).find((name) => !names.has(name));
  if (unknown !== undefined) {
    wrong(
      `The skeleton has no bone ${unknown}`,
      "Locks and permissions name bones of the skeleton. Check the names.",
    );
  }
  if (solve === "weights" && !skeleton.motion) {
    wrong(
      "The skeleton does not move",
      "Solving only for weights needs its clip. Choose both, or open a file with a clip.",
    );
  }
  if (solve === "motion" && !skeleton.weights) {
    wrong(
      "The skeleton has no weights",
      "Solving only for motion needs weights. Choose both, or open a file with weights.",
    );
  }
  if (solve === "motion" && helpers > 0) {
    wrong(
      "Helper bones need weights",
      "Solving only for motion changes no weights. Choose weights or both for helpers.",
    );
  }
}
