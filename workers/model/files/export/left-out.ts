import type { ImageFile, Material, TextureMap } from "../../mesh/appearance";
import type { MeshShape } from "../../mesh/shapes";
import type { SequenceMesh } from "../../mesh/streamed-sequence";
import { someOf } from "../../reports/some-of";
import { EXPORT_FORMATS, type ExportFormatId, type FormatHolds, type TextureLook } from "./export-formats";
import type { ShapePolicy } from "./export-options";
import { setNamesLeftOut } from "./set-names-left-out";
import { sidesLeftOut } from "./sides-left-out";

/** The choices of an export that decide which parts of the source it keeps. */
interface GoingOut {
  /** Indices of the sequence's clips; empty or absent is all. */
  clips?: readonly number[];
  /** Names of the rig's bones; absent if they are not known. */
  bones?: readonly string[];
  /** How the source's morph targets are exported. */
  shapes?: ShapePolicy;
  /** Kept poses to export. */
  poses?: readonly unknown[];
}

const mapsOf = ({ textures = {} }: Material): TextureMap[] => Object.values(textures);

/** For each way to show a texture: whether a material uses it, and the sentence for formats that do not keep it. */
const LOOKS: Record<TextureLook, { has(material: Material): boolean; sentence(names: string): string }> = {
  cutOff: {
    has: ({ alpha }) => alpha === "mask",
    sentence: (names) => `has no cut-off of alpha and blends instead: ${names}.`,
  },
  mirror: {
    has: (material) => mapsOf(material).some(({ wrap }) => wrap?.includes("mirror")),
    sentence: (names) => `repeats textures that are mirrored at their edges: ${names}.`,
  },
  placed: {
    has: (material) => mapsOf(material).some(({ transform }) => transform),
    sentence: (names) =>
      `says where textures lie on their UVs, but programs read that differently: ${names}.`,
  },
  nearest: {
    has: (material) => mapsOf(material).some(({ nearest }) => nearest),
    sentence: (names) => `smooths pixels that are shown as squares: ${names}.`,
  },
};

/** The images that materials show. */
export function imagesShown({ images = [], materials }: SequenceMesh): ImageFile[] {
  const shown = new Set(materials.flatMap(mapsOf).map(({ image }) => image));
  return [...shown].flatMap((n) => (images[n] ? [images[n]] : []));
}

/** Images and ways of showing textures that a format cannot keep. */
function ofTextures(sequence: SequenceMesh, a: string, holds: FormatHolds): string[] {
  const { materials } = sequence;
  const files = imagesShown(sequence);
  if (files.length === 0) return [];
  const odd = files.filter(({ mimeType }) => holds.images && !holds.images.includes(mimeType));
  const looks = (Object.keys(LOOKS) as TextureLook[]).filter((look) => !holds.looks.includes(look));
  return [
    ...(odd.length > 0
      ? [`${a} cannot have images like ${someOf(odd.map(({ name }) => name))}: convert them to PNG or JPEG.`]
      : []),
    ...looks.flatMap((look) => {
      const names = materials.filter((material) => LOOKS[look].has(material)).map(({ name }) => name);
      return names.length > 0 ? [`${a} ${LOOKS[look].sentence(someOf(names))}`] : [];
    }),
  ];
}

/** The parts of the source's file that no format keeps. */
const lostOf = ({ carried }: SequenceMesh) =>
  (carried?.lost ?? []).map((sentence) => `Left out: ${sentence}`);

/** The rest of the source's file, for formats that are no GLB. */
export function besidesGlb(sequence: SequenceMesh): string[] {
  const contents = sequence.carried?.contents ?? [];
  const only = `Only a GLB keeps these of the source file: ${contents.join(", ")}.`;
  return [...lostOf(sequence), ...(contents.length > 0 ? [only] : [])];
}

/** The rest of the source's file, for a GLB. */
function besidesInGlb(sequence: SequenceMesh, going: GoingOut): string[] {
  const { carried, clips } = sequence;
  if (!carried) return [];
  const { motion = [], joints = [] } = carried;
  const sentences = lostOf(sequence);
  const chosen = going.clips?.length ? going.clips.map((c) => clips[c]) : clips;
  const names = new Set(chosen.map((clip) => clip?.name));
  const still = motion.filter((name) => !names.has(name));
  if (still.length > 0) {
    sentences.push(
      `Cameras and other nodes of the source do not move as in ${someOf(still)}, because the file has no clips of these names.`,
    );
  }
  const gone = going.bones ? joints.filter((name) => !going.bones?.includes(name)) : [];
  if (gone.length > 0) {
    sentences.push(`Extras of the joints ${someOf(gone)} are left out: no bone has these names.`);
  }
  return sentences;
}

export const shapesSentence = (shapes: readonly MeshShape[]): string =>
  `Morph targets of the source are left out: ${someOf(shapes.map(({ name }) => name))}.`;

export const wiresSentence = (wires: Uint32Array): string =>
  `Wire edges are left out: ${wires.length / 2} of them link vertices that no face joins.`;

/**
 * Sentences about everything of the source that an export to a format leaves out: textures and how they are shown, UV
 * sets, colours, tangents, wire edges, poses, and the rest of the source's file.
 */
export function leftOut(sequence: SequenceMesh, format: ExportFormatId, going: GoingOut = {}): string[] {
  const { title, holds }: { title: string; holds: FormatHolds } = EXPORT_FORMATS[format];
  const { moreUvs = [], colours = [], tangents, wires, shapes = [], attributes = [] } = sequence;
  const a = `${title === "FBX" ? "An" : "A"} ${title}`;
  const sentences = [...ofTextures(sequence, a, holds), ...sidesLeftOut(sequence, a, holds.sides)];
  const uvSets = sequence.uvs ? 1 + moreUvs.length : 0;
  if (uvSets > holds.uvSets) sentences.push(`${a} keeps ${holds.uvSets} of ${uvSets} UV sets.`);
  if (colours.length > 0 && holds.colourSets === 0) sentences.push(`${a} has no vertex colours.`);
  else if (colours.length > holds.colourSets)
    sentences.push(`${a} keeps ${holds.colourSets} of ${colours.length} sets of vertex colours.`);
  if (!holds.setNames) sentences.push(...setNamesLeftOut(sequence, a));
  if (tangents && !holds.tangents) sentences.push(`${a} has no tangents: engines compute them.`);
  if (attributes.length > 0 && !holds.attributes)
    sentences.push(`${a} has no place for ${someOf(attributes.map(({ name }) => name))}.`);
  if (shapes.length > 0 && (going.shapes === "none" || !holds.morphs)) {
    sentences.push(shapesSentence(shapes));
  }
  if (going.poses?.length && !holds.poses) sentences.push(`${a} has no place for kept poses.`);
  // A GLB keeps the lines of a glTF file with its other nodes.
  const keepsLines = format === "glb" && sequence.carried !== undefined && sequence.carried.text !== "{}";
  if (wires && wires.length > 0 && !keepsLines) sentences.push(wiresSentence(wires));
  return [...sentences, ...(format === "glb" ? besidesInGlb(sequence, going) : besidesGlb(sequence))];
}
