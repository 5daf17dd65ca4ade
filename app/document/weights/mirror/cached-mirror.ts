import type { VertexMirror } from "../../../../workers/geometry/vertex-mirror";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import type { MirrorRequest } from "./mirror-worker";

const known = new WeakMap<Float32Array, VertexMirror>();
const sought = new WeakMap<Float32Array, Promise<VertexMirror>>();

type Resting = Pick<MeshSequence, "rest" | "origin">;

/** The mirror map of a rest pose if it is known already; null before. */
export const knownMirror = ({ rest }: Resting): VertexMirror | null => known.get(rest) ?? null;

/** Finds the mirror map of a rest pose in a worker, once for each rest pose. */
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
