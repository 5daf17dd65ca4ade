import type { SurfaceMirror } from "../../../../workers/geometry/mirror/surface-mirror";
import { type ImagesOf, imagesOf } from "../../../../workers/geometry/surface/surface-matches";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { MirrorSettings } from "../../../../workers/model/weights/mirror-settings";
import type { MirrorRequest } from "./mirror-worker";

/** A search for mirror images, and its result when it is done. */
interface Sought {
  finding: Promise<SurfaceMirror>;
  found: SurfaceMirror | null;
}

/** For each mesh, the results of this many settings are kept. */
const KEPT = 4;

const sought = new WeakMap<Float32Array, Map<string, Sought>>();
const images = new WeakMap<SurfaceMirror, ImagesOf>();

/** The settings that the matching depends on. Pairs of bones do not change it. */
const keyOf = ({ pairs: _, ...settings }: MirrorSettings): string => JSON.stringify(settings);

/** The mirror images of a mesh; null until they are found. */
export const knownMirror = ({ rest }: Pick<SequenceMesh, "rest">, settings: MirrorSettings) =>
  sought.get(rest)?.get(keyOf(settings))?.found ?? null;

/** Finds the mirror images of a mesh in a worker, once for each mesh and settings. */
export function mirrorOf(sequence: SequenceMesh, settings: MirrorSettings): Promise<SurfaceMirror> {
  const { rest } = sequence;
  const all = sought.get(rest) ?? new Map<string, Sought>();
  sought.set(rest, all);
  const key = keyOf(settings);
  const before = all.get(key);
  if (before) return before.finding;
  const finding = findInWorker(sequence, settings);
  const search: Sought = { finding, found: null };
  all.set(key, search);
  if (all.size > KEPT) all.delete(all.keys().next().value!);
  finding.then(
    (mirror) => {
      search.found = mirror;
    },
    () => all.delete(key),
  );
  return finding;
}

function findInWorker(
  { rest, solverIndex, triangles, polygonOffsets, polygonCorners, uvs, origin }: SequenceMesh,
  settings: MirrorSettings,
): Promise<SurfaceMirror> {
  return new Promise<SurfaceMirror>((resolve, reject) => {
    const worker = new Worker(new URL("./mirror-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<SurfaceMirror>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => {
      worker.terminate();
      reject(new Error(message));
    };
    const mesh = { rest, solverIndex, triangles, polygonOffsets, polygonCorners, uvs };
    worker.postMessage({ mesh, settings, origin } satisfies MirrorRequest);
  });
}

/** For each vertex, the vertices whose mirror images use it. Computed once for each mirror. */
export function cachedImages(mirror: SurfaceMirror): ImagesOf {
  const before = images.get(mirror);
  if (before) return before;
  const made = imagesOf(mirror.matches, mirror.half.length);
  images.set(mirror, made);
  return made;
}
