import type { DroppedFile } from "../../../workers/client";
import { SinewError } from "../../../workers/model/errors";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";

/** Files that can hold a skeleton by their names: others are not looked into for one. */
export const mayHoldSkeleton = ({ path }: DroppedFile): boolean => /\.(tgf|bvh|fbx|glb|gltf)$/i.test(path);

/** Files that hold nothing but skeletons. */
export const isSkeletonFile = ({ path }: DroppedFile): boolean => /\.(tgf|bvh)$/i.test(path);

/** Whether a source is a mesh that stands still and has a skeleton in its own file. */
export const ofMesh = ({ skins, clips }: SourceInfo): boolean =>
  skins !== undefined && clips.length === 1 && clips[0].frames === 1;

/** What to say of a skeleton that is dropped where no mesh is open. */
export const SKELETON_ALONE = ({ file }: SkeletonSource): SinewError =>
  new SinewError({
    title: `${file} is a skeleton without a mesh`,
    body: "Drop it together with its mesh, or open the mesh and drop it there.",
  });
