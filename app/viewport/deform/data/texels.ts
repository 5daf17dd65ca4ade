import { int, ivec2, uint } from "three/tsl";
import {
  Box2,
  DataTexture,
  FloatType,
  NearestFilter,
  type Node,
  RedFormat,
  RedIntegerFormat,
  RGBAFormat,
  RGIntegerFormat,
  UnsignedIntType,
  Vector2,
  type WebGPURenderer,
} from "three/webgpu";
import { SinewError } from "../../../../workers/model/errors";
import { loadStored, StoredTexture } from "./stored-texture";

/** Width of every list texture: a power of two, so that an address needs only a mask and a shift. */
export const TEXELS_PER_ROW = 2048;
const ROW_SHIFT = 11;
/** The largest number of rows that every backend allows. */
const MOST_ROWS = 8192;

/** Rows to upload at once in a partial upload. */
const PATCH_ROWS = 8;

/** Rows of a list of `count` texels, at least one. */
export function rowsFor(count: number): number {
  const rows = Math.max(1, Math.ceil(count / TEXELS_PER_ROW));
  if (rows > MOST_ROWS) {
    throw new SinewError({
      title: "The mesh is too large for a texture of the GPU",
      body: `It needs ${count} texels, and the limit is ${MOST_ROWS * TEXELS_PER_ROW}. Use a smaller mesh, less smoothing or fewer influences.`,
    });
  }
  return rows;
}

/** The position of texel `i` of a list. */
export function texelAt(i: Node<"uint">): Node<"ivec2"> {
  return ivec2(int(i.bitAnd(uint(TEXELS_PER_ROW - 1))), int(i.shiftRight(uint(ROW_SHIFT))));
}

const KINDS = {
  /** One float. */
  float: { format: RedFormat, type: FloatType, channels: 1, array: Float32Array },
  /** Four floats. */
  vec4: { format: RGBAFormat, type: FloatType, channels: 4, array: Float32Array },
  /** One unsigned integer. */
  uint: { format: RedIntegerFormat, type: UnsignedIntType, channels: 1, array: Uint32Array },
  /** Two unsigned integers. */
  uvec2: { format: RGIntegerFormat, type: UnsignedIntType, channels: 2, array: Uint32Array },
} as const;

type Kind = keyof typeof KINDS;
type Whole = "uint" | "uvec2";
type ArrayOf<K extends Kind> = K extends Whole ? Uint32Array<ArrayBuffer> : Float32Array<ArrayBuffer>;

/**
 * A list of texels that shaders read by integer index, and that can grow without recompiling them. Write into
 * `reserve(count)`, then call `flush()`. The returned array is the one that is uploaded.
 */
export class Texels<K extends Kind> {
  private readonly kind: K;
  private texture: DataTexture;
  private readonly node: StoredTexture;
  /** Intermediate texture for partial uploads; created on first use. */
  private patch: DataTexture | null = null;

  constructor(kind: K) {
    this.kind = kind;
    this.texture = this.create(1);
    this.node = new StoredTexture(this.texture);
  }

  private create(rows: number): DataTexture {
    const { format, type, channels, array } = KINDS[this.kind];
    const data = new array(TEXELS_PER_ROW * rows * channels);
    const created = new DataTexture(data, TEXELS_PER_ROW, rows, format, type);
    created.minFilter = created.magFilter = NearestFilter;
    created.needsUpdate = true;
    return created;
  }

  /** The array behind the list, with room for `count` texels. After growth it is all zeros. */
  reserve(count: number): ArrayOf<K> {
    const rows = rowsFor(count);
    const have = this.texture.image.height;
    if (rows > have || rows * 4 < have) {
      this.texture.dispose();
      this.texture = this.create(rows);
      this.node.value = this.texture;
    }
    return this.texture.image.data as ArrayOf<K>;
  }

  /** Uploads the array before the next draw. */
  flush(): void {
    this.texture.needsUpdate = true;
  }

  /** Uploads some rows, ascending, at once; uploads all of them if that is most of them. */
  flushRows(renderer: WebGPURenderer, rows: readonly number[]): void {
    const { height } = this.texture.image;
    const data = this.texture.image.data as ArrayOf<K>;
    if (2 * rows.length >= height) {
      this.flush();
      return;
    }
    this.patch ??= this.create(PATCH_ROWS);
    const staged = this.patch.image.data as ArrayOf<K>;
    const width = TEXELS_PER_ROW * KINDS[this.kind].channels;
    for (let n = 0; n < rows.length; ) {
      const first = rows[n];
      let count = 0;
      while (count < PATCH_ROWS && rows[n] === first + count) {
        count++;
        n++;
      }
      staged.set(data.subarray(first * width, (first + count) * width) as never);
      this.patch.needsUpdate = true;
      const region = new Box2(new Vector2(0, 0), new Vector2(TEXELS_PER_ROW, count));
      renderer.copyTextureToTexture(this.patch, this.texture, region, new Vector2(0, first));
    }
  }

  /** Texel `i`, in a shader. */
  load(i: Node<"uint">): Node<K extends Whole ? "uvec4" : "vec4"> {
    return loadStored(this.node, texelAt(i)) as unknown as Node<K extends Whole ? "uvec4" : "vec4">;
  }

  dispose(): void {
    this.patch?.dispose();
    this.texture.dispose();
  }
}
