import { carryNormals } from "../../mesh/carry-normals";
import { triangulate } from "../../mesh/triangles/triangulate";
import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import type { RawSequence, SequenceSource } from "../source/source";

/** Whether polygons have the same points in any order, because formats differ in winding and first corner. */
function samePolygons(raw: RawSequence, mesh: PolygonMesh): boolean {
  if (raw.polygonOffsets.length !== mesh.polygonOffsets.length) return false;
  const points = (of: RawSequence | PolygonMesh, p: number) =>
    of.polygonCorners
      .slice(of.polygonOffsets[p], of.polygonOffsets[p + 1])
      .map((d) => of.displayPoint[d])
      .sort();
  for (let p = 0; p + 1 < raw.polygonOffsets.length; p++) {
    const [a, b] = [points(raw, p), points(mesh, p)];
    if (a.length !== b.length || a.some((point, c) => point !== b[c])) return false;
  }
  return true;
}

/** Turns normals with the surface to the other pose, because normals belong to a pose. */
function carried(raw: RawSequence, normals: Float32Array, rest: Float64Array): Float32Array {
  const cornerPoints = raw.polygonCorners.map((d) => raw.displayPoint[d]);
  const self = Uint32Array.from({ length: raw.pointCount }, (_, p) => p);
  const triangles = new Uint32Array(3 * (cornerPoints.length - 2 * (raw.polygonOffsets.length - 1)));
  triangulate(raw.polygonOffsets, cornerPoints, self, raw.rest, triangles);
  return carryNormals(normals, raw.displayPoint, triangles, raw.rest, rest);
}

/**
 * The same sequence with the rest pose of a separate file.
 * @throws SinewError when it is read, if that file is another mesh.
 */
export function withRestFile(source: SequenceSource, mesh: PolygonMesh): SequenceSource {
  const info = {
    ...source.info,
    files: [...source.info.files, mesh.file],
    notes: [...source.info.notes, `${mesh.file} is the rest pose.`],
  };
  return {
    info,
    async read(options, task) {
      const raw = await source.read(options, task);
      const points = mesh.positions.length / 3;
      if (points !== raw.pointCount || !samePolygons(raw, mesh)) {
        throw new SinewError({
          title: `${mesh.file} is another mesh than ${raw.name}`,
          body: `As the rest pose it must have the same points and faces: it has ${howMany(points, "point")} and ${howMany(mesh.polygonOffsets.length - 1, "face")}, the sequence ${raw.pointCount} and ${raw.polygonOffsets.length - 1}. Leave it out, or export it from the same mesh.`,
          facts: [
            [mesh.file, `${howMany(points, "point")}, ${howMany(mesh.polygonOffsets.length - 1, "face")}`],
            [
              raw.name,
              `${howMany(raw.pointCount, "point")}, ${howMany(raw.polygonOffsets.length - 1, "face")}`,
            ],
          ],
        });
      }
      return {
        ...raw,
        rest: mesh.positions,
        normals: raw.normals && carried(raw, raw.normals, mesh.positions),
      };
    },
  };
}
