import { SinewError } from "../../model/errors";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import type { Task } from "../../model/task";
import { guarded } from "../refusals";
import { type FileKind, sniff } from "../sniff";
import type { SourceFile } from "../source/source";
import { readBvh } from "./bvh";
import { readGltfSkeletons, sceneSkeletons } from "./gltf-joints";
import { readTgf } from "./tgf";

/** Reads the skeletons of a kind of file. The other files may contain its buffers. */
type Read = (file: SourceFile, files: SourceFile[], task: Task) => Promise<SkeletonSource[]>;

const gltf: Read = (file, files, task) => readGltfSkeletons(files, file, task);

const fbx: Read = async (file, _, task) => {
  const { loadFbxScene } = await import("../fbx/read");
  const { scene, format } = await loadFbxScene(file, task);
  return sceneSkeletons(scene, file.name, format, task);
};

const READERS: Partial<Record<FileKind, Read>> = {
  tgf: async (file) => [await readTgf(file)],
  bvh: async (file, _, task) => [await readBvh(file, task)],
  glb: gltf,
  gltf,
  fbx,
};

const READS = "Sinew reads skeletons from .tgf, BVH, FBX and glTF files.";

/**
 * The skeletons in files: .tgf, BVH, FBX, glTF. Files without one are skipped.
 * @throws SinewError if no file has one, about the first file of such a kind.
 */
export async function readSkeletons(files: SourceFile[], task: Task): Promise<SkeletonSource[]> {
  const found: SkeletonSource[] = [];
  const problems: SinewError[] = [];
  for (const file of files) {
    task.progress({ phase: "Looking for skeletons", done: null, detail: file.name });
    await task.checkpoint();
    try {
      const read = READERS[await sniff(file)];
      if (read) found.push(...(await guarded(file.name, () => read(file, files, task))));
    } catch (error) {
      if (!(error instanceof SinewError)) throw error;
      problems.push(error);
    }
  }
  if (found.length > 0) return found;
  if (problems.length > 0) throw problems[0];
  const [first] = files;
  throw new SinewError(
    first && files.length === 1
      ? { title: `${first.name} has no skeleton`, body: READS }
      : { title: "There is no skeleton in these files", body: READS },
  );
}
