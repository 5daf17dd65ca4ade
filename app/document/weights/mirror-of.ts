import type { VertexMirror } from "./mirror-vertices";

const known = new WeakMap<Float32Array, VertexMirror>();
const sought = new WeakMap<Float32Array, Promise<VertexMirror>>();

/** The mirror of a rest pose, 3V, where it has been found; null before. */
export const knownMirror = (rest: Float32Array): VertexMirror | null => known.get(rest) ?? null;

/** Finds the mirror of a rest pose beside the page; once for each. */
export function mirrorOf(rest: Float32Array): Promise<VertexMirror> {
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
    const copy = rest.slice();
    worker.postMessage(copy, [copy.buffer]);
  });
  sought.set(rest, finding);
  return finding;
}
