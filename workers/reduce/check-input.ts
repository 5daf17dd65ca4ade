import { SinewError } from "../model/errors";
import type { ExampleChoice, ReduceInput } from "../model/reduce/reduce-report";
import { MOST_REDUCED, REDUCE_METHODS, type ReduceSettings } from "../model/reduce/reduce-settings";
import { howMany } from "../model/reports/figures";

/** Rows may miss the sum 1 by this much, because files store weights in 8 bits. */
const SUM_TOLERANCE = 0.02;

const refuse = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

function checkNumber(name: string, value: number, low: number, high: number, whole = false): void {
  if (value >= low && value <= high && (!whole || Number.isInteger(value))) return;
  refuse(`${name} cannot be ${value}`, `It takes a ${whole ? "whole " : ""}number from ${low} to ${high}.`);
}

export function checkReduceSettings(settings: ReduceSettings): void {
  if (!REDUCE_METHODS.includes(settings.method)) {
    refuse(
      `${settings.method} is not a method of reduction`,
      `The methods are ${REDUCE_METHODS.join(", ")}.`,
    );
  }
  checkNumber("The number of influences", settings.influences, 1, MOST_REDUCED, true);
  if (settings.sweeps !== null) checkNumber("The number of sweeps", settings.sweeps, 1, 1000, true);
  if (settings.smoothness !== null) checkNumber("The smoothness", settings.smoothness, 0, 10);
  if (settings.tangential !== null) {
    checkNumber("The part of tangential gradients", settings.tangential, 0, 1);
  }
  checkNumber("The pull", settings.pull, 0, 10);
  if (settings.singleBones !== null) checkNumber("The weight of single bones", settings.singleBones, 0, 1);
  checkNumber("The share of the diagonal for exceptional vertices", settings.exceptionalShare, 0, 1);
}

/** @throws SinewError if the weights are not valid, or the rig does not fit the sequence. */
export function checkRig({ sequence, rig }: Pick<ReduceInput, "sequence" | "rig">): void {
  const { offsets, bones, values } = rig.weights;
  const B = rig.bones.length;
  const V = sequence.vertexCount;
  if (B === 0) refuse("The rig has no bones", "There is nothing to reduce.");
  if (offsets.length !== V + 1 || rig.motion.length !== 12 * B * sequence.frameCount) {
    refuse(
      "The rig does not fit the mesh",
      `The mesh has ${howMany(V, "vertex")} and ${howMany(sequence.frameCount, "frame")}. Solve again.`,
    );
  }
  const broken = rig.motion.findIndex((x) => !Number.isFinite(x));
  if (broken >= 0) {
    const at = Math.floor(broken / 12);
    refuse(
      "The rig's motion has values that are not numbers",
      `In frame ${Math.floor(at / B) + 1}, the matrix of ${rig.bones[at % B].name} has one.`,
    );
  }
  for (let i = 0; i < V; i++) {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const weight = values[e];
      const name = rig.bones[bones[e]]?.name;
      if (name === undefined) {
        refuse(
          "A weight belongs to no bone",
          `Vertex ${i + 1} has a weight of bone ${bones[e] + 1}; the rig has ${howMany(B, "bone")}.`,
        );
      }
      if (!(weight >= -SUM_TOLERANCE && Number.isFinite(weight))) {
        refuse(
          "These are not weights",
          `The weight of ${name} at vertex ${i + 1} is ${weight}. Weights go from 0 to 1.`,
        );
      }
      sum += weight;
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      refuse(
        "The weights do not sum to 1",
        `The weights of vertex ${i + 1} sum to ${Number(sum.toPrecision(4))}. Normalise them first.`,
      );
    }
  }
}

/** The methods that find weights only from examples. */
const NEEDS_EXAMPLES = {
  geometric: "Geometric weights",
  poisson: "Poisson weights",
  arap: "Weights that are as rigid as possible",
};
const isExampleBound = (method: ReduceSettings["method"]): method is keyof typeof NEEDS_EXAMPLES =>
  method in NEEDS_EXAMPLES;

/** @throws SinewError if the method needs examples and has none, or they do not exist. */
export function checkExamples(
  method: ReduceSettings["method"],
  choice: ExampleChoice,
  frameCount: number,
): void {
  if (choice.from === "none" && isExampleBound(method)) {
    refuse(
      `${NEEDS_EXAMPLES[method]} need examples`,
      "Give frames of an animation or poses within the limits of the skeleton, or choose k-largest or smooth.",
    );
  }
  if (choice.from === "limits") checkNumber("The number of poses", choice.count, 1, 1000, true);
  if (choice.from === "poses" && choice.poses.length === 0) {
    refuse("There are no poses", "Keep some in the Deform workspace, or take the frames of an animation.");
  }
  if (choice.from !== "frames" || !choice.frames) return;
  if (choice.frames.length === 0) refuse("There are no examples", "Choose at least one frame.");
  const wrong = choice.frames.find((k) => !(Number.isInteger(k) && k >= 0 && k < frameCount));
  if (wrong !== undefined) {
    refuse(`Frame ${wrong + 1} does not exist`, `The animation has the frames 1 to ${frameCount}.`);
  }
}
