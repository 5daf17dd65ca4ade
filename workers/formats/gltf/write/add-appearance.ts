import type { WrittenAppearance } from "./appearance-json";
import type { GrowingGlb } from "./glb-bytes";

/**
 * Adds materials and their images to a file.
 * @param partMaterials for each primitive, the material's index in the sequence, in the order of meshes and primitives.
 * @returns the bytes of the images.
 */
export function addAppearance(
  file: GrowingGlb,
  appearance: WrittenAppearance,
  partMaterials: readonly number[],
): number {
  const { json } = file;
  let bytes = 0;
  const images = appearance.images.map(({ json: image, pixels }) => {
    if (!pixels) return image;
    bytes += pixels.length;
    return { ...image, bufferView: file.addView(pixels) };
  });
  const { materials, textures, samplers, extensionsUsed, materialOf } = appearance;
  for (const [key, list] of Object.entries({ materials, textures, samplers, images })) {
    if (list.length > 0) Object.assign(json, { [key]: list });
  }
  if (extensionsUsed.length > 0) json.extensionsUsed = [...(json.extensionsUsed ?? []), ...extensionsUsed];
  const primitives = (json.meshes ?? []).flatMap((mesh) => mesh.primitives);
  for (const [n, material] of partMaterials.entries()) {
    const index = materialOf[material] ?? -1;
    if (index >= 0) primitives[n].material = index;
  }
  return bytes;
}
