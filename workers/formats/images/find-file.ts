import type { SourceFile } from "../source/source";
import { baseName, folderOf } from "../source/source-file";

/**
 * The file that a path within another file names: relative to that file, else the only one of that name among all that
 * were opened together. Case, backslashes and percent signs are as writers use them.
 * @param from the file with the path.
 */
export function findFile(files: readonly SourceFile[], from: SourceFile, path: string): SourceFile | null {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // The name is not percent-encoded, so it is used unchanged.
  }
  plain = plain.replaceAll("\\", "/");
  const parts: string[] = [];
  for (const part of `${folderOf(from.name)}${plain}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const beside = files.find((file) => file.name === parts.join("/"));
  if (beside) return beside;
  const wanted = baseName(plain).toLowerCase();
  const named = files.filter((file) => baseName(file.name).toLowerCase() === wanted);
  return named.length === 1 ? named[0] : null;
}
