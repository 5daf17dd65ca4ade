import type { DroppedFile } from "../../../../../workers/client";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { Stores } from "../../../../document/stores";
import type { Aligning } from "./aligning";
import { FIT_DESK } from "./fit-desk";

const HOLDS_SKELETON = /\.(?:tgf|bvh|fbx|glb|gltf)$/i;

/** Decides which opened skeletons are for a fit. In Paint, and for still meshes, the mesh is bound to them instead. */
export function takerOfSkeletons(stores: Stores, aligning: Pick<Aligning, "take">) {
  const takes = () =>
    (stores.document.getState().sequence?.frameCount ?? 0) > 1 &&
    stores.view.getState().workspace !== "paint";
  return {
    takes,
    wants: (files: DroppedFile[]) =>
      takes() &&
      stores.view.getState().workspace === "skeleton" &&
      stores.of(FIT_DESK).getState().half === "fit" &&
      files.some(({ path }) => HOLDS_SKELETON.test(path)),
    take: (source: SkeletonSource, files: DroppedFile[]) => aligning.take(source, files),
  };
}
