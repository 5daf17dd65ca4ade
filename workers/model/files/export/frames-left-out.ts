import { type DeformerKind, isClassic } from "../../deform";
import type { Clip } from "../../mesh/mesh-sequence";
import type { MeshShape } from "../../mesh/shapes";
import type { SequenceMesh } from "../../mesh/streamed-sequence";
import { howMany } from "../../reports/figures";
import { someOf } from "../../reports/some-of";
import { FRAME_FORMATS, type FrameFormatId } from "./frame-formats";
import { besidesGlb, imagesShown, shapesSentence, wiresSentence } from "./left-out";
import { sidesLeftOut } from "./sides-left-out";

/** What of the surface an Alembic archive cannot hold. */
function ofArchive(sequence: SequenceMesh): string[] {
  const textures = imagesShown(sequence).map(({ name }) => name);
  const cut = sequence.materials.filter(({ alpha }) => alpha === "mask").map(({ name }) => name);
  return [
    ...(textures.length > 0 ? [`An Alembic file has no textures: ${someOf(textures)}.`] : []),
    ...(cut.length > 0 ? [`An Alembic file has no cut-off of alpha: ${someOf(cut)}.`] : []),
    ...sidesLeftOut(sequence, "An Alembic file", "nothing"),
    ...(sequence.tangents ? ["An Alembic file has no tangents: programs compute them."] : []),
  ];
}

/** A point cache holds nothing of the surface. The mesh that it moves has it. */
function ofCache(sequence: SequenceMesh, format: "pc2" | "mdd"): string[] {
  const { uvs, moreUvs = [], colours = [], attributes = [], materials, fps } = sequence;
  const textures = imagesShown(sequence).length;
  const things = [
    ...(uvs ? [howMany(1 + moreUvs.length, "UV set")] : []),
    ...(colours.length > 0
      ? [howMany(colours.length, "set of vertex colours", "sets of vertex colours")]
      : []),
    ...(attributes.length > 0 ? [someOf(attributes.map(({ name }) => name))] : []),
    ...(materials.length > 0 ? [howMany(materials.length, "material")] : []),
    ...(textures > 0 ? [howMany(textures, "texture")] : []),
  ];
  const { title } = FRAME_FORMATS[format];
  const a = `${format === "mdd" ? "An" : "A"} ${title}`;
  return [
    `${a} has only positions${things.length > 0 ? `, without ${things.join(", ")}` : ""}: use it on the same mesh with its vertices in the same order, such as an OBJ from here.`,
    ...(format === "pc2" ? [`${a} has no rate: play it at ${Number(fps.toFixed(3))} frames a second.`] : []),
  ];
}

/** Clips have no names in a file of frames: they follow each other. */
function ofClips(clips: readonly Clip[]): string[] {
  if (clips.length < 2) return [];
  let next = 0;
  const starts = clips.map(({ name, first, last }) => {
    const start = next;
    next += last - first + 1;
    return `${name} from frame ${start}`;
  });
  const shown = starts.slice(0, 8).join(", ");
  const more = starts.length > 8 ? ` and ${starts.length - 8} more` : "";
  return [`Its clips follow each other, with frames from 0: ${shown}${more}.`];
}

/** Morph targets become motion, but only below deformers that skin the rig's own rest pose. */
const ofShapes = (shapes: readonly MeshShape[], kind: DeformerKind): string =>
  isClassic(kind)
    ? `Morph targets are no longer separate: ${someOf(shapes.map(({ name }) => name))}. Frames play them if the bones do not have their motion.`
    : shapesSentence(shapes);

/**
 * Sentences about everything of the source that a file of deformed frames leaves out, besides the bones.
 * @param chosen the clips in the file, in their order.
 */
export function framesLeftOut(
  sequence: SequenceMesh,
  format: FrameFormatId,
  kind: DeformerKind,
  chosen: readonly Clip[] = sequence.clips,
): string[] {
  const { shapes = [], wires } = sequence;
  return [
    ...(format === "abc" ? ofArchive(sequence) : ofCache(sequence, format)),
    ...ofClips(chosen),
    ...(shapes.length > 0 ? [ofShapes(shapes, kind)] : []),
    ...(wires && wires.length > 0 ? [wiresSentence(wires)] : []),
    ...besidesGlb(sequence),
  ];
}
