/** The frames that were used last, in at most a number of bytes. It always has room for one. */
export class FrameCache {
  private readonly mostBytes: number;
  /** In the order of their last use. */
  private readonly frames = new Map<number, Float32Array>();
  private bytes = 0;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  has(k: number): boolean {
    return this.frames.has(k);
  }

  /** Positions of frame k, or null. The frame counts as used. */
  take(k: number): Float32Array | null {
    const positions = this.frames.get(k);
    if (!positions) return null;
    this.frames.delete(k);
    this.frames.set(k, positions);
    return positions;
  }

  /** Adds a frame, and drops those that were not used for longest. */
  put(k: number, positions: Float32Array): void {
    this.drop(k);
    this.frames.set(k, positions);
    this.bytes += positions.byteLength;
    for (const oldest of this.frames.keys()) {
      if (this.bytes <= this.mostBytes || oldest === k) break;
      this.drop(oldest);
    }
  }

  private drop(k: number): void {
    this.bytes -= this.frames.get(k)?.byteLength ?? 0;
    this.frames.delete(k);
  }

  /** The number of frames of so many bytes that fit, at least one. */
  capacity(frameBytes: number): number {
    return Math.max(1, Math.floor(this.mostBytes / frameBytes));
  }
}
