import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import type { SceneFormat } from "../gltf/read/read";
import type { GltfScene } from "../gltf/read/scene/scene";
import type { SourceFile } from "../source/source";
import { readTextures } from "./appearance/textures";
import { FbxTooOld, readDocument } from "./document/document";
import { FbxDamage } from "./document/node";
import { LargePolygon } from "./mesh/polygons";
import { FbxObjects } from "./objects/objects";
import { fbxScene } from "./scene/fbx-scene";
import type { SceneMeshes } from "./scene/scene-meshes";

/** Larger files are refused, because every number is in memory several times. */
export const LARGEST_FBX = 5e8;

/** The files among which images are searched: everything that was opened together, and the FBX itself. */
export interface FilesBeside {
  files: readonly SourceFile[];
  main: SourceFile;
}

/** @throws SinewError for a file that is too large, which is known before it is read. */
export function refuseLargeFbx(size: number, name: string): void {
  if (size <= LARGEST_FBX) return;
  throw new SinewError({
    title: `${name} is too large`,
    body: `It has ${Math.round(size / 1e6)} MB; Sinew reads FBX files of up to ${LARGEST_FBX / 1e6} MB. Export it as GLB or Alembic.`,
  });
}

/**
 * Reads an FBX 7, binary or text.
 * @param beside null to leave textures out.
 * @throws SinewError if it cannot be read.
 */
export async function loadFbx(
  bytes: Uint8Array,
  name: string,
  task: Task,
  beside: FilesBeside | null = null,
): Promise<{ scene: GltfScene; format: SceneFormat; lost: string[] }> {
  refuseLargeFbx(bytes.length, name);
  try {
    const objects = new FbxObjects(readDocument(bytes));
    const { scene, settings, meshes, lost } = await fbxScene(objects, name, task);
    const left = beside ? await addTextures(scene, meshes, objects, beside) : [];
    const { upAxis, metresPerUnit } = settings;
    return { scene, format: { format: "FBX", upAxis, metresPerUnit }, lost: [...lost, ...left] };
  } catch (error) {
    throw sentence(error, name);
  }
}

/** @returns sentences about textures that exports lack. */
async function addTextures(
  scene: GltfScene,
  { materials, uvNames }: SceneMeshes,
  objects: FbxObjects,
  { files, main }: FilesBeside,
): Promise<string[]> {
  const use = { objects, materials: materials.materials, materialObjects: materials.objects, uvNames };
  const { images, notes, lost } = await readTextures(use, files, main);
  if (images.length > 0) scene.images = images;
  scene.notes.push(...notes);
  return lost;
}

/** The message for a file that cannot be read. Other errors are returned unchanged. */
function sentence(error: unknown, name: string): unknown {
  if (error instanceof FbxTooOld) {
    return new SinewError({
      title: `${name} is an FBX of an old version`,
      body: "Sinew reads FBX 7 (2011 and later). Export it again in a newer version, or as GLB.",
    });
  }
  if (error instanceof LargePolygon) {
    return new SinewError({ title: `${name} has a polygon that is too large`, body: error.message });
  }
  if (error instanceof FbxDamage) {
    return new SinewError({
      title: `${name} is damaged`,
      body: `${error.message} Copy or export it again, or export it as GLB.`,
    });
  }
  return error;
}
