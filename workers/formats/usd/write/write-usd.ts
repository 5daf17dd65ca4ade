/**
 * Writes a rig as a USD layer in text (.usda), or with its textures in one file (.usdz). docs/reference/usd-export.md
 * describes both.
 */
import type { FileRig } from "../../../export/prepare";
import { SinewError } from "../../../model/errors";
import type {
  ByteKind,
  BytesByKind,
  ExportOptions,
  FileBeside,
} from "../../../model/files/export/export-options";
import { boundsOf, diagonalOfBox } from "../../../model/mesh/mesh-sequence";
import { type AnySequence, frameAt } from "../../../model/mesh/streamed-sequence";
import { besidePrefix, imageFileNames, shownImages } from "../../images/image-names";
import type { WrittenFile } from "../../written-file";
import { writeStored } from "../../zip/write-stored";
import { animationPrims, endOf, placedClips, restsShaped } from "./animation-prims";
import { Identifiers } from "./identifiers";
import { materialPrims } from "./material-prims";
import { meshPrims } from "./mesh-prims";
import { skeletonPrim, usdJoints } from "./skeleton-prim";
import { displayName, printed, quoted, tuples, type UsdPrim } from "./text";

/** Players cull by the root's box. It is the source's box over all frames, enlarged by this share of its diagonal. */
const MARGIN = 0.05;

/** The types of images that UsdUVTexture and packages support. */
const IMAGE_TYPES: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg" };

/** Paths of the images in a package, by number; null for images that are left out. */
function packedPaths({ sequence }: FileRig): (string | null)[] {
  const identifiers = new Identifiers();
  return (sequence.images ?? []).map(({ name, mimeType }) => {
    const ending = IMAGE_TYPES[mimeType];
    return ending ? `textures/${identifiers.take(name.replace(/\.[^.]*$/, ""), "image")}.${ending}` : null;
  });
}

/** The same for files beside a layer, with the same names as in other formats. */
function besidePaths({ sequence: { images = [] } }: FileRig, prefix: string): (string | null)[] {
  const names = imageFileNames(images);
  return images.map(({ mimeType }, n) => (IMAGE_TYPES[mimeType] ? `${prefix}${names[n]}` : null));
}

/** The images at these paths that a material shows. */
function filesAt({ sequence }: FileRig, paths: readonly (string | null)[]): FileBeside[] {
  const shown = shownImages(sequence.materials);
  return (sequence.images ?? []).flatMap(({ bytes }, n) => {
    const name = paths[n];
    return name && shown.has(n) ? [{ name, bytes }] : [];
  });
}

/** The box of all frames. */
async function boxOf({ vertexCount, frameCount, frames }: AnySequence): Promise<number[]> {
  if (frames instanceof Float32Array) return boundsOf(frames);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < frameCount; k++) {
    const one = boundsOf(await frameAt({ vertexCount, frames }, k));
    for (let c = 0; c < 6; c++) box[c] = c < 3 ? Math.min(box[c], one[c]) : Math.max(box[c], one[c]);
  }
  return box;
}

async function rootExtent({ sequence }: FileRig): Promise<string> {
  const box = await boxOf(sequence);
  const margin = MARGIN * diagonalOfBox(box);
  return tuples(
    box.map((x, c) => x + (c < 3 ? -margin : margin)),
    3,
  );
}

function rootPrim(content: FileRig, images: (string | null)[], extent: string): UsdPrim {
  const { sequence, root, isStill } = content;
  const name = new Identifiers().take(sequence.name, "rig");
  const path = `/${name}`;
  const joints = usdJoints(content);
  const animations = isStill && !restsShaped(content) ? [] : animationPrims(content, joints);
  const source = animations.length > 0 ? `${path}/${animations[0].name}` : null;
  const identifiers = new Identifiers();
  for (const taken of ["Skeleton", "Materials", ...animations.map((prim) => prim.name)])
    identifiers.take(taken, "");
  const materials = materialPrims(sequence.materials, `${path}/Materials`, (image) => images[image] ?? null);
  const materialPath = (material: number) => materials.paths[material];
  const meshes = meshPrims(content, {
    parent: path,
    identifiers,
    joints,
    skeleton: `${path}/Skeleton`,
    materialPath,
  });
  const [x, y, z, w] = root.rotation;
  const scale = root.scale;
  return {
    type: "SkelRoot",
    name,
    metadata: [
      'prepend apiSchemas = ["SkelBindingAPI"]',
      'kind = "component"',
      ...displayName(name, sequence.name),
    ],
    properties: [
      `float3[] extent = ${extent}`,
      `double3 xformOp:translate = (${root.translation.join(", ")})`,
      `quatd xformOp:orient = (${[w, x, y, z].join(", ")})`,
      `double3 xformOp:scale = (${scale}, ${scale}, ${scale})`,
      'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]',
    ],
    children: [
      skeletonPrim(content, joints, source),
      ...animations,
      ...meshes,
      { type: "Scope", name: "Materials", properties: [], children: materials.prims },
    ],
  };
}

