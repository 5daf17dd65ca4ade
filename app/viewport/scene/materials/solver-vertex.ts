import { attribute } from "three/tsl";

/** The solver vertex of a drawn vertex, in a vertex shader. */
export const solverVertex = () => attribute<"uint">("solverIndex", "uint");
