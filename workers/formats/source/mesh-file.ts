import { SinewError } from "../../model/errors";
import type { SourceInfo } from "../../model/files/source-info";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import { sequenceBytes } from "../assemble/check-raw";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import { readMedit } from "../medit/read";
import { readObj } from "../obj/obj";
import { readMaterials } from "../obj/obj-material";
import { readPly } from "../ply/ply";
import { readTextureFiles } from "../ply/ply-textures";
import type { SourceFile } from "./source";

/** The frames a second for files of positions without a rate. */
export const ASSUMED_FPS = 24;

/** A file with one still mesh. */
export interface MeshFile {
  file: SourceFile;
  format: "OBJ" | "PLY" | "MEDIT";
}

/** Reads a still mesh. */
export function readMesh({ file, format }: MeshFile, task: Task): Promise<PolygonMesh> {
  if (format === "MEDIT") return readMedit(file, task);
  return format === "OBJ" ? readObj(file, task) : readPly(file, task);
}

/**
 * Reads a still mesh that must have faces, with its materials and their images if `files` have them.
 * @throws SinewError if it has none.
 */
export async function readSurface(mesh: MeshFile, files: SourceFile[], task: Task): Promise<PolygonMesh> {
  return asSurface(mesh, await readMesh(mesh, task), files);
}

/** The same for a mesh that is already read. */
export async function asSurface(
  mesh: MeshFile,
  read: PolygonMesh,
  files: SourceFile[],
): Promise<PolygonMesh> {
  if (read.polygonOffsets.length < 2) {
    throw new SinewError({
      title: `${mesh.file.name} has no faces`,
      body: `It has ${howMany(read.positions.length / 3, "point")} and nothing between them. Sinew needs a surface to bind: export it with faces.`,
    });
  }
  await readMaterials(read, files);
  await readTextureFiles(read, files);
  return read;
}

/**
 * Describes a sequence of frames over one still mesh.
 * @param gaps notes about frames that are not there.
 */
export function describeMesh(
  mesh: PolygonMesh,
  source: Pick<SourceInfo, "name" | "files" | "format" | "clips">,
  fps: number | null,
  notes: string[],
  gaps: string[] = [],
): SourceInfo {
  const points = mesh.positions.length / 3;
  const frames = source.clips.reduce((sum, clip) => sum + clip.frames, 0);
  const missing = [...mesh.notes, ...gaps];
  const assumed = `${source.format} files have no frame rate: Sinew assumes ${ASSUMED_FPS} frames a second.`;
  return {
    ...source,
    points,
    polygons: mesh.polygonOffsets.length - 1,
    meshes: [...new Set(mesh.parts.map((part) => part.name))],
    fps: fps ?? ASSUMED_FPS,
    rateIsFree: false,
    rateIsAssumed: fps === null,
    upAxis: "y",
    metresPerUnit: 1,
    sequenceBytes: sequenceBytes(points, frames),
    notes: [...missing, ...(fps === null ? [assumed] : []), ...notes],
    ...(missing.length > 0 && { missing }),
  };
}

/** The difference between two meshes as a sentence with both numbers, or null. */
export function differenceOf(mesh: PolygonMesh, other: PolygonMesh): string | null {
  const points = [mesh.positions.length / 3, other.positions.length / 3];
  if (points[0] !== points[1])
    return `${other.file} has ${howMany(points[1], "vertex")}, ${mesh.file} has ${points[0]}.`;
  const faces = [mesh.polygonOffsets.length - 1, other.polygonOffsets.length - 1];
  // Some exporters write the faces only into the first file.
  if (faces[1] === 0) return null;
  if (faces[0] !== faces[1])
    return `${other.file} has ${howMany(faces[1], "face")}, ${mesh.file} has ${faces[0]}.`;
  for (let p = 0; p < faces[0]; p++) {
    const begin = mesh.polygonOffsets[p];
    const size = mesh.polygonOffsets[p + 1] - begin;
    if (other.polygonOffsets[p] !== begin || other.polygonOffsets[p + 1] - begin !== size) {
      return `Face ${p + 1} has ${other.polygonOffsets[p + 1] - other.polygonOffsets[p]} corners in ${other.file}, ${size} in ${mesh.file}.`;
    }
    for (let c = begin; c < begin + size; c++) {
      const [a, b] = [mesh.displayPoint[mesh.polygonCorners[c]], other.displayPoint[other.polygonCorners[c]]];
      if (a !== b) return `Face ${p + 1} joins vertex ${b + 1} in ${other.file}, ${a + 1} in ${mesh.file}.`;
    }
  }
  return null;
}
