import { FrameCache } from "./frame-cache";

interface FrameReaderParts {
  /** Reads a frame, 3V. */
  read(k: number): Promise<Float32Array>;
  /** Bytes of one frame. */
  frameBytes: number;
  /** The most bytes of the frames that stay in memory. */
  mostBytes: number;
  /** Called when a frame has arrived, and when one could not be read. */
  changed(): void;
}

/**
 * Reads frames one at a time, the most urgent first. A new request replaces the old ones, so scrubbing never builds up
 * a queue. After an error it stops reading.
 */
export class FrameReader {
  private readonly parts: FrameReaderParts;
  private readonly cache: FrameCache;
  private wanted: readonly number[] = [];
  private isReading = false;
  /** The frame that arrived last; null before the first. */
  last: number | null = null;
  /** Why reading has ended; null while it works. */
  problem: unknown = null;

  constructor(parts: FrameReaderParts) {
    this.parts = parts;
    this.cache = new FrameCache(parts.mostBytes);
  }

  /** Positions of frame k, or null if it is not in memory. */
  at(k: number): Float32Array | null {
    return this.cache.take(k);
  }

  has(k: number): boolean {
    return this.cache.has(k);
  }

  /** Asks for frames, the most urgent one first. Frames that do not fit into memory together are left out. */
  want(frames: readonly number[]): void {
    this.wanted = frames.slice(0, this.cache.capacity(this.parts.frameBytes));
    if (!this.isReading) void this.readOn();
  }

  private async readOn(): Promise<void> {
    this.isReading = true;
    try {
      for (let k = this.next(); k !== undefined; k = this.next()) {
        this.cache.put(k, await this.parts.read(k));
        this.last = k;
        this.parts.changed();
      }
    } catch (error) {
      this.problem = error;
      this.parts.changed();
    } finally {
      this.isReading = false;
    }
  }

  private next(): number | undefined {
    return this.problem === null ? this.wanted.find((k) => !this.cache.has(k)) : undefined;
  }
}
