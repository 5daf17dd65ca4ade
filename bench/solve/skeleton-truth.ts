// Known skeletons, found again from only the animation: of skinned files, of exact rigs, and of generated characters.
// It prints the links that the motion shows, and the distances of the joints from the true ones.
import { existsSync } from "node:fs";
import type { Engine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { maxInfluences } from "../../workers/model/rig/sparse-weights";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
} from "../../workers/model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../workers/model/task";
import { improveSkeleton } from "../../workers/skeleton/auto/improve";
import { StrictBench } from "../../workers/skeleton/strict/strict-bench";
import { againstTruth } from "../../workers/skeleton/testing/against-truth";
import { CHARACTERS } from "../../workers/skeleton/testing/character-kinds";
import { type CharacterOptions, character } from "../../workers/skeleton/testing/characters";
import { movingTruth } from "../../workers/skeleton/testing/moving-truth";
import { type Known, skinnedClip } from "../../workers/skeleton/testing/skinned-clip";
import { rigInTreeOrder, treeOfRig } from "../../workers/skeleton/tree/skeleton-tree";
import { GROUND_TRUTH, groundTruth, rooted } from "../../workers/testing/ground-truth";

const FILES: [file: string, clip: number][] = [
  ["Fox.glb", 1],
  ["Fox.glb", 2],
  ["fox-animations.glb", 2],
  ["dragon-animations.glb", 0],
  ["RobotExpressive.glb", 2],
  ["RobotExpressive.glb", 6],
  ["cesium_man.gltf", 0],
];

const EXACT_RIGS = ["cylinder", "cheburashka"];

/** The variants of each kind of generated characters. */
const VARIANTS: [name: string, options: CharacterOptions][] = [
  ["", {}],
  [", smooth", { smooth: 0.6 }],
  [", hinges", { hinges: true }],
  [", four poses", { frames: 4, swings: false }],
  [", dense", { smooth: 0.6, reach: 2, influences: 8 }],
  // Vertices at equal distances, so that fingers have few.
  [", large", { spacing: 0.045 }],
];

interface Case {
  name: string;
  /** Null if its data are not on this machine. */
  open(): Promise<Known | null>;
}

function casesOf(engine: Engine): Case[] {
  const files = FILES.map(([file, clip]) => ({
    name: `${file}, ${clip}`,
    open: () => skinnedClip(engine, file, clip),
  }));
  const exact = EXACT_RIGS.map((name) => ({ name, open: () => exactRig(name) }));
  const generated = Object.keys(CHARACTERS).flatMap((kind) =>
    VARIANTS.map(([variant, options], n) => ({
      name: `${kind}${variant}`,
      open: async () => character(kind, n + 1, options),
    })),
  );
  return [...files, ...exact, ...generated];
}

async function exactRig(name: string): Promise<Known | null> {
  if (!existsSync(GROUND_TRUTH)) return null;
  const found = await groundTruth(name);
  return { sequence: found.sequence, truth: movingTruth(found.sequence, rooted(found)) };
}

/**
 * @param only a part of the names of the cases to run.
 * @param fromTruth whether the search begins with the true bones. If it then ends with more error than without them,
 * the motion does not determine what is different.
 */
export async function benchTruth(
  engine: Engine,
  { only, fromTruth }: { only: string; fromTruth: boolean },
  settings: Pick<ExtractSettings, "pull" | "holdOut" | "seed">,
): Promise<void> {
  console.log(
    "case                      bones  strict  links found  joints wander: worst, off: median, worst  seconds  missing (trees)",
  );
  for (const { name, open } of casesOf(engine)) {
    if (!name.includes(only)) continue;
    const known = await open();
    if (!known) {
      console.log(`${name}: not in ../shared/data`);
      continue;
    }
    const { sequence, truth } = known;
    // An exact rig may need more influences than the default.
    const influences = Math.max(EXTRACT_DEFAULTS.influences, maxInfluences(truth.weights));
    const own = { ...EXTRACT_DEFAULTS, ...settings, influences, bones: truth.bones.length };
    const { rig, report } = await engine.run(
      "extractSkeleton",
      { sequence, settings: own, from: fromTruth ? truth : null },
      UNWATCHED,
    );
    const { links, found: right, missing, wanders, off, hidden } = againstTruth(sequence, truth, rig);
    const fixed = fromTruth ? await withTrueTree(sequence, truth, own) : null;
    const sorted = [...off].sort((a, b) => a - b);
    console.log(
      [
        name.padEnd(24),
        String(report.bones).padStart(6),
        report.rmsePercentStrict.toFixed(4).padStart(8),
        `${right} of ${links}`.padStart(11),
        ...[Math.max(0, ...wanders), sorted[Math.floor(sorted.length / 2)] ?? 0, Math.max(0, ...off)].map(
          (x) => x.toFixed(2).padStart(8),
        ),
        report.seconds.toFixed(1).padStart(8),
        report.heldOut ? `held out ${report.heldOut.ratio.toFixed(2)} times` : "",
        missing.join(", "),
        hidden.length > 0 ? `place not shown: ${hidden.join(", ")}` : "",
        fixed &&
          `true tree kept: ${fixed.percent.toFixed(4)}, ${fixed.found} of ${links}, off ${fixed.worst.toFixed(2)}`,
        `(${report.trees?.map((tree) => `${tree.name} ${tree.rmsePercent.toFixed(4)}`).join(", ")})`,
      ].join(" "),
    );
  }
}

/** Iterations with the true tree, which replace the search. */
const ITERATIONS = 300;

/** Solves for motion, joints, weights and rest pose from the truth, and keeps its tree. */
async function withTrueTree(
  sequence: MeshSequence,
  truth: Rig,
  { influences, pull }: ExtractSettings,
): Promise<{ percent: number; found: number; worst: number }> {
  const make = Object.assign((bytes: number) => nodeParallel(bytes, 1), { threads: 1 });
  const bench = await StrictBench.open(make, sequence, truth, influences, UNWATCHED);
  const state = bench.stateOf(treeOfRig(truth), true);
  const begun = { state, error: await bench.fit(state, { steps: 10, pull }, UNWATCHED), objective: Infinity };
  const options = { iterations: ITERATIONS, pull, tolerance: 1e-5 };
  const reached = await improveSkeleton(bench, begun, options, UNWATCHED);
  const { rig } = rigInTreeOrder(bench.rigOf(reached.state, true), bench.treeOf(reached.state));
  bench.parallel.dispose();
  const { found, off } = againstTruth(sequence, truth, rig);
  return { percent: bench.percent(reached.error), found, worst: Math.max(0, ...off) };
}
