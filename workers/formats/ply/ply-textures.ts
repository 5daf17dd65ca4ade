/** The images of a PLY: comments name them, and faces may say which one they show. */
import type { Material } from "../../model/mesh/appearance";
import { offsetsOf, type PolygonMesh, plainMaterial } from "../assemble/polygon-mesh";
import { findFile } from "../images/find-file";
import { NoImage, readImage } from "../images/image-file";
import { ImageList } from "../images/image-list";
import type { SourceFile } from "../source/source";
import { baseName, stemOf } from "../source/source-file";
import type { PlyFaces } from "./ply-faces";

/** The faces in the order of their textures, so that each texture has a run of faces. */
export function byTexture(faces: PlyFaces, names: readonly string[]): PlyFaces {
  const { textures, sizes, corners, cornerUvs } = faces;
  if (!textures || names.length < 2) return faces;
  const order = Int32Array.from(textures.keys()).sort((a, b) => textures[a] - textures[b] || a - b);
  if (order.every((p, n) => p === n)) return faces;
  const offsets = offsetsOf(sizes);
  const from = Array.from(order).flatMap((p) => Array.from({ length: sizes[p] }, (_, c) => offsets[p] + c));
  return {
    ...faces,
    sizes: order.map((p) => sizes[p]),
    corners: Int32Array.from(from, (c) => corners[c]),
    cornerUvs: cornerUvs && Float32Array.from(from.flatMap((c) => [cornerUvs[2 * c], cornerUvs[2 * c + 1]])),
    textures: order.map((p) => textures[p]),
  };
}

/** A part for each run of faces with the same texture, and a material for each texture. */
export function partsOf(
  name: string,
  { sizes, textures }: PlyFaces,
  names: readonly string[],
): Pick<PolygonMesh, "parts" | "materials" | "textureFiles"> {
  const part = (material: number, firstPolygon: number, polygonCount: number) => ({
    ...{ name, material, firstPolygon, polygonCount },
  });
  if (names.length === 0) return { parts: [part(0, 0, sizes.length)], materials: [plainMaterial("default")] };
  const materialOf = (p: number) => {
    const texture = textures ? textures[p] : 0;
    return texture >= 0 && texture < names.length ? texture : names.length;
  };
  const parts: PolygonMesh["parts"] = [];
  for (let p = 0; p < sizes.length; p++) {
    const last = parts.at(-1);
    if (last && last.material === materialOf(p)) last.polygonCount++;
    else parts.push(part(materialOf(p), p, 1));
  }
  const materials = names.map((file) => plainMaterial(stemOf(baseName(file))));
  // Faces without a texture, or with one that has no name, get a plain material.
  if (parts.some(({ material }) => material === names.length)) materials.push(plainMaterial("default"));
  return { parts, materials, textureFiles: [...names] };
}

/** Gives a mesh the images that its file names, if they are among `files`. Notes missing ones. */
export async function readTextureFiles(mesh: PolygonMesh, files: readonly SourceFile[]): Promise<void> {
  const { textureFiles: names = [] } = mesh;
  const from = files.find(({ name }) => name === mesh.file) ?? files[0];
  const list = new ImageList();
  for (const [n, name] of names.entries()) {
    const file = from ? findFile(files, from, name) : null;
    const image = await list.add(file?.name ?? name, async () => {
      if (!file) throw new NoImage(`${baseName(name)} is missing`);
      return readImage(file);
    });
    if (image === null) continue;
    const textures: Material["textures"] = { baseColour: { image, uvSet: 0 } };
    mesh.materials[n] = { ...mesh.materials[n], baseColour: [1, 1, 1, 1], textures };
  }
  if (list.images.length > 0) mesh.images = list.images;
  mesh.notes.push(...list.notes());
}
