import type { MakeParallel } from "../../kernels/parallel";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import type { WeightMethod, WeightSettings } from "../../model/weights/weight-settings";
import { boundedBiharmonicWeights } from "../simple/bounded-biharmonic";
import type { DenseWeights } from "../simple/dense-weights";
import { geodesicVoxelWeights } from "../simple/geodesic-voxel";
import { heatWeights } from "../simple/heat";
import { nearestBoneWeights } from "../simple/nearest";

/**
 * The weights that a method starts from, or its result if it does not optimise.
 * @throws SinewError if the skeleton moves nothing, or the method needs a solid and the mesh is not one;
 * CancelledError.
 */
export function firstWeights(
  method: WeightMethod,
  mesh: Bindable,
  skeleton: Skeleton,
  settings: WeightSettings,
  makeParallel: MakeParallel,
  task: Task,
): Promise<DenseWeights> {
  switch (method) {
    case "arap":
    case "heat":
      return heatWeights(mesh, skeleton, makeParallel, task);
    case "biharmonic": {
      const options = { tolerance: settings.biharmonicTolerance, steps: settings.biharmonicSteps };
      return boundedBiharmonicWeights(mesh, skeleton, options, makeParallel, task);
    }
    case "voxel": {
      const { voxelResolution: resolution, voxelFalloff: falloff, voxelBones: influences } = settings;
      return geodesicVoxelWeights(mesh, skeleton, { resolution, falloff, influences }, task);
    }
    case "nearest":
      return nearestBoneWeights(mesh, skeleton, task);
  }
}
