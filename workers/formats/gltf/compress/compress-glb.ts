/**
 * Makes a GLB smaller: integers instead of floats (KHR_mesh_quantization), and packed buffer views
 * (EXT_meshopt_compression, without a fallback, so a client without it refuses the file instead of showing nothing).
 * Images do not change.
 */
import type { GLTF } from "@gltf-transform/core";
import type { Precision } from "../../../model/files/export/compression";
import type { BytesByKind, ExportOptions } from "../../../model/files/export/export-options";
import type { WrittenFile } from "../../written-file";
import { filterOf, type Use } from "./filters";
import { type GlbParts, numbersOf, packGlb, partsOfGlb, widthOf } from "./glb-parts";
import { GlbQuantiser } from "./quantise-glb";
import { type Encoder, MESHOPT, type ViewGroup, ViewWriter } from "./view-writer";

const QUANTIZATION = "KHR_mesh_quantization";

/** The use of each accessor. */
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
        for (const a of Object.values(target)) uses.set(a, { kind: "morphs", as: "attribute" });
      }
    }
  }
  for (const { channels, samplers } of animations) {
    for (const { sampler, target } of channels) {
      const { input, output } = samplers[sampler];
      uses.set(output, { kind: target.path === "weights" ? "morphs" : "animation", as: "rows" });
      uses.set(input, { kind: "animation", as: "rows" });
    }
  }
  for (const { inverseBindMatrices } of skins) {
    if (inverseBindMatrices !== undefined) uses.set(inverseBindMatrices, { kind: "other", as: "rows" });
  }
  return uses;
}

/** Groups the new numbers of all accessors into views. Accessors share views because each view needs JSON. */
function groupsOf(
  parts: GlbParts,
  uses: ReadonlyMap<number, Use>,
  quantiser: GlbQuantiser,
  precision: Precision,
): ViewGroup[] {
  const groups = new Map<string, ViewGroup>();
  for (const [a, use] of uses) {
    const accessor = parts.json.accessors![a];
    const given = numbersOf(parts, a)!;
    const quantised = quantiser.accessors.get(a);
    const numbers = quantised ? null : (quantiser.numbers.get(a) ?? given);
    const stride = quantised?.stride ?? widthOf(accessor) * numbers!.BYTES_PER_ELEMENT;
    const bytes = quantised?.bytes ?? new Uint8Array(numbers!.buffer);
    if (quantised) {
      const { componentType, min, max } = quantised;
      Object.assign(accessor, { componentType, normalized: true, min, max });
    }
    accessor.byteOffset = undefined;
    const key = [use.kind, use.as, accessor.type, accessor.componentType, stride].join();
    const group = groups.get(key) ?? { use, stride, filter: filterOf(use, accessor, precision), members: [] };
    group.members.push({ accessor, bytes, given });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Copies the views without packed accessors: views of images, and of accessors that stay. */
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

/** @param file a GLB that we wrote. It is returned unchanged if no compression is requested. */
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
  const groups = groupsOf(parts, uses, quantiser, precision);
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

/** The bytes by kind of data. Images have as many as before. */
function sharesOf(bytes: Uint8Array, packed: BytesByKind, before: BytesByKind): BytesByKind {
  const kept = { ...before, ...packed, other: 0 };
  const sum = Object.values(kept).reduce((total, x) => total + x, 0);
  return { ...kept, other: bytes.length - sum };
}
