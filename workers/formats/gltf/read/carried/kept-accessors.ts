import { type Json, listOf, omit, pickProperties } from "../../carried/carried-json";
import type { Accessors } from "../asset/accessors";
import { componentsOf } from "../asset/check-gltf";
import type { GltfData } from "../asset/container";
import type { GltfJson } from "../asset/gltf-json";
import { mendRows, type RowsAre, rangeOf, usableKeys } from "./mend-numbers";

const FLOAT = 5126;
/** glTF requires `min` and `max` for these. */
const WITH_RANGE: readonly RowsAre[] = ["positions", "times"];

type SamplerJson = GltfJson["animations"][number]["samplers"][number];

/** The keys of a kept track: the accessors of its times and values, and its interpolation if that is another one. */
interface KeptKeys {
  input: number;
  output: number;
  interpolation?: "LINEAR";
}

/**
 * Copies the accessors and buffer views that are kept into one new buffer. Numbers that glTF does not allow are
 * replaced, and `min` and `max` are computed again.
 */
export class KeptAccessors {
  readonly accessors: Json[] = [];
  readonly views: Json[] = [];
  /** How many rows had no usable value. The keys say what they are and whose, such as "normals of dust". */
  readonly replaced = new Map<string, number>();
  private readonly given: Json[];
  private readonly data: GltfData;
  private readonly decoded: Accessors;
  private readonly accessorOf = new Map<string, number>();
  private readonly viewOf = new Map<number, number>();
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  /**
   * @param root the file's JSON.
   * @param data the same file with plain buffers.
   * @param decoded reads the numbers of its accessors.
   */
  constructor(root: Json, data: GltfData, decoded: Accessors) {
    this.given = listOf(root, "accessors");
    this.data = data;
    this.decoded = decoded;
  }

  /**
   * Keeps an accessor.
   * @param owner the name of the mesh or clip that it belongs to.
   * @returns its new index.
   */
  keep(index: number, are: RowsAre, owner: string): number {
    return this.once(`${index} ${are}`, () => {
      const width = componentsOf(this.data.json.accessors[index]);
      const mended = mendRows(this.decoded.numbers(index), width, are);
      if (!mended) return this.copy(index, are);
      if (mended.replaced > 0) {
        const what = `${are === "spline rotations" ? "rotations" : are} of ${owner}`;
        this.replaced.set(what, (this.replaced.get(what) ?? 0) + mended.replaced);
      }
      return this.addFloats(index, mended.values, are);
    });
  }

  private once(key: string, make: () => number): number {
    const known = this.accessorOf.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.accessorOf.set(key, made);
    return made;
  }

  /**
   * Keeps the keys of a track. Keys that glTF does not allow are left out.
   * @param sampler the accessors of its times in seconds and of its values.
   * @param earlier seconds to subtract from each time.
   * @returns null if no key is left.
   */
  keepKeys(
    { input, output, interpolation }: SamplerJson,
    earlier: number,
    isRotation: boolean,
    owner: string,
  ): KeptKeys | null {
    const given = this.decoded.numbers(input);
    const { keys, times } = usableKeys(given, earlier);
    if (keys.length === 0) return null;
    const isSpline = interpolation === "CUBICSPLINE";
    // A spline needs two keys.
    const isValue = isSpline && keys.length === 1;
    const are = !isRotation ? "numbers" : isSpline && !isValue ? "spline rotations" : "rotations";
    const all = keys.length === given.length;
    const kept = this.once(`${input} earlier by ${earlier}`, () =>
      all && earlier === 0 ? this.copy(input, "times") : this.addFloats(input, times, "times"),
    );
    if (all && !isValue) return { input: kept, output: this.keep(output, are, owner) };
    const every = this.decoded.numbers(output);
    const row = Math.floor(every.length / given.length);
    const [from, to] = isValue ? [row / 3, (2 * row) / 3] : [0, row];
    const picked = keys.flatMap((k) => [...every.subarray(k * row + from, k * row + to)]);
    const width = componentsOf(this.data.json.accessors[output]);
    const rows = mendRows(picked, width, are)?.values ?? Float32Array.from(picked);
    const values = this.addFloats(output, rows, are);
    return { input: kept, output: values, ...(isValue && { interpolation: "LINEAR" }) };
  }

  /** Copies an accessor. It gets a range if the source has one, or if glTF requires it. */
  private copy(index: number, are: RowsAre): number {
    const { bufferView, sparse } = this.data.json.accessors[index];
    const given = this.given[index] ?? {};
    const hasRange = WITH_RANGE.includes(are) || "min" in given || "max" in given;
    const raw = hasRange ? this.decoded.raw(index) : [];
    const accessor = {
      ...omit(given, ["bufferView", "sparse", "min", "max"]),
      ...(bufferView !== undefined && { bufferView: this.view(bufferView) }),
      ...(raw.length > 0 && rangeOf(raw, componentsOf(this.data.json.accessors[index]))),
      ...(sparse && {
        sparse: {
          ...sparse,
          indices: { ...sparse.indices, bufferView: this.view(sparse.indices.bufferView) },
          values: { ...sparse.values, bufferView: this.view(sparse.values.bufferView) },
        },
      }),
    };
    return this.accessors.push(accessor) - 1;
  }

  /** An accessor with other numbers, and with the name and extras of accessor `index`. */
  private addFloats(index: number, values: Float32Array, are: RowsAre): number {
    const { type } = this.data.json.accessors[index];
    const width = componentsOf({ type });
    const bufferView = this.add(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    const accessor = {
      ...pickProperties(this.given[index] ?? {}, ["name", "extras"]),
      ...{ bufferView, componentType: FLOAT, count: values.length / width, type },
      ...(WITH_RANGE.includes(are) && rangeOf(values, width)),
    };
    return this.accessors.push(accessor) - 1;
  }

  private view(index: number): number {
    const known = this.viewOf.get(index);
    if (known !== undefined) return known;
    const { buffer, byteOffset, byteLength, byteStride } = this.data.json.bufferViews[index];
    const bytes = this.data.buffers[buffer]!.subarray(byteOffset, byteOffset + byteLength);
    const made = this.add(bytes, byteStride);
    this.viewOf.set(index, made);
    return made;
  }

  private add(bytes: Uint8Array, byteStride?: number): number {
    const gap = (4 - (this.length % 4)) % 4;
    const byteOffset = this.length + gap;
    this.pieces.push(new Uint8Array(gap), bytes);
    this.length = byteOffset + bytes.length;
    const view = { buffer: 0, byteOffset, byteLength: bytes.length, ...(byteStride && { byteStride }) };
    return this.views.push(view) - 1;
  }

  /** The new buffer. */
  bytes(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}
