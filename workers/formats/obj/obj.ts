import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import type { SourceFile } from "../source/source";
import { lastLineEnd } from "../source/text-cursor";
import { ObjReader } from "./obj-reader";

/** Text is read in pieces of this many bytes: about 20 ms of parsing. */
const CHUNK = 1 << 20;
const LONGEST_LINE = 64 * CHUNK;
/** Larger texts are refused. */
const LARGEST_TEXT = 1e9;

/** The length of the mark that Windows editors put before UTF-8. */
async function byteOrderMark(file: SourceFile): Promise<number> {
  const [a, b, c] = await file.read(0, 3);
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
}

/**
 * Reads a Wavefront OBJ in pieces: polygons of any size, lines, uvs, normals, colours of points, objects or groups,
 * materials' names. Curves, points and smoothing groups are skipped. A file without faces gives a mesh without
 * polygons.
 * @throws SinewError with file and line.
 */
export async function readObj(file: SourceFile, task: Task): Promise<PolygonMesh> {
  if (file.size > LARGEST_TEXT) {
    throw new SinewError({
      title: `${file.name} is too large`,
      body: `It has ${Math.round(file.size / 1e6)} MB of text; Sinew reads OBJ files of up to ${LARGEST_TEXT / 1e6} MB. Export an Alembic cache, which is read in pieces, or a coarser mesh.`,
    });
  }
  const reader = new ObjReader(file.name);
  let rest = new Uint8Array(0);
  for (let begin = await byteOrderMark(file); begin < file.size; begin += CHUNK) {
    const chunk = await file.read(begin, begin + CHUNK);
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const cut = begin + CHUNK < file.size ? lastLineEnd(bytes, bytes.length) : bytes.length;
    reader.push(bytes.subarray(0, cut));
    rest = bytes.slice(cut);
    if (rest.length > LONGEST_LINE) {
      throw new SinewError({
        title: `${file.name} is not an OBJ file`,
        body: `It has a line of more than ${LONGEST_LINE >> 20} MB.`,
      });
    }
    task.progress({
      phase: `Reading ${file.name}`,
      done: Math.min(1, (begin + CHUNK) / file.size),
      detail: "",
    });
    await task.checkpoint();
  }
  return reader.finish();
}
