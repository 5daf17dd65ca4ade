import type { ImageFile } from "../../model/mesh/appearance";
import { NoImage } from "./image-file";

/** The most bytes of all images of a source. */
const MOST_BYTES = 1e9;
/** The most names that a note lists. */
const MOST_NAMES = 4;

/** The images of a source, in the order of their first use. Each is read once. Images that cannot be read are noted. */
export class ImageList {
  readonly images: ImageFile[] = [];
  private readonly indices = new Map<string, number | null>();
  private readonly missing: string[] = [];
  private bytes = 0;

  /**
   * The index of an image, or null if it is left out.
   * @param key equal for equal images.
   * @param read throws NoImage if there is no image.
   */
  async add(key: string, read: () => Promise<ImageFile>): Promise<number | null> {
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    const index = await this.take(read);
    this.indices.set(key, index);
    return index;
  }

  private async take(read: () => Promise<ImageFile>): Promise<number | null> {
    try {
      const image = await read();
      if (this.bytes + image.bytes.length > MOST_BYTES) {
        throw new NoImage(`${image.name} does not fit: images may have ${MOST_BYTES / 1e6} MB together`);
      }
      this.bytes += image.bytes.length;
      return this.images.push(image) - 1;
    } catch (error) {
      if (!(error instanceof NoImage)) throw error;
      this.missing.push(error.message);
      return null;
    }
  }

  /** A sentence about all images that are left out; empty if there are none. */
  notes(): string[] {
    const all = [...new Set(this.missing)];
    if (all.length === 0) return [];
    const named = all.slice(0, MOST_NAMES).join("; ");
    const more = all.length > MOST_NAMES ? `; and ${all.length - MOST_NAMES} more` : "";
    const count = all.length === 1 ? "A texture is" : `${all.length} textures are`;
    return [`${count} left out: ${named}${more}. Open images together with their mesh.`];
  }
}
