import { BufferUtils } from "@gltf-transform/core";
import { SinewError } from "../../../../model/errors";
import { findFile } from "../../../images/find-file";
import { dataView } from "../../../source/data-view";
import type { SourceFile } from "../../../source/source";
import { baseName, readAll } from "../../../source/source-file";
import { damagedGltf } from "../../complaint";
import { type GltfJson, parseGltfJson } from "./gltf-json";

/** A glTF asset with the bytes of its buffers. */
export interface GltfData {
  json: GltfJson;
  /** The bytes of each buffer; null for a buffer without data (the uncompressed fallback of a meshopt buffer). */
  buffers: (Uint8Array<ArrayBuffer> | null)[];
}

export interface GltfContainer extends GltfData {
  /** The file's JSON, with everything that `json` leaves out. */
  text: string;
  /** Names of the files that were read. */
  files: string[];
}

/** The largest file. An array buffer of this size works in every browser. */
const LARGEST_FILE = 1.5e9;
const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

async function readWhole(file: SourceFile): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > LARGEST_FILE) {
    const size = (file.size / 1e9).toFixed(1);
    throw new SinewError({
      title: `${file.name} is too large`,
      body: `It has ${size} GB; Sinew reads glTF up to ${LARGEST_FILE / 1e9} GB. Export fewer clips or meshes, or an Alembic file, which is read in pieces.`,
    });
  }
  const bytes = await readAll(file);
  // Shared memory is copied, because decoders refuse views of it.
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** The JSON text and the binary chunk of a GLB (glTF 2.0, section 4.4). */
function splitGlb(bytes: Uint8Array<ArrayBuffer>, file: string) {
  const view = dataView(bytes);
  const version = bytes.length >= 8 ? view.getUint32(4, true) : 0;
  if (bytes.length < 20) throw damagedGltf(file, `It ends after ${bytes.length} bytes, within its header.`);
  if (version !== 2) throw damagedGltf(file, `Its container is version ${version}; Sinew reads version 2.`);
  const length = view.getUint32(8, true);
  if (length > bytes.length) {
    throw damagedGltf(file, `It says that it has ${length} bytes, but it ends after ${bytes.length}.`);
  }
  const jsonLength = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK) throw damagedGltf(file, "Its first chunk is not JSON.");
  if (20 + jsonLength > bytes.length) {
    throw damagedGltf(
      file,
      `Its JSON should have ${jsonLength} bytes, but the file ends after ${bytes.length}.`,
    );
  }
  const text = new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength));
  const at = 20 + jsonLength;
  if (at + 8 > bytes.length || view.getUint32(at + 4, true) !== BIN_CHUNK) return { text, binary: null };
  const binaryLength = view.getUint32(at, true);
  if (at + 8 + binaryLength > bytes.length) {
    throw damagedGltf(
      file,
      `Its data should have ${binaryLength} bytes, but ${bytes.length - at - 8} are there.`,
    );
  }
  return { text, binary: bytes.subarray(at + 8, at + 8 + binaryLength) };
}

async function readExternal(files: SourceFile[], main: SourceFile, uri: string) {
  const file = findFile(files, main, uri);
  if (file) return { bytes: await readWhole(file), file: file.name };
  throw new SinewError({
    title: `${baseName(uri)} is missing`,
    body: `${baseName(main.name)} keeps its geometry and motion in ${uri}, which is not among what was opened. Open both files together, or their folder.`,
  });
}

/** @throws SinewError if the data are not readable. */
export function decodeDataUri(uri: string, file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(BufferUtils.createBufferFromDataURI(uri));
  } catch {
    throw damagedGltf(file, "Data written into it as text cannot be decoded.");
  }
}

/**
 * Reads a .glb or .gltf with its buffers.
 * @param files everything that was opened together. External buffers are searched there.
 * @throws SinewError if a buffer is missing or truncated, or the file is not glTF 2.0.
 */
export async function readContainer(files: SourceFile[], main: SourceFile): Promise<GltfContainer> {
  const label = baseName(main.name);
  const bytes = await readWhole(main);
  const magic = bytes.length >= 4 ? new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) : 0;
  const { text, binary } =
    magic === GLB_MAGIC
      ? splitGlb(bytes, label)
      : { text: new TextDecoder().decode(bytes).replace(/^\ufeff/, ""), binary: null };
  const json = parseGltfJson(text, label);
  const read: string[] = [main.name];
  const buffers: GltfContainer["buffers"] = [];
  for (const [b, buffer] of json.buffers.entries()) {
    let data: Uint8Array<ArrayBuffer> | null = null;
    if (buffer.uri === undefined) data = b === 0 ? binary : null;
    else if (buffer.uri.startsWith("data:")) data = decodeDataUri(buffer.uri, label);
    else {
      const external = await readExternal(files, main, buffer.uri);
      read.push(external.file);
      data = external.bytes;
    }
    if (data && data.length < buffer.byteLength) {
      const source = buffer.uri && !buffer.uri.startsWith("data:") ? baseName(buffer.uri) : label;
      throw damagedGltf(source, `Its buffer should have ${buffer.byteLength} bytes, but has ${data.length}.`);
    }
    buffers.push(data);
  }
  return { json, text, buffers, files: read };
}
