import type { ImageFile } from "../../model/mesh/appearance";
import type { SourceFile } from "../source/source";
import { baseName, extensionOf, readAll } from "../source/source-file";

/** Larger images are left out. */
const LARGEST_IMAGE = 256e6;

const TYPES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  bmp: "image/bmp",
  ktx2: "image/ktx2",
  dds: "image/vnd-ms.dds",
  tga: "image/x-tga",
  tif: "image/tiff",
  tiff: "image/tiff",
  exr: "image/x-exr",
  hdr: "image/vnd.radiance",
  psd: "image/vnd.adobe.photoshop",
};

/** Characteristic bytes of image types at an offset, as one-byte characters. */
const MAGIC: [at: number, bytes: string, type: string][] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [8, "WEBP", "image/webp"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypavis", "image/avif"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [0, "\xabKTX 20\xbb", "image/ktx2"],
  [0, "DDS ", "image/vnd-ms.dds"],
  [0, "II*\0", "image/tiff"],
  [0, "MM\0*", "image/tiff"],
  [0, "v/1\x01", "image/x-exr"],
  [0, "#?RADIANCE", "image/vnd.radiance"],
  [0, "8BPS", "image/vnd.adobe.photoshop"],
  [0, "BM", "image/bmp"],
];

/** The type of an image: by its first bytes, otherwise as declared, otherwise by its file's extension. */
function mimeTypeOf(bytes: Uint8Array, name: string, said?: string): string {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const known = MAGIC.find(([at, magic]) => head.startsWith(magic, at))?.[2];
  return known ?? said ?? TYPES[extensionOf(name)] ?? "application/octet-stream";
}

/** Whether a file has the name of an image that a surface can have. */
export const isImageName = (name: string): boolean => extensionOf(name) in TYPES;

/** The reason why there is no image, worded as the end of a sentence: "… is missing". */
export class NoImage extends Error {}

/**
 * An image from bytes in memory, copied so that no larger buffer stays in memory.
 * @throws NoImage if it is empty or too large.
 */
export function imageOf(bytes: Uint8Array, name: string, said?: string): ImageFile {
  if (bytes.length === 0) throw new NoImage(`${name} is empty`);
  if (bytes.length > LARGEST_IMAGE) {
    throw new NoImage(
      `${name} has ${Math.round(bytes.length / 1e6)} MB, more than the ${LARGEST_IMAGE / 1e6} MB that an image may have`,
    );
  }
  return { name, mimeType: mimeTypeOf(bytes, name, said), bytes: bytes.slice() };
}

/**
 * Reads an image that was opened together with its mesh.
 * @throws NoImage if it is empty or too large.
 */
export async function readImage(file: SourceFile): Promise<ImageFile> {
  const name = baseName(file.name);
  if (file.size > LARGEST_IMAGE) {
    throw new NoImage(
      `${name} has ${Math.round(file.size / 1e6)} MB, more than the ${LARGEST_IMAGE / 1e6} MB that an image may have`,
    );
  }
  return imageOf(await readAll(file), name);
}
