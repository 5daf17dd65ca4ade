import type { FileRig } from "../../../export/prepare";
import { validateGlb } from "./validate-glb";

/** The validator follows all joints up to their roots. With more steps it takes a minute. */
const MOST_STEPS = 2e7;
const UNCHECKED = "The tree of bones is too deep for the glTF validator, so the file was not checked.";

/** @param parents with parents before their children. */
function isTooDeep(parents: Int32Array): boolean {
  const depth = new Int32Array(parents.length);
  let steps = 0;
  parents.forEach((parent, n) => {
    depth[n] = parent < 0 ? 1 : depth[parent] + 1;
    steps += depth[n];
  });
  return steps > MOST_STEPS;
}

/** What the Khronos validator says of a GLB, or why it was not asked. */
export const checkGlb = async (bytes: Uint8Array, { clips }: FileRig): Promise<string[]> =>
  isTooDeep(clips[0].tracks.parents) ? [UNCHECKED] : validateGlb(bytes);
