import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { chosenRows } from "../../../workers/export/meshes/chosen-rows";
import { type MeshPiece, meshPieces } from "../../../workers/export/meshes/mesh-pieces";
import { AlembicFrames, archiveNames } from "../../../workers/formats/alembic/write/frames";
import { ArchiveMaterials } from "../../../workers/formats/alembic/write/materials";
import { MemoryFile } from "../../../workers/formats/alembic/write/ogawa-writer";
import { skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import { type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { ClientCase } from "../cases";
import { type ClientJob, clipsOf, withinOf } from "./job";
import { parameterLine } from "./parameter-line";

/** Lines about the UVs, normals, colours and custom attributes of a mesh, with a value for each corner. */
function parametersOf(sequence: MeshSequence, piece: MeshPiece): string[] {
  const { uvs, moreUvs = [], colours = [], attributes = [] } = sequence;
  const line = (name: string, width: number, set: Float32Array, isUv = false) => {
    const values = chosenRows(set, width, piece.displays).map((x, c) => (isUv && c % 2 === 1 ? 1 - x : x));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return parameterLine(name, width, piece.cornerDisplays.length, least, most);
  };
  const normals = (name: string) => parameterLine(name, 3, piece.cornerDisplays.length, 1, 1);
  return [
    ...[normals("N"), normals("N outside")],
    ...[...(uvs ? [uvs] : []), ...moreUvs].map((set, n) => line(n === 0 ? "uv" : `uv${n + 1}`, 2, set, true)),
    ...colours.map((set, n) => line(n === 0 ? "Cd" : `Cd${n + 1}`, 4, set)),
    ...attributes.map(({ name, width, values }) => line(name, width, values)),
  ];
}

/** Lines about the base colours of the materials of a mesh. */
function materialLines({ materials }: MeshSequence, pieces: MeshPiece[], shown: ArchiveMaterials): string[] {
  return pieces
    .flatMap(({ faceSets }) => faceSets)
    .map(({ material }) => {
      const colour = materials[material].baseColour.slice(0, 3);
      const name = `standard_surface ${shown.nameOf(material)}`;
      return parameterLine(name, 3, 1, Math.min(...colour), Math.max(...colour));
    });
}

/** The frames of the rig as an Alembic archive; the clips follow each other in the file. */
export function alembicJobs(one: ClientCase, folder: string, n: number): ClientJob[] {
  const { sequence, rig, name } = one;
  const file = join(folder, `${n}.abc`);
  const memory = new MemoryFile();
  const archive = new AlembicFrames(sequence, memory.put);
  const frames = clipsOf(one).frames.map((k) => Float32Array.from(skinned(rig, k)));
  for (const frame of frames) archive.add(frame);
  writeFileSync(file, memory.whole(archive.finish()));
  const pieces = meshPieces(sequence);
  const names = archiveNames(pieces);
  const space = fileSpace(sequence, "y", 1);
  const job = (client: ClientJob["client"]): ClientJob => ({
    ...{ client, label: `${name}, Alembic`, file, out: `${file}.${client}.f32`, fps: sequence.fps },
    clips: [{ name: "", frames: [...frames.keys()] }],
    names: names.meshes.map((name): [string, string] => [name, name]),
    within: withinOf(one),
    truth: frames.map((frame) =>
      pieces.flatMap(({ points }) => [...points].flatMap((i) => placeInFile(space, frame, 3 * i))),
    ),
    source: [],
    diagonal: restDiagonal(sequence),
  });
  const shown = new ArchiveMaterials(sequence.materials, pieces, names.materials);
  const looks = [
    ...pieces.flatMap((piece) => parametersOf(sequence, piece)),
    ...materialLines(sequence, pieces, shown),
  ];
  return [job("Blender"), { ...job("Alembic"), looks }];
}
