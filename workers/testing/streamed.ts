import { frameOf, type MeshSequence } from "../model/mesh/mesh-sequence";
import type { StreamedSequence } from "../model/mesh/streamed-sequence";

/** The same sequence, with its frames given one at a time. `asked` lists the frames in the order of the calls. */
export function streamed(sequence: MeshSequence, asked: number[] = []): StreamedSequence {
  const { vertexCount, frameCount } = sequence;
  const out = new Float32Array(3 * vertexCount);
  const frame = async (k: number) => {
    asked.push(k);
    out.set(frameOf(sequence, k));
    return out;
  };
  return { ...sequence, frames: { vertexCount, frameCount, frame } };
}
