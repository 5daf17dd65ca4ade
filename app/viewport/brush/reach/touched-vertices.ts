/** The strongest touch of each vertex in a stroke, and the touched vertices in the order of their first touch. */
export class TouchedVertices {
  private readonly strongest: Float32Array;
  private readonly list: Uint32Array;
  private count = 0;

  constructor(vertexCount: number) {
    this.strongest = new Float32Array(vertexCount);
    this.list = new Uint32Array(vertexCount);
  }

  /** Adds a touch, above 0 and up to 1. Returns whether it is the strongest so far. */
  touch(i: number, share: number): boolean {
    const before = this.strongest[i];
    if (share <= before) return false;
    if (before === 0) this.list[this.count++] = i;
    this.strongest[i] = share;
    return true;
  }

  /** A view that is valid until the next touch. */
  get vertices(): Uint32Array {
    return this.list.subarray(0, this.count);
  }

  /** The strongest touch of each of `vertices`, above 0 and up to 1. */
  get shares(): Float32Array {
    const { vertices, strongest } = this;
    const shares = new Float32Array(vertices.length);
    for (let n = 0; n < vertices.length; n++) shares[n] = strongest[vertices[n]];
    return shares;
  }
}
