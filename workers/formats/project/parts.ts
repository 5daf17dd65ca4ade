/**
 * A project in three parts that change independently, so that saving another version writes only the changed parts.
 * Each part is a file: packed sections, then a table of them. So it can be written in one pass, and a truncated file
 * has no table. The parts are joined to a .sinew file without packing again.
 *
 * The table, little-endian: JSON (UTF-8), u32 length and u32 CRC-32 of it, u32 version, and a magic word.
 */
import { z } from "zod";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { isFiled, type OpenedSequence } from "../../model/mesh/streamed-sequence";
import { crc32 } from "../zip/crc32";
import { brokenProject, fileHead, type PackedSection, packSection, type SectionRecord } from "./container";
import {
  type Deflate,
  frameSections,
  type ProjectState,
  packFrames,
  type SequenceSizes,
  sequenceHeader,
  writeExact,
  writeState,
  writeTopology,
} from "./write";

/**
 * The mesh part has the topology, the rest pose and the first section of the frames. `frames` has all other sections of
 * frames. The state is everything that the artist makes.
 */
export type PartKind = "mesh" | "frames" | "state";

const MAGIC = "SINEWPRT";
const VERSION = 1;
const END_BYTES = 12 + MAGIC.length;
const LEVEL = 1;

const tableSchema = z.object({
  kind: z.enum(["mesh", "frames", "state"]),
  header: z.record(z.string(), z.unknown()),
  sections: z.array(
    z.object({
      name: z.string(),
      size: z.int().min(0),
      packed: z.int().min(0),
      crc: z.int().min(0).max(0xffffffff),
    }),
  ),
});

/** Whether the frames have more than one section. */
export const hasFramesPart = (s: Pick<MeshSequence, "vertexCount" | "frameCount">): boolean =>
  frameSections(s) > 1;

export function* meshPart(s: OpenedSequence): Generator<Uint8Array> {
  const { sections, add } = collector();
  writeTopology(s, add);
  writeExact(s, 1, add);
  yield* finished("mesh", { sequence: sequenceHeader(s, null) }, sections);
}

/** Packs one section at a time, so that the memory does not grow with the sequence. */
export function* framesPart(s: OpenedSequence): Generator<Uint8Array> {
  const records: SectionRecord[] = [];
  for (let n = 1; n < frameSections(s) && !isFiled(s); n++) {
    const { record, bytes } = packSection("frames", packFrames(s, n), LEVEL);
    records.push(record);
    yield bytes;
  }
  yield tableOf("frames", {}, records);
}

export function* statePart(state: ProjectState, sizes: SequenceSizes): Generator<Uint8Array> {
  const { sections, add } = collector();
  const header = writeState(state, sizes, add);
  yield* finished("state", header, sections);
}

function collector(): { sections: PackedSection[]; add: Deflate } {
  const sections: PackedSection[] = [];
  return { sections, add: (name, bytes) => void sections.push(packSection(name, bytes, LEVEL)) };
}

function* finished(kind: PartKind, header: object, sections: PackedSection[]): Generator<Uint8Array> {
  for (const { bytes } of sections) yield bytes;
  const records = sections.map(({ record }) => record);
  yield tableOf(kind, header, records);
}

function tableOf(kind: PartKind, header: object, sections: SectionRecord[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ kind, header, sections }));
  const table = new Uint8Array(text.length + END_BYTES);
  table.set(text);
  const view = new DataView(table.buffer, text.length);
  [text.length, crc32(text), VERSION].forEach((x, n) => {
    view.setUint32(4 * n, x, true);
  });
  new TextEncoder().encodeInto(MAGIC, table.subarray(text.length + 12));
  return table;
}

interface OpenedPart {
  header: Record<string, unknown>;
  sections: SectionRecord[];
  file: Blob;
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

async function openPart(kind: PartKind, file: Blob, name: string): Promise<OpenedPart> {
  const damaged = brokenProject(name, `Its ${kind} is cut off or damaged. Use an older version of it.`);
  const end = await bytesOf(file.slice(Math.max(0, file.size - END_BYTES)));
  if (new TextDecoder().decode(end.subarray(12)) !== MAGIC) throw damaged;
  const view = new DataView(end.buffer);
  const [length, crc, version] = [0, 4, 8].map((at) => view.getUint32(at, true));
  if (version !== VERSION) {
    throw brokenProject(name, `A newer Sinew kept it (version ${version}). Open it with that one.`);
  }
  const start = file.size - END_BYTES - length;
  if (start < 0) throw damaged;
  const text = await bytesOf(file.slice(start, start + length));
  if (crc32(text) !== crc) throw damaged;
  const table = tableSchema.safeParse(JSON.parse(new TextDecoder().decode(text)));
  if (!table.success || table.data.kind !== kind) throw damaged;
  const { header, sections } = table.data;
  if (sections.reduce((sum, { packed }) => sum + packed, 0) !== start) throw damaged;
  return { header, sections, file };
}

/**
 * The .sinew file that the parts form. Its bytes are read from them on demand.
 * @param name of the project. Its sequence gets this name.
 * @throws SinewError if a part is truncated, damaged, or from a newer Sinew.
 */
export async function joinProject(
  parts: { mesh: Blob; frames: Blob | null; state: Blob },
  name: string,
): Promise<Blob> {
  const mesh = await openPart("mesh", parts.mesh, name);
  const frames = parts.frames && (await openPart("frames", parts.frames, name));
  const state = await openPart("state", parts.state, name);
  // The other sections of frames follow the first one.
  const split = mesh.sections.findIndex((section) => section.name === "frames") + 1;
  const before = mesh.sections.slice(0, split);
  const splitByte = before.reduce((sum, { packed }) => sum + packed, 0);
  const sections = [...before, ...(frames?.sections ?? []), ...mesh.sections.slice(split), ...state.sections];
  const header = { ...mesh.header, ...state.header };
  const head = fileHead({ ...header, sequence: { ...(mesh.header["sequence"] as object), name } }, sections);
  return new Blob([
    head.slice(),
    mesh.file.slice(0, splitByte),
    ...(frames ? [bodyOf(frames)] : []),
    bodyOf(mesh).slice(splitByte),
    bodyOf(state),
  ]);
}

const bodyOf = ({ file, sections }: OpenedPart): Blob =>
  file.slice(
    0,
    sections.reduce((sum, { packed }) => sum + packed, 0),
  );
