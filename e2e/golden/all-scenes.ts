import { BOUND, COMPARE, DEFORM, PAINT, REDUCED, SKELETON, SOLVE, TEXTURED } from "./scenes";
import { MIRRORED, STATES } from "./state-scenes";

/** The scenes whose pictures must differ from each other. */
export const SCENES = [
  ...[...SOLVE, ...DEFORM, ...PAINT, ...SKELETON, ...BOUND, ...COMPARE, ...TEXTURED],
  ...[...REDUCED, ...STATES, ...MIRRORED],
];
