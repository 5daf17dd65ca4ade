import type { DroppedFile } from "../../../../workers/client";
import { SinewError } from "../../../../workers/model/errors";
import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../../workers/model/files/source-info";

/** Whether a file can hold a skeleton, by its name. Other files are not searched for one. */
export const mayHoldSkeleton = ({ path }: DroppedFile): boolean => /\.(tgf|bvh|fbx|glb|gltf)$/i.test(path);

/** Whether a file holds nothing but skeletons. */
export const isSkeletonFile = ({ path }: DroppedFile): boolean => /\.(tgf|bvh)$/i.test(path);

/** Whether a source is a still mesh with a skeleton in its own file. */
export const ofMesh = ({ skins, clips }: SourceInfo): boolean =>
  skins !== undefined && clips.length === 1 && clips[0].frames === 1;

/** The error for a skeleton that is dropped while no mesh is open. */
export const SKELETON_ALONE = ({ file }: SkeletonSource): SinewError =>
  new SinewError({
    title: `${file} is a skeleton without a mesh`,
    body: "Drop it together with its mesh, or open the mesh and drop it there.",
  });
