import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface HisParameters {
  /** The vertices that a vertex's motion is guessed from. */
  neighbourhood: "one-ring" | "euclidean" | "geodesic";
  /** Guesses reproduce their own vertex exactly. */
  exact: boolean;
  /** Guesses are ranked by the error of all their vertices, or by that of their own vertex. */
  rank: "neighbourhood" | "vertex";
  /** Share of the guesses, best first, that the flat is fitted to: 0 to 1. */
  kept: number;
  /** Plane neighbourhoods are widened, or else left out if there are enough others. */
  widen: boolean;
  /** Iterations of the flat. */
  flatIterations: number;
  /** The flat has converged if the handles move by less (Frobenius norm); 0 is never. */
  flatTolerance: number;
  /** λ of each vertex in the flat's equations: 1, or the smallest singular value of its own system. */
  lambda: "one" | "singular";
  /** Rest positions are solved for with the flat. */
  solveRest: boolean;
  /** How the enclosing simplex is found. */
  simplex: "sisal" | "sqp";
  /** The most iterations of the quadratic programs. */
  simplexIterations: number;
  /** Iterations of a refit if fewer influences than handles are requested. */
  refitIterations: number;
}

export const HIS_FIELDS: readonly ParameterField[] = [
  {
    name: "flatIterations",
    label: "Flat iterations",
    help: "Weights and handles in turn. More lowers the error, with less and less gain.",
    kind: "number",
    default: 10,
    soft: [1, 50],
    hard: [1, 10_000],
    step: 1,
  },
  {
    name: "flatTolerance",
    label: "Flat tolerance",
    help: "The flat is taken as found when its handles move less than this; the authors use 0.2.",
    kind: "number",
    default: 0,
    soft: [0, 1],
    hard: [0, 1e6],
    step: 0.01,
    zero: "off",
  },
  {
    name: "neighbourhood",
    label: "Neighbourhood",
    help: "Vertices that a vertex's motion is guessed from. The other two draw 48 of the 120 nearest, ten times.",
    kind: "choice",
    default: "one-ring",
    options: [
      { value: "one-ring", label: "One-ring" },
      { value: "euclidean", label: "Euclidean" },
      { value: "geodesic", label: "Geodesic" },
    ],
  },
  {
    name: "exact",
    label: "Exact at the vertex",
    help: "A guess takes its own vertex exactly where it went. Rarely of use.",
    kind: "check",
    default: false,
  },
  {
    name: "kept",
    label: "Guesses kept",
    help: "Share of the guesses, best first, that the flat starts from.",
    kind: "number",
    default: 0.5,
    soft: [0.1, 1],
    hard: [0.001, 1],
    step: 0.05,
  },
  {
    name: "rank",
    label: "Best guesses by",
    help: "Error of the whole neighbourhood, or of the vertex alone.",
    kind: "choice",
    default: "neighbourhood",
    options: [
      { value: "neighbourhood", label: "Neighbourhood" },
      { value: "vertex", label: "Vertex" },
    ],
  },
  {
    name: "widen",
    label: "Widen plane rings",
    help: "A plane ring does not fix a motion: its guess is made from the nearest vertices, or left out.",
    kind: "check",
    default: true,
  },
  {
    name: "lambda",
    label: "Vertices count",
    help: "All alike, or as much as their own motion fixes their weights, as published. Alike is lower in error.",
    kind: "choice",
    default: "one",
    options: [
      { value: "one", label: "Alike" },
      { value: "singular", label: "As published" },
    ],
  },
  {
    name: "solveRest",
    label: "Solve the rest pose",
    help: "Moves rest positions with the flat. Lowers the error; the rest pose is no longer the given one.",
    kind: "check",
    default: false,
  },
  {
    name: "simplex",
    label: "Simplex",
    help: "How handles are placed around the vertices' motions: SISAL and a few programs, or the programs alone.",
    kind: "choice",
    default: "sisal",
    options: [
      { value: "sisal", label: "SISAL" },
      { value: "sqp", label: "SQP, as published" },
    ],
  },
  {
    name: "simplexIterations",
    label: "Simplex iterations",
    help: "Quadratic programs that tighten the simplex. More gives sparser weights, up to a point.",
    kind: "number",
    default: 10,
    soft: [0, 50],
    hard: [0, 1000],
    step: 1,
  },
  {
    name: "refitIterations",
    label: "Refit iterations",
    help: "Weights and bones in turn, where fewer influences than bones are asked for.",
    kind: "number",
    default: 40,
    soft: [0, 200],
    hard: [0, 10_000],
    step: 5,
  },
];
