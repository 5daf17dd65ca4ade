// Compares every deformer on the graphics processor with the engine's, in every frame of every clip of the measured
// rigs, on both backends. Prints the largest distance as a share of the diagonal, and the largest angle.
//   npm run bench:browser, the last part: node build/engine/bench-deform-accuracy.js [--every 1]
import { parseArgs } from "node:util";
import { showSubject, worstOver } from "../../tools/studio-driver/deform/deform-stage";
import { subjectOf } from "../../tools/studio-driver/deform/deform-truth";
import { isThere, RIGGED_FILES, rigOfFile } from "../../tools/studio-driver/files/rigged-files";
import { DEFORM_DEFAULTS, DEFORMER_KINDS } from "../../workers/model/deform";
import { onEachBackend } from "./each-backend";

/** As a share of the diagonal. */
const NEAR = 1e-4;

const { values: flags } = parseArgs({ options: { every: { type: "string", default: "1" } } });
const step = Number(flags.every);
const files = RIGGED_FILES.filter(isThere);
if (files.length === 0) console.log("No ../shared/data beside the project: nothing to compare.");

let far = false;
await onEachBackend(async (page, backend) => {
  for (const file of files) {
    const { rig, triangles } = await rigOfFile(file, []);
    const subject = await subjectOf(rig, triangles, DEFORM_DEFAULTS);
    const size = 12 * rig.bones.length;
    const frames = Array.from({ length: Math.ceil(rig.motion.length / size / step) }, (_, n) =>
      rig.motion.slice(n * step * size, (n * step + 1) * size),
    );
    await showSubject(page, subject);
    console.log(`${backend}, ${file}, ${rig.rest.length / 3} vertices, ${frames.length} frames:`);
    for (const kind of DEFORMER_KINDS) {
      const { distance, angle, share } = await worstOver(page, subject, kind, frames);
      far ||= !(distance <= NEAR);
      console.log(
        `  ${kind.padEnd(11)}${distance.toExponential(1)} of the diagonal, ${angle.toExponential(1)} rad, ` +
          `${(100 * share).toFixed(1)} % of the vertices compared`,
      );
    }
  }
});
console.log(far ? `Something is farther away than ${NEAR}` : `All within ${NEAR} of the diagonal`);
process.exit(far ? 1 : 0);
