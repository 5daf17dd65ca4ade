import type { Material } from "../mesh/appearance";
import type { MeshSequence } from "../mesh/mesh-sequence";
import { EXPORT_FORMATS, type ExportFormatId, type FormatHolds } from "./export-formats";

/** Types of images that a glTF file can have. */
const GLTF_IMAGES = /^image\/(png|jpeg|webp|avif|ktx2|vnd-ms\.dds)$/;

const mapsOf = ({ textures = {} }: Material) => Object.values(textures);

/**
 * What of the source a file of a format leaves out, in sentences: textures, UV sets, colours, tangents, and the rest of a
 * glTF file.
 */
export function leftOut(sequence: MeshSequence, format: ExportFormatId): string[] {
  const { title, holds }: { title: string; holds: FormatHolds } = EXPORT_FORMATS[format];
  const { images = [], materials, moreUvs = [], colours = [], tangents, carried } = sequence;
  const sentences: string[] = [];
  const shown = new Set(materials.flatMap(mapsOf).map(({ image }) => image));
  const files = [...shown].flatMap((n) => (images[n] ? [images[n]] : []));
  if (files.length > 0 && holds.textures === null)
    sentences.push(`A ${title} has no textures: the base colours are kept.`);
  const odd = format === "glb" ? files.filter(({ mimeType }) => !GLTF_IMAGES.test(mimeType)) : [];
  if (odd.length > 0) {
    const names = [...new Set(odd.map(({ name }) => name))].slice(0, 3);
    sentences.push(`A ${title} cannot have images like ${names.join(", ")}: convert them to PNG or JPEG.`);
  }
  const uvSets = sequence.uvs ? 1 + moreUvs.length : 0;
  if (uvSets > holds.uvSets) sentences.push(`A ${title} keeps ${holds.uvSets} of ${uvSets} UV sets.`);
  if (colours.length > 0 && !holds.colours) sentences.push(`A ${title} has no vertex colours.`);
  if (tangents && !holds.tangents) sentences.push(`A ${title} has no tangents: engines compute them.`);
  if (carried && format === "glb") sentences.push(...carried.lost.map((lost) => `Left out: ${lost}`));
  if (carried && carried.contents.length > 0 && format !== "glb")
    sentences.push(`Only a GLB keeps these of the source file: ${carried.contents.join(", ")}.`);
  return sentences;
}
