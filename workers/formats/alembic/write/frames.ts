/**
 * Writes deformed frames as an Alembic archive (Ogawa). Each mesh is a transform with a polygon mesh below it, which
 * has polygons, UVs, colours, custom attributes and a set of faces for each material. The materials are objects of
 * their own. Archives have y up, and the unit of the sequence.
 */

import { type MeshPiece, meshPieces } from "../../../export/meshes/mesh-pieces";
import { UniqueNames } from "../../../export/unique-names";
import { displayNormals } from "../../../geometry/display-normals";
import { vertexNormals } from "../../../geometry/vertex-normals";
import { carryNormals } from "../../../mesh/carry-normals";
import type { MeshSequence, UpAxis } from "../../../model/mesh/mesh-sequence";
import { POD } from "../archive/pods";
import { ArchiveWriter, type ObjectRecord, type PropertyRecord } from "./archive-writer";
import { ArchiveMaterials } from "./materials";
import {
  array,
  boxOf,
  inPath,
  MOVING,
  parameterRecord,
  scalar,
  schemaObject,
  turnedCorners,
  UNTIMED,
} from "./records";
import type { SampleList } from "./sample-list";
import { surfaceParameters } from "./surface-parameters";

/** For each axis of the archive, the axis of the sequence and its sign. */
const TURNS: Record<UpAxis, { axes: readonly number[]; signs: readonly number[] }> = {
  x: { axes: [1, 0, 2], signs: [-1, 1, 1] },
  y: { axes: [0, 1, 2], signs: [1, 1, 1] },
  z: { axes: [0, 2, 1], signs: [1, 1, -1] },
};

/** The code of a translation in a transform's list of operations. */
const TRANSLATE = 1 << 4;

/** The names at the top of an archive: those of its meshes, in their order, and of the object above its materials. */
export function archiveNames(pieces: readonly MeshPiece[]): { meshes: string[]; materials: string } {
  const names = new UniqueNames();
  return { meshes: pieces.map(({ name }) => names.take(inPath(name))), materials: names.take("materials") };
}

interface Moving {
  name: string;
  piece: MeshPiece;
  points: SampleList;
  boxes: SampleList;
  normals: SampleList | null;
}

export interface AlembicOptions {
  /** Whether each frame has its normals. They double the size of most files. Default true. */
  normals?: boolean;
}

/** Writes an archive frame by frame, with the memory of only one frame. */
export class AlembicFrames {
  private readonly sequence: MeshSequence;
  private readonly writer: ArchiveWriter;
  private readonly meshes: Moving[];
  private readonly materials: ArchiveMaterials;
  /** Rest normals, if the sequence has its own. */
  private readonly restNormals: Float32Array | null;
  private readonly corners: Uint32Array;

  /** @param put writes the next bytes of the file. */
  constructor(
    sequence: MeshSequence,
    put: (bytes: Uint8Array) => void,
    { normals = true }: AlembicOptions = {},
  ) {
    this.sequence = sequence;
    this.writer = new ArchiveWriter(put);
    this.restNormals = sequence.normals && displayNormals(sequence);
    this.corners = sequence.triangles.map((d) => sequence.solverIndex[d]);
    const pieces = meshPieces(sequence);
    const names = archiveNames(pieces);
    this.materials = new ArchiveMaterials(sequence.materials, pieces, names.materials);
    this.meshes = pieces.map((piece, p) => ({
      ...{ name: names.meshes[p], piece },
      points: this.writer.samples("array", 3),
      boxes: this.writer.samples("scalar", 6),
      normals: normals ? this.writer.samples("array", 3) : null,
    }));
  }

  /** @param positions 3V of the next frame. */
  add(positions: Float32Array): void {
    const { solverIndex } = this.sequence;
    const normals = this.meshes.some((mesh) => mesh.normals) ? this.normalsOf(positions) : null;
    const smooth = this.restNormals === null;
    for (const { piece, ...lists } of this.meshes) {
      const points = this.turned(positions, piece.points);
      lists.points.add(points);
      lists.boxes.add(boxOf(points));
      const rows = smooth ? piece.displays.map((d) => solverIndex[d]) : piece.displays;
      if (normals) lists.normals?.add(this.turned(normals, rows));
    }
  }

