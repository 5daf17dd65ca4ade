import { Clusters } from "../../initialisers/clusters";
import { gradientRegions } from "../../initialisers/regions/gradient-regions";
import { BlendSolver } from "../../phases/blend-solver";
import { wholeSample } from "../../problem/sample";
import type { MethodContext } from "../method";
import { affineOptions } from "../solver-options";

/**
 * The published start: regions that grow by deformation gradients, and the affine motion that fits each region best.
 * Where a region's vertices do not determine it (a plane region), the motion is the rigid fit's.
 * @returns F·h·12 in normalised coordinates, or null for a mesh without triangles.
 */
export async function gradientStart(context: MethodContext): Promise<Float64Array | null> {
  const { parallel, problem, starts, bones, task } = context;
  const regions = await gradientRegions(starts, bones, task);
  if (!regions) return null;
  const mark = parallel.arena.mark();
  const clusters = new Clusters({ ...starts, sample: wholeSample(starts) }, bones);
  await clusters.fitSets(regions.sets, task);
  await clusters.topUp(bones, task);
  const rigid = clusters.motion();
  parallel.arena.release(mark);
  const solver = new BlendSolver(parallel, problem, affineOptions(starts.nearest, bones, 1));
  const state = solver.createState();
  await solver.setMotion(state, rigid, task);
  state.ids.set(regions.labels);
  state.values.fill(1);
  await solver.bones.run(state, task);
  const motion = solver.motionOf(state);
  parallel.arena.release(mark);
  return motion;
}
