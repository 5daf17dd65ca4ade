import { SinewError } from "../../model/errors";
import type { Clip } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import { type PolygonMesh, rawTopology } from "../assemble/polygon-mesh";
import type { PointCache } from "../point-cache/point-cache";
import { ASSUMED_FPS, describeMesh, type MeshFile, readSurface } from "../source/mesh-file";
import type { RawSequence, SequenceSource, SourceFile } from "../source/source";
import { folderOf, stemOf } from "../source/source-file";

export interface MeshWithCaches {
  mesh: MeshFile;
  caches: PointCache[];
}

function appendTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/**
 * Matches caches with meshes: first by the same name (preferably in the same folder), then all remaining caches with
 * the only remaining mesh.
 */
export function matchCaches(
  meshes: MeshFile[],
  caches: PointCache[],
): { pairs: MeshWithCaches[]; alone: PointCache[]; meshes: MeshFile[] } {
  const stem = (name: string) => stemOf(name).toLowerCase();
  const byStem = new Map<string, MeshFile[]>();
  for (const mesh of meshes) appendTo(byStem, stem(mesh.file.name), mesh);
  const pairs = new Map<MeshFile, PointCache[]>();
  const alone: PointCache[] = [];
  for (const cache of caches) {
    const named = byStem.get(stem(cache.file.name)) ?? [];
    const near = named.find(({ file }) => folderOf(file.name) === folderOf(cache.file.name));
    const mesh = near ?? (named.length === 1 ? named[0] : meshes.length === 1 ? meshes[0] : null);
    if (mesh) appendTo(pairs, mesh, cache);
    else alone.push(cache);
  }
  const unpaired = meshes.filter((mesh) => !pairs.has(mesh));
  // If "body.obj" and "body.pc2" come with "sim_02.pc2" and one more mesh, the two that remain belong together.
  if (alone.length > 0 && unpaired.length === 1) pairs.set(unpaired[0], alone.splice(0));
  return {
    pairs: [...pairs].map(([mesh, own]) => ({ mesh, caches: own })),
    alone,
    meshes: meshes.filter((mesh) => !pairs.has(mesh)),
  };
}

/** @throws SinewError with both counts. */
function checkRigFits(mesh: PolygonMesh, cache: PointCache): void {
  const vertices = mesh.positions.length / 3;
  if (cache.points === vertices) return;
  throw new SinewError({
    title: `${cache.file.name} does not fit its mesh`,
    body: `The cache holds ${howMany(cache.points, "point")} a frame; ${mesh.file} has ${howMany(vertices, "vertex")}. Export the cache again from this mesh, or open the mesh it came from.`,
    facts: [
      [mesh.file, `${howMany(vertices, "vertex")}, ${howMany(mesh.polygonOffsets.length - 1, "face")}`],
      [cache.file.name, `${howMany(cache.points, "point")}, ${howMany(cache.frames, "frame")}`],
    ],
  });
}

/**
 * Opens a still mesh that one or several point caches move. Each cache is a clip, and the mesh is the rest pose.
 * @throws SinewError if a cache does not fit the mesh.
 */
export async function openMeshWithCaches(
  { mesh: meshFile, caches }: MeshWithCaches,
  files: SourceFile[],
  task: Task,
): Promise<SequenceSource> {
  const mesh = await readSurface(meshFile, files, task);
  for (const cache of caches) checkRigFits(mesh, cache);
  const fps = caches.find((cache) => cache.fps !== null)?.fps ?? null;
  const clips = caches.map((cache) => ({
    name: stemOf(cache.file.name),
    seconds: cache.frames / (fps ?? ASSUMED_FPS),
    frames: cache.frames,
  }));
  const formats = [...new Set(caches.map((cache) => cache.format))].join(" and ");
  const source = {
    name: caches.length === 1 ? stemOf(caches[0].file.name) : stemOf(meshFile.file.name),
    files: [meshFile.file.name, ...caches.map((cache) => cache.file.name)],
    format: `${meshFile.format} + ${formats}`,
    clips,
  };
  const info = describeMesh(mesh, source, fps, []);
  return {
    info,
    async read(options) {
      const asked = options.clips.map((c) => caches[c]).filter(Boolean);
      const chosen = asked.length ? asked : caches;
      return {
        ...rawTopology(mesh),
        ...framesOf(chosen),
        name: info.name,
        // If the file has no rate, the artist chooses one.
        fps: fps ?? options.fps ?? ASSUMED_FPS,
        upAxis: info.upAxis,
        metresPerUnit: info.metresPerUnit,
      };
    },
  };
}

/** The frames of the caches one after another, with their ranges as clips. */
function framesOf(caches: PointCache[]): Pick<RawSequence, "frameCount" | "frame" | "clips"> {
  let frameCount = 0;
  const clips: Clip[] = caches.map((cache) => {
    const first = frameCount;
    frameCount += cache.frames;
    return { name: stemOf(cache.file.name), first, last: frameCount - 1 };
  });
  const cacheOf = Uint32Array.from(caches.flatMap(({ frames }, c) => new Array<number>(frames).fill(c)));
  const frame = async (k: number) => caches[cacheOf[k]].frame(k - clips[cacheOf[k]].first);
  return { frameCount, frame, clips };
}