  /**
   * Writes the rest of the file.
   * @returns the first bytes of the file, which replace the bytes written first.
   */
  finish(): Uint8Array {
    const { fps } = this.sequence;
    const children = [...this.meshes.map((mesh) => this.transform(mesh)), ...this.materials.objects()];
    return this.writer.finish({
      metadata: { _ai_AlembicVersion: "Alembic 1.5.8", _ai_Application: "Sinew", _ai_DCC_FPS: String(fps) },
      samplings: [UNTIMED, { kind: "uniform", period: 1 / fps, times: Float64Array.of(0) }],
      top: { properties: [], children },
    });
  }

  /**
   * Normals of a pose: of the display vertices if the sequence has its own, otherwise smooth normals of the vertices.
   */
  private normalsOf(positions: Float32Array): Float32Array {
    const { restNormals, corners } = this;
    if (!restNormals) return vertexNormals(positions, corners);
    const { solverIndex, rest } = this.sequence;
    return carryNormals(restNormals, solverIndex, corners, rest, positions);
  }

  /** Some rows of packed vectors, in the archive's axes. */
  private turned(vectors: ArrayLike<number>, rows: ArrayLike<number>): Float32Array {
    const { axes, signs } = TURNS[this.sequence.upAxis];
    const out = new Float32Array(3 * rows.length);
    for (let n = 0; n < rows.length; n++) {
      for (let c = 0; c < 3; c++) out[3 * n + c] = signs[c] * vectors[3 * rows[n] + axes[c]];
    }
    return out;
  }

  /** The transform of a mesh. It contains the origin, so that positions keep their precision. */
  private transform(mesh: Moving): ObjectRecord {
    const { origin } = this.sequence;
    const properties: PropertyRecord[] = [scalar(".inherits", POD.boolean, 1, [Uint8Array.of(1)])];
    if (origin.some((x) => x !== 0)) {
      const { axes, signs } = TURNS[this.sequence.upAxis];
      const place = Float64Array.from(axes, (axis, c) => signs[c] * origin[axis]);
      properties.push(scalar(".ops", POD.uint8, 1, [Uint8Array.of(TRANSLATE)]));
      properties.push(scalar(".vals", POD.float64, 3, [place]));
      properties.push(scalar("isNotConstantIdentity", POD.boolean, 1, [Uint8Array.of(1)]));
    }
    return schemaObject(mesh.name, "AbcGeom_Xform_v3", ".xform", properties, [this.mesh(mesh)]);
  }

  private mesh({ name, piece, points, boxes, normals }: Moving): ObjectRecord {
    const { polygonOffsets: ends, cornerPoints, cornerDisplays: indices } = piece;
    const turned = turnedCorners(ends);
    const counts = Int32Array.from(ends.subarray(1), (end, p) => end - ends[p]);
    const faces = Int32Array.from(turned, (corner) => cornerPoints[corner]);
    const bounds: PropertyRecord = {
      ...scalar(".selfBnds", POD.float64, 6, boxes, MOVING),
      metadata: { interpretation: "box" },
    };
    const properties: PropertyRecord[] = [
      {
        ...array("P", POD.float32, 3, points, MOVING),
        metadata: { geoScope: "vtx", interpretation: "point" },
      },
      array(".faceIndices", POD.int32, 1, [faces]),
      array(".faceCounts", POD.int32, 1, [counts]),
      bounds,
    ];
    const { uvs, others } = surfaceParameters(this.sequence, piece, turned);
    if (uvs) properties.push(uvs);
    if (normals)
      properties.push(
        parameterRecord("N", "normal", 3, { scope: "corner", values: normals, indices }, turned),
      );
    if (others.length > 0) {
      properties.push({ kind: "compound", name: ".arbGeomParams", metadata: {}, properties: others });
    }
    const faceSets = piece.faceSets.map(({ material, polygons }) => {
      const polygonList = array(".faces", POD.int32, 1, [Int32Array.from(polygons)]);
      const [set, assigned] = [this.materials.nameOf(material), this.materials.assigned(material)];
      // The library refuses sets without bounds. Those of the mesh contain any of its faces.
      return schemaObject(set, "AbcGeom_FaceSet_v1", ".faceset", [polygonList, bounds], [], assigned);
    });
    // Programs that know no sets of faces look at the mesh.
    const ofMesh = piece.faceSets.length === 1 ? this.materials.assigned(piece.faceSets[0].material) : [];
    return schemaObject(name, "AbcGeom_PolyMesh_v1", ".geom", properties, faceSets, ofMesh);
  }
}
