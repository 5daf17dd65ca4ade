/**
 * A GLB in fewer bytes: integers for floats (KHR_mesh_quantization), and packed buffer views (EXT_meshopt_compression,
 * without a fallback, so a client without it refuses the file instead of showing nothing). Images go through as they are.
 */
import type { GLTF } from "@gltf-transform/core";
import type { ByteKind, BytesByKind, ExportOptions } from "../../../model/files/export-options";
import type { WrittenFile } from "../../written-file";
import { type GlbParts, numbersOf, packGlb, partsOfGlb, widthOf } from "./glb-parts";
import { GlbQuantiser } from "./quantise-glb";

const MESHOPT = "EXT_meshopt_compression";
const QUANTIZATION = "KHR_mesh_quantization";

/** Bits of the numbers of curves: a translation is right to 3e-5 of its length. */
const MANTISSA = 16;

const floatsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Float32Array(buffer, byteOffset, byteLength / 4);

type Encoder = typeof import("meshoptimizer/encoder").MeshoptEncoder;

/** What an accessor is for. */
interface Use {
  kind: ByteKind;
  /** Vertex attributes have strides; indices are packed as triangles. */
  as: "attribute" | "triangles" | "rows";
}

/** What each accessor is for. */
function usesOf({ meshes = [], animations = [], skins = [] }: GLTF.IGLTF): Map<number, Use> {
  const uses = new Map<number, Use>();
  for (const { primitives } of meshes) {
    for (const { attributes, indices, targets = [], mode = 4 } of primitives) {
      for (const [semantic, a] of Object.entries(attributes)) {
        const kind = /^(JOINTS|WEIGHTS)_/.test(semantic) ? "weights" : "mesh";
        uses.set(a, { kind, as: "attribute" });
      }
      if (indices !== undefined) uses.set(indices, { kind: "mesh", as: mode === 4 ? "triangles" : "rows" });
      for (const target of targets) {
        for (const a of Object.values(target)) uses.set(a, { kind: "correction", as: "attribute" });
      }
    }
  }
  for (const { channels, samplers } of animations) {
    for (const { sampler, target } of channels) {
      const { input, output } = samplers[sampler];
      uses.set(output, { kind: target.path === "weights" ? "correction" : "animation", as: "rows" });
      uses.set(input, { kind: "animation", as: "rows" });
    }
  }
  for (const { inverseBindMatrices } of skins) {
    if (inverseBindMatrices !== undefined) uses.set(inverseBindMatrices, { kind: "other", as: "rows" });
  }
  return uses;
}

/** Numbers of accessors that share a view: rows of the same size for the same use. */
interface Group {
  use: Use;
  stride: number;
  /** Whether they are translations or scales, which keep fewer bits where they are packed. */
  isCurve: boolean;
  members: { accessor: GLTF.IAccessor; bytes: Uint8Array }[];
}

/** Writes buffer views one after the other. */
class ViewWriter {
  readonly views: GLTF.IBufferView[] = [];
  readonly bytesByKind: BytesByKind = {};
  /** Bytes of the views that only exist unpacked: the second buffer has no data. */
  unpacked = 0;
  private readonly encoder: Encoder | null;
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  constructor(encoder: Encoder | null) {
    this.encoder = encoder;
  }

  private append(bytes: Uint8Array): number {
    const at = this.length;
    this.pieces.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    this.length = Math.ceil((at + bytes.length) / 4) * 4;
    return at;
  }

  /** Writes the view of a group, and tells its accessors where their numbers are. */
  add({ use: { kind, as }, stride, isCurve, members }: Group): void {
    const bytes = joined(members);
    const count = bytes.length / stride;
    const filter = isCurve ? "EXPONENTIAL" : undefined;
    const isPackable = as === "triangles" ? count % 3 === 0 : stride % 4 === 0 && stride <= 256;
    const plain: Partial<GLTF.IBufferView> = as === "attribute" ? { byteStride: stride } : {};
    let size = bytes.length;
    if (this.encoder && isPackable && count > 0) {
      const mode = as === "triangles" ? "TRIANGLES" : "ATTRIBUTES";
      const filtered = filter
        ? this.encoder.encodeFilterExp(floatsOf(bytes), count, stride, MANTISSA)
        : bytes;
      const packed = this.encoder.encodeGltfBuffer(filtered, count, stride, mode);
      size = packed.length;
      const source = { buffer: 0, byteOffset: this.append(packed), byteLength: size };
      const extensions = { [MESHOPT]: { ...source, byteStride: stride, count, mode, filter } };
      const byteOffset = this.unpacked;
      this.unpacked += Math.ceil(bytes.length / 4) * 4;
      this.views.push({ buffer: 1, byteOffset, byteLength: bytes.length, ...plain, extensions });
    } else {
      const byteOffset = this.append(bytes);
      this.views.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...plain });
    }
    for (const { accessor } of members) accessor.bufferView = this.views.length - 1;
    this.bytesByKind[kind] = (this.bytesByKind[kind] ?? 0) + size;
  }

  /** A view of the old file, as it was. */
  copy({ binary }: GlbParts, view: GLTF.IBufferView): number {
    const { byteOffset = 0, byteLength } = view;
    const at = this.append(binary.subarray(byteOffset, byteOffset + byteLength));
    return this.views.push({ ...view, buffer: 0, byteOffset: at }) - 1;
  }

  get binary(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}

