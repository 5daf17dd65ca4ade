import { DEFORM } from "./deform-scenes";
import { BOUND, COMPARE, PAINT, REDUCED, SKELETON, SOLVE, TEXTURED, TREE } from "./scenes";
import { MIRRORED, STATES } from "./state-scenes";

/** The scenes whose pictures must differ from each other. */
export const SCENES = [
  ...[...SOLVE, ...DEFORM, ...TREE, ...PAINT, ...SKELETON, ...BOUND, ...COMPARE, ...TEXTURED],
  ...[...REDUCED, ...STATES, ...MIRRORED],
];
