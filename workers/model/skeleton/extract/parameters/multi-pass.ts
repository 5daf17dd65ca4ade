import type { ParameterField } from "../../../solve/method-parameters/field";

/** Parameters of the multi-pass method. */
export interface MultiPassParameters {
  /** λ of equation 24: weight of the squared gaps of joints against the mean squared error. */
  stiffness: number;
  /** ω of equation 24, in the unit of the decomposition's smoothness. */
  smoothness: number;
  /** The number of clusters to begin with, relative to the number of bones. */
  surplus: number;
  /** Rounds of weights, tree, joints and bones. */
  rounds: number;
  /** Sweeps over the bones in a round. */
  sweeps: number;
}

export const MULTI_PASS_FIELDS: readonly ParameterField[] = [
  {
    name: "stiffness",
    label: "Stiff joints",
    help: "How strongly bones are held together at their joints while they are found. With less, bones follow the mesh more closely, but larger gaps remain to close.",
    kind: "number",
    default: 0.01,
    soft: [0.0003, 0.1],
    hard: [0, 100],
    step: 0.0001,
    scale: "log",
  },
  {
    name: "smoothness",
    label: "Smooth weights",
    help: "How similar the weights of neighbours must be. Bones that a blend of others can replace then lose their vertices and are pruned first. 0 is off.",
    kind: "number",
    default: 0,
    soft: [0, 1],
    hard: [0, 10],
    step: 0.01,
  },
  {
    name: "surplus",
    label: "Clusters a bone",
    help: "The method begins with this many clusters for each bone, and prunes the least useful ones.",
    kind: "number",
    default: 1.25,
    soft: [1, 3],
    hard: [1, 8],
    step: 0.05,
  },
  {
    name: "rounds",
    label: "Rounds",
    help: "How often weights, tree, joints and bones are solved in turn.",
    kind: "number",
    default: 120,
    soft: [10, 400],
    hard: [1, 10000],
    step: 10,
  },
  {
    name: "sweeps",
    label: "Sweeps",
    help: "How often each bone is fitted in a round.",
    kind: "number",
    default: 5,
    soft: [1, 20],
    hard: [1, 100],
    step: 1,
  },
];
