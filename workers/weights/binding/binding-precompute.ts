import type { Adjacency } from "../../geometry/adjacency";
import type { MakeParallel } from "../../kernels/parallel";
import { inSteps } from "../../math/steps";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import type { WeightSettings } from "../../model/weights/weight-settings";
import { bindableAdjacency } from "../bindable-mesh";
import { closeSupportsSteps } from "../close-supports";
import { type SegmentTree, segmentTree } from "../segment-tree";
import type { DenseWeights, Supports } from "../simple/dense-weights";
import { heatWeights, visibleCells } from "../simple/heat";
import { sparsify } from "../sparsify";
import { firstWeights } from "./first-weights";
import type { PhaseClock } from "./measure/phase-clock";

/**
 * The facts about a mesh and its skeleton that depend on no edit except links. They stay valid while the artist paints.
 */
export interface BindingPrecompute {
  /** Includes the artist's links. */
  mesh: Bindable;
  skeleton: Skeleton;
  tree: SegmentTree;
  adjacency: Adjacency;
  /** The weights that an optimisation starts from, and that results are compared with: heat weights by default. */
  first: DenseWeights;
  /** The bones that the settings allow for each vertex. */
  closed: Supports;
  /** Whether bone j is the nearest bone that vertex i sees. */
  visible(i: number, j: number): boolean;
}

/** The mesh with its own links and the artist's. */
export function withWires(mesh: Bindable, wires: Uint32Array): Bindable {
  if (wires.length === 0) return mesh;
  const own = mesh.wires ?? new Uint32Array(0);
  const all = new Uint32Array(own.length + wires.length);
  all.set(own);
  all.set(wires, own.length);
  return { ...mesh, wires: all };
}

/** @throws SinewError if the skeleton moves nothing; CancelledError. */
export async function precomputeBinding(
  mesh: Bindable,
  skeleton: Skeleton,
  settings: WeightSettings,
  makeParallel: MakeParallel,
  clock: PhaseClock,
  task: Task,
): Promise<BindingPrecompute> {
  const tree = segmentTree(skeleton);
  const cells = await clock.time("Visibility", () => visibleCells(mesh, skeleton, tree, task));
  const start = settings.method === "arap" ? settings.startFrom : "heat";
  const first = await (start === "heat"
    ? clock.time("Heat weights", () => heatWeights(mesh, skeleton, makeParallel, task, cells))
    : clock.time("First weights", () => firstWeights(start, mesh, skeleton, settings, makeParallel, task)));
  await task.checkpoint();
  const adjacency = bindableAdjacency(mesh);
  await task.checkpoint();
  const closed = await clock.time("Supports", () => settledSupports(first, adjacency, tree, settings, task));
  await task.checkpoint();
  const visible = (i: number, j: number) =>
    cells.visible[i] === 1 && cells.bones.subarray(cells.offsets[i], cells.offsets[i + 1]).includes(j);
  return { mesh, skeleton, tree, adjacency, first, closed, visible };
}

/** The bones of each vertex's dense weights that the settings keep. */
export async function settledSupports(
  dense: DenseWeights,
  adjacency: Adjacency,
  tree: SegmentTree,
  { leastBones: least, keptSum, keptPart }: WeightSettings,
  task: Task,
): Promise<Supports> {
  const supports = await sparsify(dense, adjacency, task, { least, keptSum, keptPart });
  return inSteps(closeSupportsSteps(supports, tree), task);
}
