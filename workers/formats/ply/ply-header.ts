import { SinewError } from "../../model/errors";
import { decodeText } from "../source/text-cursor";

export type PlyEncoding = "ascii" | "binary_little_endian" | "binary_big_endian";

/** A number type of PLY: its bytes, and the DataView method that reads it. */
export interface PlyType {
  bytes: number;
  /** The number that means 1 in a colour; absent for floats. */
  full?: number;
  read(view: DataView, at: number, littleEndian: boolean): number;
}

export interface PlyProperty {
  name: string;
  type: PlyType;
  /** The type of the count before each list; null for a single number. */
  countType: PlyType | null;
}

export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  encoding: PlyEncoding;
  elements: PlyElement[];
  /** Names of images in comments, as MeshLab and others write them. */
  textures: string[];
  /** The offset at which the data begin. */
  bytes: number;
  lines: number;
}

const INT8: PlyType = { bytes: 1, full: 127, read: (view, at) => view.getInt8(at) };
const UINT8: PlyType = { bytes: 1, full: 255, read: (view, at) => view.getUint8(at) };
const INT16: PlyType = { bytes: 2, full: 32767, read: (view, at, little) => view.getInt16(at, little) };
const UINT16: PlyType = { bytes: 2, full: 65535, read: (view, at, little) => view.getUint16(at, little) };
const INT32: PlyType = { bytes: 4, full: 0x7fffffff, read: (view, at, little) => view.getInt32(at, little) };
const UINT32: PlyType = {
  bytes: 4,
  full: 0xffffffff,
  read: (view, at, little) => view.getUint32(at, little),
};
const FLOAT32: PlyType = { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) };
const FLOAT64: PlyType = { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) };

const TYPES = new Map<string, PlyType>([
  ["char", INT8],
  ["int8", INT8],
  ["uchar", UINT8],
  ["uint8", UINT8],
  ["short", INT16],
  ["int16", INT16],
  ["ushort", UINT16],
  ["uint16", UINT16],
  ["int", INT32],
  ["int32", INT32],
  ["uint", UINT32],
  ["uint32", UINT32],
  ["float", FLOAT32],
  ["float32", FLOAT32],
  ["double", FLOAT64],
  ["float64", FLOAT64],
]);

/** The longest header that is read. No valid header is longer. */
export const LONGEST_HEADER = 1 << 16;

/** The offset after the line "end_header", or −1. */
function endOfHeader(text: string): number {
  const end = /(^|\n)end_header[ \t]*(\r\n|\n|\r)/.exec(text.replaceAll("\r\n", " \n"));
  return end ? end.index + end[0].length : -1;
}

/**
 * Reads the header of a PLY (Turk 1994).
 * @param head the file's first bytes, up to LONGEST_HEADER.
 * @throws SinewError with the invalid line.
 */
export function parsePlyHeader(file: string, head: Uint8Array): PlyHeader {
  const fail = (body: string): never => {
    throw new SinewError({
      title: `${file} is not a PLY that Sinew reads`,
      body: `${body} Export it again.`,
    });
  };
  // Each byte is one character, so offsets in the text are offsets in the file.
  const text = latin1(head);
  const bytes = endOfHeader(text);
  if (bytes < 0) fail(`Its header has no end within ${LONGEST_HEADER} bytes. Was the file cut short?`);
  const lines = text.slice(0, bytes).split("\n");
  let encoding: PlyEncoding | null = null;
  const elements: PlyElement[] = [];
  const textures: string[] = [];
  for (const line of lines) {
    const [, texture] = /^comment\s+TextureFile\s+(\S.*?)\s*$/i.exec(line) ?? [];
    if (texture) textures.push(decodeText(Uint8Array.from(texture, (letter) => letter.charCodeAt(0))));
    const words = line.trim().split(/\s+/);
    if (words[0] === "format") {
      if (!/^(ascii|binary_little_endian|binary_big_endian)$/.test(words[1] ?? ""))
        fail(`It says "${line.trim()}".`);
      encoding = words[1] as PlyEncoding;
    } else if (words[0] === "element") {
      const count = Number(words[2]);
      if (!(Number.isInteger(count) && count >= 0)) fail(`It says "${line.trim()}".`);
      elements.push({ name: words[1], count, properties: [] });
    } else if (words[0] === "property") {
      const list = words[1] === "list";
      const [countType, type] = list
        ? [TYPES.get(words[2]), TYPES.get(words[3])]
        : [null, TYPES.get(words[1])];
      const element = elements.at(-1);
      if (!type || countType === undefined || !element) fail(`It says "${line.trim()}".`);
      else element.properties.push({ name: words[list ? 4 : 2] ?? "", type, countType: countType ?? null });
    }
  }
  if (!encoding) return fail("Its header names no format.");
  return { encoding, elements, textures, bytes, lines: lines.length - 1 };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}

/** Whether a file begins like a PLY. */
export function isPly(head: Uint8Array): boolean {
  return /^ply[ \t]*[\r\n]/.test(decodeText(head.subarray(0, 16)));
}
