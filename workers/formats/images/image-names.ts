import type { ExportOptions } from "../../model/files/export/export-options";
import type { ImageFile, Material } from "../../model/mesh/appearance";

const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/vnd-ms.dds": "dds",
  "image/x-tga": "tga",
};

/** The extension of the file's name. Readers take the image's type from it. */
const endingOf = (mimeType: string): string =>
  ENDINGS[mimeType] ?? (mimeType.split("/")[1] ?? "png").replace(/^x-|\+.*/g, "");

/** The image's name as a file name, without characters that have a meaning in file systems or file formats. */
function fileNameOf({ name, mimeType }: ImageFile, n: number): string {
  const plain = name.replace(/[\\/:*?"<>|@\p{Cc}]+/gu, "_").replace(/^\.+/, "") || `image_${n + 1}`;
  return /\.[a-z0-9]+$/i.test(plain) ? plain : `${plain}.${endingOf(mimeType)}`;
}

/** Unique names for the images' files, even if upper and lower case are the same. */
export function imageFileNames(images: readonly ImageFile[]): string[] {
  const taken = new Set<string>();
  return images.map((image, n) => {
    const name = fileNameOf(image, n);
    let free = name;
    for (let k = n + 1; taken.has(free.toLowerCase()); k++) free = `${k}_${name}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/**
 * The images that textures of the materials show. A glTF may have others, for its extensions or for nothing, which only
 * a GLB keeps.
 */
export const shownImages = (materials: readonly Material[]): ReadonlySet<number> =>
  new Set(materials.flatMap(({ textures = {} }) => Object.values(textures).map(({ image }) => image)));

/** The beginning of the names of files beside the exported file. */
export const besidePrefix = ({ besideAs = "textures/" }: Pick<ExportOptions, "besideAs">): string => besideAs;
