/** Rigs that clients play: generated, and real ones where the measurements' data lie beside the project. */
import { sharedSequence } from "../../bench/solve/sequences";
import { clothOf, withShapes } from "../../workers/formats/gltf/testing/exported-rigs";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { GlbExportOptions } from "../../workers/model/files/glb-export";
import { type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { EXTRACT_DEFAULTS, type ExtractSettings } from "../../workers/model/skeleton/extract-settings";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar, movingShells } from "../../workers/testing/sequences";
import { strictCloth } from "../../workers/testing/strict-rigs";

export interface ClientCase {
  name: string;
  sequence: MeshSequence;
  rig: Rig;
  options: GlbExportOptions;
  /** Whether to write a BVH, too. */
  bvh?: boolean;
}

const ALL: GlbExportOptions = { influences: 0, clips: [], upAxis: "y" };
export const engine = createEngine(nodeParallel, 2);

function generated(): ClientCase[] {
  const strict = strictCloth({ bones: 12, frames: 24, size: 12, travel: [1, 0, 0.5] });
  const bar = bendingBar({ bones: 5, frames: 16 });
  const [eight, twelve] = [clothOf(10, 8, false, 3), clothOf(14, 12, false, 4)];
  const affine = clothOf(6, 4, true, 5);
  const corrected = withShapes(bar.rig, 3, 0.05 * restDiagonal(bar.sequence), 2);
  const tolerance = 1e-3 * restDiagonal(strict.sequence);
  return [
    { name: "strict skeleton", ...strict, options: ALL, bvh: true },
    { name: "root motion extracted", ...strict, options: { ...ALL, rootMotion: "extract" } },
    { name: "loops closed", ...strict, options: { ...ALL, rootMotion: "extract", closeLoops: true } },
    { name: "fewer keys", ...strict, options: { ...ALL, keyTolerance: tolerance } },
    { name: "rigid bones", ...bar, options: ALL, bvh: true },
    { name: "several meshes", ...movingShells({ shells: 9 }), options: ALL },
    { name: "8 influences", ...eight, options: ALL, bvh: true },
    { name: "12 influences", ...twelve, options: ALL },
    { name: "300 bones", ...clothOf(300, 4, false, 6), options: ALL },
    { name: "bones that shear", ...affine, options: ALL },
    { name: "correction", sequence: bar.sequence, rig: corrected, options: ALL },
  ];
}

/** Short solves of a real sequence: what a client plays does not depend on how good a rig is. */
async function real(): Promise<ClientCase[]> {
  const sequence = await sharedSequence(engine, ["horse-gallop.obj", "horse-gallop.pc2"]);
  if (!sequence) return [];
  const solving: SolveSettings = {
    ...SOLVE_DEFAULTS,
    ...{ boneKind: "affine", bones: 20, influences: 4, iterations: 5 },
  };
  const affine = await engine.run(
    "decompose",
    { sequence, settings: solving, from: null, locks: null },
    UNWATCHED,
  );
  const settings: ExtractSettings = { ...EXTRACT_DEFAULTS, method: "schaefer", bones: 20 };
  const { rig } = await engine.run("extractSkeleton", { sequence, settings, from: null }, UNWATCHED);
  return [
    { name: "horse-gallop, strict skeleton", sequence, rig, options: ALL, bvh: true },
    { name: "horse-gallop, bones that shear", sequence, rig: affine.rig, options: ALL },
  ];
}

export const clientCases = async (): Promise<ClientCase[]> => [...generated(), ...(await real())];
