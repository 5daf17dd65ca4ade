// Seconds of a compression of 42 000 vertices with dense weights of 50 bones in 48 frames: npm run bench --
// two-layer-speed [--threads 2] [--bones-per-virtual 8] [--virtual-bones 400]. Processor seconds are more reliable than
// seconds where other work runs beside it.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { fillFrames, makeSequence } from "../../tools/samples/make-sequence";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { createRandom } from "../../workers/math/random";
import { COMPRESS_DEFAULTS } from "../../workers/model/reports/compress-report";
import { blendPositions } from "../../workers/model/rig/blend-positions";
import type { Rig } from "../../workers/model/rig/rig";
import { type Task, UNWATCHED } from "../../workers/model/task";
import { packWeights, turnAbout } from "../../workers/testing/rigs";

const { values: flags } = parseArgs({
  options: {
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    "bones-per-virtual": { type: "string", default: "8" },
    "virtual-bones": { type: "string", default: "400" },
    side: { type: "string", default: "205" },
    steps: { type: "boolean", default: false },
  },
});
const [BONES, FRAMES] = [50, 48];
const side = Number(flags.side);

/** A sheet whose bones turn and travel, each fading into all the others. */
function sheet(): Rig {
  const random = createRandom(7);
  const centres = Array.from({ length: BONES }, () => [side * random.next(), side * random.next()]);
  const rest = new Float32Array(3 * side * side);
  const rows: [number, number][][] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    rest.set([x, y, 4 * Math.sin(x / 20) * Math.cos(y / 17)], 3 * i);
    rows.push(
      centres.map(([cx, cy], j): [number, number] => {
        const square = ((x - cx) ** 2 + (y - cy) ** 2) / (0.1 * side) ** 2;
        return [j, 1e-4 + Math.exp(-square)];
      }),
    );
  }
  const turns = centres.map(() => [random.normal(), random.normal(), random.normal(), 6 * random.next()]);
  const motion = Float32Array.from(
    Array.from({ length: FRAMES * BONES }, (_, n) => {
      const [k, j] = [Math.floor(n / BONES), n % BONES];
      const [a, b, c, phase] = turns[j];
      const length = Math.hypot(a, b, c) || 1;
      const wave = Math.sin((6.283 * k) / FRAMES + phase);
      const axis = [a / length, b / length, c / length];
      return turnAbout(axis, 0.5 * wave, [...centres[j], 0], [0, 0, 8 * wave]);
    }).flat(),
  );
  const bones = centres.map(([x, y], j) => ({
    name: `bone_${j}`,
    parent: -1,
    head: [x, y, 0] as [number, number, number],
  }));
  return { version: 1, bones, boneKind: "rigid", weights: packWeights(rows), motion, rest };
}

const rig = sheet();
const quads = Array.from({ length: (side - 1) * (side - 1) }, (_, n) => {
  const at = Math.floor(n / (side - 1)) * side + (n % (side - 1));
  return [at, at + 1, at + side + 1, at + side];
});
const sequence = makeSequence({
  name: "sheet",
  fps: 24,
  rest: rig.rest,
  frames: fillFrames(side * side, FRAMES, (out, k) => blendPositions(rig, k, out)),
  parts: [{ name: "sheet", material: 0, polygons: quads }],
  materials: [{ name: "clay", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
});

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const began = processor();
let [phase, since] = ["", began];
/** Prints the processor seconds of each phase. */
const steps: Task = {
  ...UNWATCHED,
  progress(now) {
    if (now.phase === phase) return;
    if (phase) console.log(`  ${phase}: ${(processor() - since).toFixed(1)} s`);
    [phase, since] = [now.phase, processor()];
  },
};
const engine = createEngine(nodeParallel, Number(flags.threads));
const settings = {
  ...COMPRESS_DEFAULTS,
  target: { kind: "virtual-bones", count: Number(flags["virtual-bones"]) } as const,
  bonesPerVirtual: Number(flags["bones-per-virtual"]),
};
const { report } = await engine.run(
  "compressRig",
  { sequence, rig, settings },
  flags.steps ? steps : UNWATCHED,
);
console.log(
  `${sequence.vertexCount} vertices, ${BONES} bones, ${FRAMES} frames, ${flags.threads} threads: ` +
    `${report.virtualBones} virtual bones of at most ${report.bonesPerVirtual}, E_RMS ${report.eRms.toFixed(3)}, ` +
    `${report.seconds.toFixed(1)} s, ${(processor() - began).toFixed(1)} s of processors`,
);
process.exit(0);
