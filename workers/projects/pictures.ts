/**
 * The pictures of versions: two small files beside the parts, one for each theme. A version is complete without them.
 */
import type { KeptPictures, PictureTheme } from "../model/files/kept-project";
import type { ProjectStorage, StoredFile } from "./storage";

const PICTURE = /^(\d+)\.(dark|light)\.(webp|png)$/;

const THEMES: readonly PictureTheme[] = ["dark", "light"];

/** The version to which a picture file belongs; null for other files. */
export const versionOfPicture = (file: string): string | null => PICTURE.exec(file)?.[1] ?? null;

/** The names of a version's picture files. */
export const picturesOf = (files: readonly StoredFile[], version: string): string[] =>
  files.map(({ name }) => name).filter((name) => versionOfPicture(name) === version);

/** The picture of a version for a theme, or for the other theme if there is no other; null without pictures. */
export async function readPicture(
  storage: ProjectStorage,
  id: string,
  version: string,
  theme: PictureTheme,
): Promise<Blob | null> {
  const names = picturesOf(await storage.files(id), version);
  const name = names.find((each) => PICTURE.exec(each)?.[2] === theme) ?? names[0];
  if (name === undefined) return null;
  const type = name.endsWith(".webp") ? "image/webp" : "image/png";
  return (await storage.read(id, name)).slice(0, undefined, type);
}

/** Writes both pictures of a version, or none. @throws if there is no room for them. */
export async function writePictures(
  storage: ProjectStorage,
  id: string,
  version: string,
  pictures: KeptPictures,
): Promise<void> {
  const ending = pictures.type === "image/webp" ? "webp" : "png";
  const names = THEMES.map((theme) => `${version}.${theme}.${ending}`);
  try {
    for (const [n, theme] of THEMES.entries()) await storage.write(id, names[n], [pictures[theme]]);
  } catch (error) {
    for (const name of names) await storage.remove(id, name).catch(() => {});
    throw error;
  }
}
