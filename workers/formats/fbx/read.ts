import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import { sceneSource } from "../gltf/read/read";
import { facesOf } from "../gltf/read/scene/scene";
import { SkeletonAlone } from "../refusals";
import type { SequenceSource, SourceFile } from "../source/source";
import { baseName, readAll } from "../source/source-file";
import { loadFbx, refuseLargeFbx } from "./load";

/** The bytes of a file that is not too large. */
function wholeFbx(file: SourceFile): Promise<Uint8Array> {
  refuseLargeFbx(file.size, baseName(file.name));
  return readAll(file);
}

/**
 * Loads the scene of an FBX without its textures, with its axes and units.
 * @throws SinewError if it cannot be read.
 */
export async function loadFbxScene(file: SourceFile, task: Task) {
  return loadFbx(await wholeFbx(file), baseName(file.name), task);
}

/**
 * Opens an .fbx: its meshes in their scene, moved by its clips.
 * @param files everything that was opened together. Images are searched there.
 * @throws SinewError if it is damaged, older than version 7, or has no surface.
 */
export async function openFbx(
  files: readonly SourceFile[],
  file: SourceFile,
  task: Task,
): Promise<SequenceSource> {
  const name = baseName(file.name);
  task.progress({ phase: `Opening ${name}`, done: null, detail: "" });
  await task.checkpoint();
  const { scene, format, lost } = await loadFbx(await wholeFbx(file), name, task, { files, main: file });
  const hasFaces = scene.instances.some(({ geometry }) => facesOf(geometry) > 0);
  if (!hasFaces && scene.skins.length > 0) throw new SkeletonAlone(name);
  if (!hasFaces) {
    throw new SinewError({
      title: `${name} has no mesh`,
      body: "Nothing in it has faces. Sinew needs a surface to bind.",
    });
  }
  const source = sceneSource(scene, name, [file.name], format);
  return { info: source.info, read: async (...asked) => ({ ...(await source.read(...asked)), lost }) };
}
