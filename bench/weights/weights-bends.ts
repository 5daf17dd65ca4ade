// As-rigid-as-possible weights for bones that are all rigid, all stretch and twist, or all are spines, with rotations
// and with as-rigid-as-desired transformations: mean squared strain, processor seconds, megabytes: node
// build/engine/bench-weights-bends.js [--levels 2] [name …]
import { parseArgs } from "node:util";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MakeParallel } from "../../workers/kernels/parallel";
import { createRandom } from "../../workers/math/random";
import type { SegmentKind } from "../../workers/model/skeleton/skeleton";
import { UNWATCHED } from "../../workers/model/task";
import { WEIGHT_DEFAULTS } from "../../workers/model/weights/weight-settings";
import { planArap } from "../../workers/weights/arap/arap-plan";
import { ArapWeights } from "../../workers/weights/arap/arap-weights";
import { precomputeBinding } from "../../workers/weights/binding/binding-precompute";
import { PhaseClock } from "../../workers/weights/binding/measure/phase-clock";
import { exemplars } from "../../workers/weights/exemplars";
import { gatherWeights } from "../../workers/weights/simple/dense-weights";
import { type Subject, weightSubjects } from "./weight-subjects";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { levels: { type: "string", default: "2" } },
});
const makeParallel: MakeParallel = Object.assign((bytes: number) => nodeParallel(bytes, 1), { threads: 1 });
const KINDS: SegmentKind[] = ["rigid", "stretch-twist", "spine"];
const ITERATIONS = 12;

async function measure({ name, mesh, skeleton: given }: Subject, kind: SegmentKind, desired: boolean) {
  const stretch = (kind === "rigid" ? [1, 1] : [0.8, 1.3]) as [number, number];
  const segments = given.segments.map((s) => ({ ...s, kind, limits: { ...s.limits, stretch } }));
  const skeleton = { version: 1 as const, segments };
  const ground = await precomputeBinding(
    mesh,
    skeleton,
    WEIGHT_DEFAULTS,
    makeParallel,
    new PhaseClock(),
    UNWATCHED,
  );
  const heat = gatherWeights(ground.first, ground.closed);
  const { motions, bends } = exemplars(skeleton, 80, createRandom(1));
  const unseen = exemplars(skeleton, 100, createRandom(2));
  const input = { mesh, heat, bones: segments.length, motions, bends, segments, visible: ground.visible };
  const plan = planArap(input, { asRigidAsDesired: desired });
  const bytes = ArapWeights.bytes(plan, 1);
  const parallel = await makeParallel(bytes);
  const solver = await ArapWeights.create(parallel, plan, UNWATCHED);
  const heldOutHeat = await solver.heldOutEnergy(unseen, UNWATCHED);
  const begin = process.cpuUsage();
  const figures = await solver.iterate(ITERATIONS, UNWATCHED);
  const { user, system } = process.cpuUsage(begin);
  const heldOut = await solver.heldOutEnergy(unseen, UNWATCHED);
  parallel.dispose();
  const strain = (x: number) => x.toFixed(4);
  console.log(
    `| ${name}, ${kind}${desired ? ", as desired" : ""} | ${plan.pieces.count} | ${strain(figures[0].strain)} → ${strain(figures[ITERATIONS - 1].strain)} | ${strain(heldOutHeat)} → ${strain(heldOut)} | ${((user + system) / 1e6 / ITERATIONS).toFixed(2)} s | ${Math.round(bytes / 1e6)} MB |`,
  );
}

for (const subject of await weightSubjects(Number(flags.levels))) {
  if (positionals.length > 0 && !positionals.includes(subject.name)) continue;
  for (const kind of KINDS) {
    await measure(subject, kind, false);
    if (kind !== "rigid") await measure(subject, kind, true);
  }
}
