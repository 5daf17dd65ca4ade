// Times every deformer's pass on the graphics processor, in Chromium, on both backends: milliseconds of the least
// disturbed run, and the ratio to v5.
//   npm run bench:browser, the second part:
//   node build/engine/bench-deform-gpu.js [--runs 5] [--bones 20] [--length 190] [--width 25]
import { parseArgs } from "node:util";
import { showSubject } from "../../tools/studio-driver/deform/deform-stage";
import { bendsAndTwists, subjectOf } from "../../tools/studio-driver/deform/deform-truth";
import { pack } from "../../tools/studio-driver/deform/packing";
import { DEFORM_DEFAULTS, DEFORMER_KINDS } from "../../workers/model/deform";
import { bendingBar } from "../../workers/testing/sequences";
import { onEachBackend } from "./each-backend";

/** v0 computes a rotation for every vertex. It may take this many times as long as v5, which only blends. */
const MOST = 2.5;

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    bones: { type: "string", default: "20" },
    length: { type: "string", default: "190" },
    width: { type: "string", default: "25" },
  },
});
const { sequence, rig } = bendingBar({
  bones: Number(flags.bones),
  length: Number(flags.length),
  width: Number(flags.width),
  frames: 1,
});
const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
const subject = await subjectOf(rig, triangles, DEFORM_DEFAULTS, false);
const entries = subject.direct.psi.length / sequence.vertexCount;
const [bones] = bendsAndTwists(rig, 1, 0.8, 0, 1).map(pack);

let slow = false;
await onEachBackend(async (page, backend) => {
  await showSubject(page, subject);
  const times = new Map<string, number[]>();
  for (let run = 0; run < Number(flags.runs); run++) {
    for (const kind of DEFORMER_KINDS) {
      const time = await page.evaluate(([k, b]) => window.deformers.time(k, b), [kind, bones] as const);
      times.set(kind, [...(times.get(kind) ?? []), time ?? Number.NaN]);
    }
  }
  // Other work on the machine can only add to a time.
  const least = (kind: string) => Math.min(...(times.get(kind) ?? []));
  console.log(`${backend}, ${sequence.vertexCount} vertices, ${entries.toFixed(1)} entries a vertex:`);
  for (const kind of DEFORMER_KINDS) {
    const share = least(kind) / least("ddm-v5");
    console.log(
      `  ${kind.padEnd(11)}${least(kind).toFixed(2).padStart(8)} ms ${share.toFixed(2).padStart(6)} x v5`,
    );
  }
  slow ||= !(least("ddm-v0") <= MOST * least("ddm-v5"));
});
console.log(
  slow ? `v0 takes more than ${MOST} times as long as v5` : `v0 takes at most ${MOST} times as long as v5`,
);
process.exit(slow ? 1 : 0);