/** The numbers of all members one after the other. Each begins on a multiple of its numbers' size. */
function joined(members: Group["members"]): Uint8Array {
  const out = new Uint8Array(members.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { accessor, bytes } of members) {
    if (at > 0) accessor.byteOffset = at;
    out.set(bytes, at);
    at += bytes.length;
  }
  return out;
}

/** The new numbers of all accessors in views of several accessors: each view costs JSON. */
function groupsOf(parts: GlbParts, uses: ReadonlyMap<number, Use>, quantiser: GlbQuantiser): Group[] {
  const groups = new Map<string, Group>();
  for (const [a, use] of uses) {
    const accessor = parts.json.accessors![a];
    const quantised = quantiser.accessors.get(a);
    const numbers = quantised ? null : (quantiser.numbers.get(a) ?? numbersOf(parts, a)!);
    const stride = quantised?.stride ?? widthOf(accessor) * numbers!.BYTES_PER_ELEMENT;
    const bytes = quantised?.bytes ?? new Uint8Array(numbers!.buffer);
    if (quantised) {
      const { componentType, min, max } = quantised;
      Object.assign(accessor, { componentType, normalized: true, min, max });
    }
    accessor.byteOffset = undefined;
    const key = [use.kind, use.as, accessor.type, accessor.componentType, stride].join();
    const isCurve = use.kind === "animation" && accessor.type === "VEC3";
    const group = groups.get(key) ?? { use, stride, isCurve, members: [] };
    group.members.push({ accessor, bytes });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Keeps the views that no packed accessor has: of images, and of accessors that stay. */
function copyOthers(parts: GlbParts, moved: ReadonlyMap<number, Use>, writer: ViewWriter): void {
  const { accessors = [], images = [], bufferViews = [] } = parts.json;
  const copied = new Map<number, number>();
  const renew = (owner: { bufferView?: number }) => {
    if (owner.bufferView === undefined) return;
    const known = copied.get(owner.bufferView) ?? writer.copy(parts, bufferViews[owner.bufferView]);
    copied.set(owner.bufferView, known);
    owner.bufferView = known;
  };
  for (const [a, accessor] of accessors.entries()) {
    if (moved.has(a)) continue;
    renew(accessor);
    if (accessor.sparse) for (const part of [accessor.sparse.indices, accessor.sparse.values]) renew(part);
  }
  for (const image of images) renew(image);
}

async function openEncoder(): Promise<Encoder> {
  const { MeshoptEncoder } = await import("meshoptimizer/encoder");
  await MeshoptEncoder.ready;
  return MeshoptEncoder;
}

/** @param file a GLB of ours; it comes back as it is where no compression is asked for. */
export async function compressGlb(
  file: WrittenFile,
  { compression = "none", precision = "fine" }: Pick<ExportOptions, "compression" | "precision">,
): Promise<WrittenFile> {
  if (compression === "none") return file;
  const parts = partsOfGlb(file.bytes);
  const { json } = parts;
  const quantiser = new GlbQuantiser(parts, precision);
  const writer = new ViewWriter(compression === "meshopt" ? await openEncoder() : null);
  const uses = new Map([...usesOf(json)].filter(([a]) => numbersOf(parts, a)));
  const groups = groupsOf(parts, uses, quantiser);
  copyOthers(parts, uses, writer);
  for (const group of groups) writer.add(group);
  const { binary, unpacked } = writer;
  json.bufferViews = writer.views;
  json.buffers = [{ byteLength: binary.length }];
  if (unpacked > 0) {
    json.buffers.push({ byteLength: unpacked, extensions: { [MESHOPT]: { fallback: true } } });
  }
  const extensions = [
    ...(quantiser.accessors.size > 0 ? [QUANTIZATION] : []),
    ...(unpacked > 0 ? [MESHOPT] : []),
  ];
  json.extensionsUsed = [...new Set([...(json.extensionsUsed ?? []), ...extensions])];
  json.extensionsRequired = [...new Set([...(json.extensionsRequired ?? []), ...extensions])];
  const bytes = packGlb(json, binary);
  return { bytes, bytesByKind: sharesOf(bytes, writer.bytesByKind, file.bytesByKind) };
}

/** What the bytes are for; those of images are as before. */
function sharesOf(bytes: Uint8Array, packed: BytesByKind, before: BytesByKind): BytesByKind {
  const kept = { ...before, ...packed, other: 0 };
  const sum = Object.values(kept).reduce((total, x) => total + x, 0);
  return { ...kept, other: bytes.length - sum };
}
