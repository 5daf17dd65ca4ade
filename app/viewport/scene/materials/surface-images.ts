import {
  ClampToEdgeWrapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from "three/webgpu";
import type { ImageFile, TextureMap, TextureWrap } from "../../../../workers/model/mesh/appearance";
import { SHOWN_SLOTS } from "../../../../workers/model/mesh/looks";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";

/** Larger images are scaled down to this size, which every GPU supports. */
const LARGEST_SIDE = 4096;
const ANISOTROPY = 4;

const WRAPS = {
  repeat: RepeatWrapping,
  clamp: ClampToEdgeWrapping,
  mirror: MirroredRepeatWrapping,
} as const satisfies Record<TextureWrap, number>;

/** @throws if the browser cannot decode it */
async function decode({ bytes, mimeType }: ImageFile): Promise<ImageBitmap> {
  // Copy the bytes, because blobs refuse views of shared memory.
  const blob = new Blob([bytes.slice()], { type: mimeType });
  const options: ImageBitmapOptions = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
  const whole = await createImageBitmap(blob, options);
  const scale = LARGEST_SIDE / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((x) =>
    Math.max(1, Math.round(x * scale)),
  );
  const small = await createImageBitmap(whole, { ...options, resizeWidth, resizeHeight });
  whole.close();
  return small;
}

/** The images of a sequence, decoded for the GPU, and the textures made of them. */
export class SurfaceImages {
  /** Whether all images are decoded, or cannot be. */
  ready = false;
  /** Names of images that the browser cannot decode. */
  readonly broken: string[] = [];
  private readonly bitmaps = new Map<number, ImageBitmap>();
  private readonly textures = new Map<string, Texture>();
  private disposed = false;

  /** Decodes the images that materials show. Resolves when all are done. */
  async load({ images = [], materials }: SequenceMesh): Promise<void> {
    const used = new Set(
      materials.flatMap(({ textures = {} }) => SHOWN_SLOTS.map((slot) => textures[slot]?.image ?? -1)),
    );
    for (const index of used) {
      const image = images[index];
      if (!image) continue;
      try {
        const bitmap = await decode(image);
        if (this.disposed) bitmap.close();
        else this.bitmaps.set(index, bitmap);
      } catch {
        this.broken.push(image.name);
      }
    }
    this.ready = !this.disposed;
  }

  /** The texture of a map; null without one, or if its image cannot be decoded. */
  texture(map: TextureMap | undefined, content: "colour" | "numbers"): Texture | null {
    const bitmap = map && this.bitmaps.get(map.image);
    if (!bitmap) return null;
    const [wrapS, wrapT] = map.wrap ?? ["repeat", "repeat"];
    const key = [map.image, wrapS, wrapT, map.nearest ?? false, content].join();
    const known = this.textures.get(key);
    if (known) return known;
    const texture = new Texture(bitmap);
    texture.colorSpace = content === "colour" ? SRGBColorSpace : NoColorSpace;
    texture.flipY = false;
    texture.wrapS = WRAPS[wrapS];
    texture.wrapT = WRAPS[wrapT];
    texture.magFilter = map.nearest ? NearestFilter : LinearFilter;
    texture.minFilter = map.nearest ? NearestMipmapLinearFilter : LinearMipmapLinearFilter;
    texture.anisotropy = map.nearest ? 1 : ANISOTROPY;
    texture.needsUpdate = true;
    this.textures.set(key, texture);
    return texture;
  }

  dispose(): void {
    this.disposed = true;
    for (const texture of this.textures.values()) texture.dispose();
    for (const bitmap of this.bitmaps.values()) bitmap.close();
  }
}
