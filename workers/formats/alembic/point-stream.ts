import { SinewError } from "../../model/errors";
import { POD } from "./archive/pods";
import { type FrameTimes, locate } from "./frame-times";
import type { AlembicMesh } from "./polymesh";
import type { Affine } from "./xform";

/** Positions of one mesh in world space, frame after frame. A repeated sample is read once. */
export class PointStream {
  /** Whether positions need double precision, because the file has it or a transform moves them. */
  readonly wide: boolean;
  private readonly mesh: AlembicMesh;
  private readonly timeline: FrameTimes;
  private readonly fileName: string;
  private readonly kept = new Map<number, ArrayLike<number>>();

  constructor(mesh: AlembicMesh, timeline: FrameTimes, fileName: string) {
    this.mesh = mesh;
    this.timeline = timeline;
    this.fileName = fileName;
    this.wide = mesh.transform !== null || mesh.points.header.pod === POD.float64;
  }

  /**
   * Writes the positions of frame `k` to `out` from `at`. Positions are interpolated between samples and constant
   * before the first and after the last.
   * @throws SinewError if the number of points differs from the first sample.
   */
  async write(k: number, out: Float32Array | Float64Array, at: number): Promise<void> {
    const t = this.timeline.times[k];
    const { index, fraction } = locate(this.timeline, this.mesh.points, t);
    const before = await this.sample(index, k);
    const after = fraction > 0 ? await this.sample(index + 1, k) : before;
    for (const stored of this.kept.keys()) {
      const used = [index, index + 1].some(
        (i) => i < this.mesh.points.sampleCount && this.stored(i) === stored,
      );
      if (!used) this.kept.delete(stored);
    }
    for (let i = 0; i < before.length; i++) out[at + i] = before[i] + fraction * (after[i] - before[i]);
    if (this.mesh.transform) {
      transformPoints(await this.mesh.transform.world(this.timeline, t), out, at, before.length);
    }
  }

  private async sample(index: number, frame: number): Promise<ArrayLike<number>> {
    const stored = this.stored(index);
    let numbers = this.kept.get(stored);
    if (!numbers) {
      const { name, points, pointCount } = this.mesh;
      const count = await points.elementCount(index);
      if (count !== pointCount) {
        throw topologyChanges(this.fileName, name, frame, `${pointCount} points`, `${count}`);
      }
      numbers = await points.numbers(index);
      this.kept.set(stored, numbers);
    }
    return numbers;
  }

  private stored(index: number): number {
    return this.mesh.points.storedIndex(index);
  }
}

/** The error for a mesh that changes between frames; `frame` counts from 0. */
export function topologyChanges(
  file: string,
  mesh: string,
  frame: number,
  before: string,
  after: string,
): SinewError {
  return new SinewError({
    title: `${file} changes its topology`,
    body: `The mesh "${mesh}" has ${before} in frame 1, but ${after} in frame ${frame + 1}. Sinew needs a mesh whose points and faces stay the same: export it before it is remeshed, or cut the frames.`,
    facts: [
      ["mesh", mesh],
      ["frame 1", before],
      [`frame ${frame + 1}`, after],
    ],
  });
}

function transformPoints(m: Affine, out: Float32Array | Float64Array, at: number, length: number): void {
  for (let i = at; i < at + length; i += 3) {
    const [x, y, z] = [out[i], out[i + 1], out[i + 2]];
    out[i] = m[0] * x + m[1] * y + m[2] * z + m[3];
    out[i + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    out[i + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  }
}
