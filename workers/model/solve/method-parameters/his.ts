import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface HisParameters {
  /** The vertices that a vertex's motion is guessed from. */
  neighbourhood: "one-ring" | "euclidean" | "geodesic";
  /** Guesses reproduce their own vertex exactly. */
  exact: boolean;
  /** What guesses minimise: errors of positions (equation 8) or of motions (equation 7). */
  errors: "positions" | "transforms";
  /** Guesses are ranked by the error of all their vertices, or of only their own vertex. */
  rank: "neighbourhood" | "vertex";
  /** Share of the guesses, best first, that the flat is fitted to: 0 to 1. */
  kept: number;
  /** Plane neighbourhoods are widened. Otherwise they are left out if there are enough others. */
  widen: boolean;
  /** How the flat is found: weights and handles in turn, or iterative PCA of the nearest motions (appendix C). */
  flat: "bi-quadratic" | "pca";
  /** Iterations of the flat. */
  flatIterations: number;
  /** The flat has converged if the handles move by less (Frobenius norm). With 0 it never does. */
  flatTolerance: number;
  /** λ of each vertex in the flat's equations: 1, or the smallest singular value of its own system. */
  lambda: "one" | "singular";
  /** Rest positions are solved for together with the flat. */
  solveRest: boolean;
  /** How the enclosing simplex is found. */
  simplex: "sisal" | "sqp";
  /** The most quadratic programs to solve, one after the other. */
  simplexIterations: number;
  /** Iterations of the refit that follows if fewer influences than handles are requested. */
  refitIterations: number;
}

export const HIS_FIELDS: readonly ParameterField[] = [
  {
    name: "flat",
    label: "Flat by",
    help: "Weights and handles in turn, or principal axes of the nearest motions, the best of the paper's other ways. The first is faster and ends lower.",
    kind: "choice",
    default: "bi-quadratic",
    options: [
      { value: "bi-quadratic", label: "Turns" },
      { value: "pca", label: "Iterative PCA" },
    ],
  },
  {
    name: "flatIterations",
    label: "Flat iterations",
    help: "Rounds of weights and handles. More rounds lower the error, but less and less.",
    kind: "number",
    default: 10,
    soft: [1, 50],
    hard: [1, 10_000],
    step: 1,
  },
  {
    name: "flatTolerance",
    label: "Flat tolerance",
    help: "The search for the flat ends when its handles move less than this. The authors use 0.2.",
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
    help: "Which vertices the motion of a vertex is guessed from: its neighbours along edges, or ten random choices of 48 among the 120 nearest vertices, in space or along the surface.",
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
    help: "Each guess moves its own vertex exactly to where it went. Rarely useful.",
    kind: "check",
    default: false,
  },
  {
    name: "errors",
    label: "Guesses minimise",
    help: "Errors of positions, or of motions (equation 7 of the paper). The authors found positions better.",
    kind: "choice",
    default: "positions",
    options: [
      { value: "positions", label: "Positions" },
      { value: "transforms", label: "Motions" },
    ],
  },
  {
    name: "kept",
    label: "Guesses kept",
    help: "Share of the guesses that the flat starts from. The best ones are taken first.",
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
    help: "A flat ring does not determine a motion. Its guess is then made from the nearest vertices, or left out.",
    kind: "check",
    default: true,
  },
  {
    name: "lambda",
    label: "Vertices count",
    help: "How vertices count: all equally, or by how well their own motion determines their weights, as published. Equal counts give a lower error.",
    needs: { parameter: "flat", is: "bi-quadratic" },
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
    help: "Also moves the rest positions. This lowers the error, but changes the rest pose.",
    kind: "check",
    default: false,
  },
  {
    name: "simplex",
    label: "Simplex",
    help: "How handles are placed around the vertices' motions: by SISAL and a few quadratic programs, or by quadratic programs alone.",
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
    help: "How many quadratic programs tighten the simplex. More give sparser weights, up to a point.",
    kind: "number",
    default: 10,
    soft: [0, 50],
    hard: [0, 1000],
    step: 1,
  },
  {
    name: "refitIterations",
    label: "Refit iterations",
    help: "Rounds of weights and bones, if a vertex may have fewer influences than there are bones.",
    needs: "few influences",
    kind: "number",
    default: 40,
    soft: [0, 200],
    hard: [0, 10_000],
    step: 5,
  },
];
