import { isPly } from "./ply/ply-header";
import { isMdd } from "./point-cache/mdd";
import { isPc2 } from "./point-cache/pc2";
import type { SourceFile } from "./source/source";
import { extensionOf } from "./source/source-file";
import { decodeText } from "./source/text-cursor";

/** Kinds of files. Every kind that Sinew reads has a specimen in `testing/fuzz/`. */
export const FILE_KINDS = [
  "obj",
  "ply",
  "pc2",
  "mdd",
  "medit",
  "tgf",
  "bvh",
  "alembic",
  "glb",
  "gltf",
  "fbx",
  "zip",
  "project",
  /** Weights. Only the command line reads them. */
  "dmat",
  /** Parts of another file: materials, buffers, textures. */
  "companion",
  /** Recognised, but not read; `UNREADABLE` says why. */
  "alembic-hdf5",
  "usd",
  "blend",
  "maya",
  "empty",
  "unknown",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const HEAD = 4096;

/** The first bytes of files with magic bytes, as one-byte characters. */
const MAGIC: [string, FileKind][] = [
  ["SINEWPRJ", "project"],
  ["Ogawa", "alembic"],
  ["\x89HDF\r\n\x1a\n", "alembic-hdf5"],
  ["glTF", "glb"],
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["Kaydara FBX Binary", "fbx"],
  ["; FBX ", "fbx"],
  ["PXR-USDC", "usd"],
  ["#usda", "usd"],
  ["BLENDER", "blend"],
  ["//Maya ASCII", "maya"],
  ["\x89PNG", "companion"],
  ["\xff\xd8\xff", "companion"],
  ["\xabKTX", "companion"],
];

/** The kind of a file by its extension, if its first bytes do not tell. */
const EXTENSIONS: Record<string, FileKind> = {
  obj: "obj",
  ply: "ply",
  pc2: "pc2",
  mdd: "mdd",
  mesh: "medit",
  tgf: "tgf",
  bvh: "bvh",
  abc: "alembic",
  glb: "glb",
  gltf: "gltf",
  zip: "zip",
  sinew: "project",
  dmat: "dmat",
  fbx: "fbx",
  usd: "usd",
  usda: "usd",
  usdc: "usd",
  usdz: "usd",
  blend: "blend",
  ma: "maya",
  mb: "maya",
  mtl: "companion",
  bin: "companion",
  png: "companion",
  jpg: "companion",
  jpeg: "companion",
  webp: "companion",
  ktx2: "companion",
  tga: "companion",
  tif: "companion",
  tiff: "companion",
  exr: "companion",
  avif: "companion",
  gif: "companion",
  bmp: "companion",
  dds: "companion",
  hdr: "companion",
  psd: "companion",
};

/** Matches a statement of a Wavefront OBJ at the start of a line, after comments and blank lines. */
const OBJ_TEXT =
  /^(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*(?:(?:v|vt|vn|vp|f|l|p|s|o|g)[ \t]|usemtl[ \t]|mtllib[ \t])/;
const MEDIT_TEXT = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*MeshVersionFormatted\s/i;
const MTL_TEXT = /^(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*newmtl[ \t]/;

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Whether a file's name says that it goes with another file. */
export const isNamedCompanion = (name: string): boolean => EXTENSIONS[extensionOf(name)] === "companion";

/** The kind of a file: by its content first, by its extension if the content does not tell. */
export async function sniff(file: SourceFile): Promise<FileKind> {
  if (file.size === 0) return "empty";
  const head = await file.read(0, Math.min(HEAD, file.size));
  const extension = extensionOf(file.name);
  if (isPc2(head)) return "pc2";
  if (isPly(head)) return "ply";
  // A USDZ is a zip too.
  if (extension === "usdz") return "usd";
  const start = latin1(head.subarray(0, 32));
  const magic = MAGIC.find(([bytes]) => start.startsWith(bytes));
  if (magic) return magic[1];
  if (isMdd(head, file.size)) return "mdd";
  if (!head.includes(0)) {
    const text = decodeText(head);
    if (MTL_TEXT.test(text)) return "companion";
    if (/^\s*\{/.test(text) && (/"asset"/.test(text) || extension === "gltf")) return "gltf";
    if (MEDIT_TEXT.test(text)) return "medit";
    if (/^\s*HIERARCHY\s/i.test(text)) return "bvh";
    if (OBJ_TEXT.test(text)) return "obj";
  }
  const named = EXTENSIONS[extension] ?? "unknown";
  // Compilers use .obj for their output too.
  return named === "obj" && head.includes(0) ? "unknown" : named;
}