/** Names and ranges of the clips on the timeline, in time codes. */
function clipRanges(content: FileRig): string[] {
  const identifiers = new Identifiers();
  return [
    "customLayerData = {",
    "    dictionary clips = {",
    ...placedClips(content).flatMap((placed) => [
      `        dictionary ${identifiers.take(placed.clip.name, "clip")} = {`,
      `            double end = ${endOf(placed)}`,
      `            string name = ${quoted(placed.clip.name)}`,
      `            double start = ${placed.start}`,
      "        }",
    ]),
    "    }",
    "}",
  ];
}

function* layerLines(
  content: FileRig,
  options: ExportOptions,
  images: (string | null)[],
  extent: string,
): Generator<string> {
  const root = rootPrim(content, images, extent);
  const end = content.isStill ? 0 : Math.max(...placedClips(content).map(endOf));
  yield "#usda 1.0";
  yield "(";
  const metadata = [
    ...(content.isStill ? [] : clipRanges(content)),
    `defaultPrim = "${root.name}"`,
    'doc = "Sinew"',
    `endTimeCode = ${end}`,
    `framesPerSecond = ${content.sequence.fps}`,
    "metersPerUnit = 1",
    "startTimeCode = 0",
    `timeCodesPerSecond = ${content.sequence.fps}`,
    `upAxis = "${options.upAxis.toUpperCase()}"`,
  ];
  for (const line of metadata) yield `    ${line}`;
  yield ")";
  yield "";
  yield* printed(root);
}

/** Matches lines that only prims of blend shapes have. */
const MORPH_LINE = /vector3f\[\] (offsets|normalOffsets)|int\[\] pointIndices/;

/**
 * The kind of data in a line of a layer. Lines of the skin are recognised by their names, others by the prim below the
 * root.
 */
function kindOf(line: string, prim: string): ByteKind {
  if (line.includes("primvars:skel:joint")) return "weights";
  if (MORPH_LINE.test(line)) return "morphs";
  if (prim === "SkelAnimation") return "animation";
  return prim === "Mesh" ? "mesh" : "other";
}

async function layer(
  content: FileRig,
  options: ExportOptions,
  images: (string | null)[],
): Promise<WrittenFile> {
  if (options.upAxis === "x") {
    throw new SinewError({
      title: "USD has no x axis that points up",
      body: "Choose y or z as the file's up axis.",
    });
  }
  const parts: Uint8Array[] = [];
  const bytesByKind: BytesByKind = {};
  const encoder = new TextEncoder();
  let prim = "";
  for (const line of layerLines(content, options, images, await rootExtent(content))) {
    const part = encoder.encode(`${line}\n`);
    parts.push(part);
    prim = /^ {4}def (\w+)/.exec(line)?.[1] ?? prim;
    const kind = kindOf(line, prim);
    bytesByKind[kind] = (bytesByKind[kind] ?? 0) + part.length;
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, bytesByKind };
}

/** Writes a layer in text, with its textures as files beside it. */
export async function writeUsda(content: FileRig, options: ExportOptions): Promise<WrittenFile> {
  const paths = besidePaths(content, besidePrefix(options));
  return { ...(await layer(content, options, paths.map(anchored))), beside: filesAt(content, paths) };
}

/** A path relative to the layer's own folder. Without the dot, a resolver would look in its search paths too. */
const anchored = (path: string | null): string | null => path && `./${path}`;

/** Writes a package: the layer and its unchanged textures. */
export async function writeUsdz(content: FileRig, options: ExportOptions): Promise<WrittenFile> {
  const paths = packedPaths(content);
  const text = await layer(content, options, paths);
  const images = filesAt(content, paths);
  const bytes = writeStored([{ name: "rig.usda", bytes: text.bytes }, ...images], 64);
  const textures = images.reduce((sum, image) => sum + image.bytes.length, 0);
  const other = (text.bytesByKind.other ?? 0) + bytes.length - text.bytes.length - textures;
  return { bytes, bytesByKind: { ...text.bytesByKind, ...(textures > 0 && { textures }), other } };
}
