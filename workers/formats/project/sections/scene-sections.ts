/** Saved views and hidden parts of a project. Hidden vertices are in a section, everything else is in the header. */
import { z } from "zod";
import { cameraPoseSchema } from "../../../model/scene/camera-pose-schema";
import type { SceneSettings } from "../../../model/scene/scene-settings";
import { packIntegers } from "../byte-planes";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);

export const sceneSchema = z.object({
  bookmarks: z.array(z.object({ name: z.string().max(4096), pose: cameraPoseSchema })),
  hiddenParts: z.array(count),
  /** How many vertices are hidden. */
  hiddenVertices: count,
});

type SceneHeader = z.infer<typeof sceneSchema>;

/** @returns the header; null if there is nothing to write. */
export function writeScene(
  scene: SceneSettings | undefined,
  add: (section: string, bytes: Uint8Array) => void,
): SceneHeader | null {
  if (!scene) return null;
  const { bookmarks, hiddenParts, hiddenVertices } = scene;
  if (bookmarks.length + hiddenParts.length + hiddenVertices.length === 0) return null;
  if (hiddenVertices.length > 0) add("hiddenVertices", packIntegers(hiddenVertices));
  return { bookmarks: [...bookmarks], hiddenParts: [...hiddenParts], hiddenVertices: hiddenVertices.length };
}

export function readScene(
  { hiddenVertices, ...scene }: SceneHeader,
  sizes: { vertices: number; parts: number },
  { integers, check }: Pick<ProjectSections, "integers" | "check">,
): SceneSettings {
  const vertices = hiddenVertices > 0 ? integers("hiddenVertices", hiddenVertices) : new Uint32Array();
  const exist = vertices.every((v) => v < sizes.vertices) && scene.hiddenParts.every((p) => p < sizes.parts);
  check(exist, "It hides a vertex or a part that does not exist.");
  return { ...scene, hiddenVertices: vertices };
}
