// Compares the rigs of a solution path with solves of their own at several counts. Prints the error of the path's rig
// over that of the solve, and the processor time of the first solve and of its path. It fails if a ratio is above 1.05.
// Without --shared it runs generated sequences. --locks pins a bone and the weights of a patch of vertices; a solve of
// its own then goes on from the first rig and keeps them.
//   npm run bench -- path [--only "cloth|bar"] [--shared] [--locks] [--counts 0.25,0.5,0.75,1.25,1.5,2] [--threads 2]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { SOLVE_DEFAULTS, type SolveLocks } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { median } from "../reference";
import { CONTEST_CASES } from "./contest/known-cases";
import { SEQUENCE_CASES } from "./sequence-cases";
import { sharedSequence } from "./sequences";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    shared: { type: "boolean", default: false },
    locks: { type: "boolean", default: false },
    counts: { type: "string", default: "0.25,0.5,0.75,1.25,1.5,2" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

/** The path may be so much worse than a solve of its own. */
const MOST_ABOVE = 1.05;
/** Below this E_RMS all rigs are exact: it is a fifth of the error that can be seen. */
const NOTHING = 0.1;

const engine = createEngine(nodeParallel, Number(flags.threads));

interface PathCase {
  name: string;
  bones: number;
  sequence(): Promise<MeshSequence | null>;
}

const generated = CONTEST_CASES.map(
  ({ name, bones, sequence }): PathCase => ({ name, bones, sequence: async () => sequence() }),
);
const measured = SEQUENCE_CASES.map(
  ({ files, bones }): PathCase => ({
    name: files[0],
    bones: bones[bones.length - 1],
    sequence: () => sharedSequence(engine, files),
  }),
);

/** Seconds of the processor, over all threads. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A rig to go on from, and what of it is locked. */
type Kept = { from: Rig; locks: SolveLocks } | { from: null; locks: null };

async function solveAlone(sequence: MeshSequence, bones: number, kept: Kept = { from: null, locks: null }) {
  const settings = { ...SOLVE_DEFAULTS, bones };
  return engine.run("decompose", { sequence, settings, ...kept }, UNWATCHED);
}

/** Locks the second bone, and the weights of a tenth of the vertices around the first one. */
function lockedIn({ bones, weights: { offsets, bones: rows } }: Rig): SolveLocks {
  const vertices = new Uint8Array(offsets.length - 1);
  let left = Math.ceil(vertices.length / 10);
  for (let i = 0; i < vertices.length && left > 0; i++) {
    if (rows[offsets[i]] !== 0) continue;
    vertices[i] = 1;
    left--;
  }
  return { bones: Uint8Array.from(bones, (_, j) => Number(j === 1)), vertices };
}

/** Solves, then walks the path. Returns the error at each count, the processor time, and the locks if there are any. */
async function pathOf(sequence: MeshSequence, bones: number) {
  const began = processorSeconds();
  const { rig, report } = await solveAlone(sequence, bones);
  const solved = processorSeconds();
  const errors = new Map([[bones, report.eRms]]);
  const locks = flags.locks ? lockedIn(rig) : null;
  const input = { sequence, rig, settings: { ...SOLVE_DEFAULTS, bones }, locks, most: 2 * bones };
  await engine.run("solvePath", input, UNWATCHED, (member) => {
    errors.set(member.rig.bones.length, member.report.eRms);
  });
  const kept: Kept = locks ? { from: rig, locks } : { from: null, locks: null };
  return { errors, kept, solve: solved - began, path: processorSeconds() - solved };
}

const ratios: number[] = [];
for (const { name, bones, sequence: make } of flags.shared ? measured : generated) {
  if (!new RegExp(flags.only).test(name)) continue;
  const sequence = await make();
  if (!sequence) {
    console.log(`${name}: not on this machine`);
    continue;
  }
  const { errors, kept, solve, path } = await pathOf(sequence, bones);
  const columns: string[] = [];
  for (const share of flags.counts.split(",").map(Number)) {
    const count = Math.max(1, Math.round(share * bones));
    const onPath = errors.get(count);
    if (onPath === undefined) continue;
    const alone = (await solveAlone(sequence, count, kept)).report.eRms;
    const ratio = Math.max(onPath, NOTHING) / Math.max(alone, NOTHING);
    ratios.push(ratio);
    columns.push(`${count}: ${ratio.toFixed(3)}`);
  }
  const times = `${bones} bones in ${solve.toFixed(1)} s, path in ${path.toFixed(1)} s`;
  console.log(`${name.padEnd(24)} ${times.padEnd(36)} ${columns.join("  ")}`);
}
const above = ratios.filter((ratio) => ratio > MOST_ABOVE).length;
console.log(
  `${ratios.length} counts: median ${median(ratios).toFixed(3)}, worst ${Math.max(...ratios).toFixed(3)}, ${above} above ${MOST_ABOVE}.`,
);
engine.dispose();
process.exit(above > 0 ? 1 : 0);
