import { type PolygonMesh, rawTopology } from "../assemble/polygon-mesh";
import { wireNote } from "../refusals";
import { ASSUMED_FPS, asSurface, describeMesh, type MeshFile } from "./mesh-file";
import type { SequenceSource, SourceFile } from "./source";
import { stemOf } from "./source-file";

/**
 * A still mesh as a sequence of one frame.
 * @param mesh read from `file`.
 * @param files everything that was opened together. Material libraries are searched there.
 * @throws SinewError if it has no faces.
 */
export async function openStill(
  file: MeshFile,
  mesh: PolygonMesh,
  files: SourceFile[],
): Promise<SequenceSource> {
  const surface = await asSurface(file, mesh, files);
  const name = stemOf(file.file.name);
  const clips = [{ name, seconds: 0, frames: 1 }];
  const solid = surface.tets ? [`It is a solid of ${surface.tets.length / 4} tetrahedra.`] : [];
  const wires = surface.wires ? [wireNote(surface.wires.length / 2)] : [];
  const source = { name, files: [file.file.name], format: file.format, clips };
  const info = describeMesh(surface, source, ASSUMED_FPS, [...solid, ...wires]);
  return {
    info,
    read: async () => ({
      ...rawTopology(surface),
      name,
      file: file.file.name,
      fps: info.fps,
      frameCount: 1,
      frame: async () => surface.positions,
      clips: [{ name, first: 0, last: 0 }],
      upAxis: info.upAxis,
      metresPerUnit: info.metresPerUnit,
    }),
  };
}
