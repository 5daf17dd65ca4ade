import type { SourceFile } from "../source/source";
import { baseName, folderOf } from "../source/source-file";

/** Files by their whole name, and by their last name in lower case. */
interface FileIndex {
  byPath: Map<string, SourceFile>;
  /** Null if several files have the name. */
  byName: Map<string, SourceFile | null>;
}

/** Cached indices of the lists that were searched. A mesh may refer to as many files as there are. */
const indices = new WeakMap<readonly SourceFile[], FileIndex>();

function indexOf(files: readonly SourceFile[]): FileIndex {
  const known = indices.get(files);
  if (known) return known;
  const index: FileIndex = { byPath: new Map(), byName: new Map() };
  for (const file of files) {
    if (!index.byPath.has(file.name)) index.byPath.set(file.name, file);
    const name = baseName(file.name).toLowerCase();
    index.byName.set(name, index.byName.has(name) ? null : file);
  }
  indices.set(files, index);
  return index;
}

/**
 * The file to which a path in another file refers. The path is relative to that file. If there is no such file, it is
 * the only file with that name among all that were opened together. Upper and lower case, backslashes and
 * percent-encoding are accepted as writers use them.
 * @param files must not change between calls.
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
  const { byPath, byName } = indexOf(files);
  return byPath.get(parts.join("/")) ?? byName.get(baseName(plain).toLowerCase()) ?? null;
}
