import type { FileRig } from "../../../export/prepare";
import type { ValidatorMessage } from "../../../model/files/export/export-options";
import { validateGlb } from "./validate-glb";

/** The most steps for the validator, which follows every joint up to its root. More steps would take a minute. */
const MOST_STEPS = 2e7;
const UNCHECKED: ValidatorMessage = {
  severity: "warning",
  sentence: "The tree of bones is too deep for the glTF validator, so the file was not checked.",
};

/** @param parents the parent of each node, parents before their children. */
function isTooDeep(parents: Int32Array): boolean {
  const depth = new Int32Array(parents.length);
  let steps = 0;
  parents.forEach((parent, n) => {
    depth[n] = parent < 0 ? 1 : depth[parent] + 1;
    steps += depth[n];
  });
  return steps > MOST_STEPS;
}

/** The messages of the Khronos validator for a GLB, or the reason why it was not run. */
export const checkGlb = async (bytes: Uint8Array, { clips }: FileRig): Promise<ValidatorMessage[]> =>
  isTooDeep(clips[0].tracks.parents) ? [UNCHECKED] : validateGlb(bytes);
