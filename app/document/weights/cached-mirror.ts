import type { VertexMirror } from "../../../workers/geometry/vertex-mirror";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { MirrorRequest } from "./mirror-worker";

const known = new WeakMap<Float32Array, VertexMirror>();
const sought = new WeakMap<Float32Array, Promise<VertexMirror>>();

type Resting = Pick<MeshSequence, "rest" | "origin">;

/** The mirror of a rest pose where it has been found; null before. */
export const knownMirror = ({ rest }: Resting): VertexMirror | null => known.get(rest) ?? null;

/** Finds the mirror of a rest pose beside the page; once for each. */
export function mirrorOf({ rest, origin }: Resting): Promise<VertexMirror> {
  const before = sought.get(rest);
  if (before) return before;
  const finding = new Promise<VertexMirror>((resolve, reject) => {
    const worker = new Worker(new URL("./mirror-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<VertexMirror>) => {
      worker.terminate();
      known.set(rest, data);
      resolve(data);
    };
    worker.onerror = ({ message }) => {
      worker.terminate();
      sought.delete(rest);
      reject(new Error(message));
    };
    const request: MirrorRequest = { rest: rest.slice(), plane: -origin[0] };
    worker.postMessage(request, [request.rest.buffer]);
  });
  sought.set(rest, finding);
  return finding;
}
