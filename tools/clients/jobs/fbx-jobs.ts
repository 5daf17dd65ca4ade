import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { cornerVertices, type MeshPiece, meshPieces } from "../../../workers/export/meshes/mesh-pieces";
import { prepareFileRig } from "../../../workers/export/prepare";
import { uvSetNames } from "../../../workers/formats/fbx/write/geometry";
import { nodeNames } from "../../../workers/formats/fbx/write/names";
import { skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { imageFileNames } from "../../../workers/formats/images/image-names";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import type { ExportOptions } from "../../../workers/model/files/export/export-options";
import { unitScale } from "../../../workers/model/files/export/skeleton-export";
import { frameOf, type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../workers/model/task";
import type { ClientCase } from "../cases";
import { engine } from "../real-cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** The cases use these in turn, unless they have a unit. */
const VARIANTS: readonly Pick<ExportOptions, "upAxis" | "unit">[] = [
  { upAxis: "y", unit: "cm" },
  { upAxis: "z", unit: "m" },
  { upAxis: "y", unit: "m" },
];

/** Blender keeps the points of a mesh. */
const pointsOf = ({ points }: MeshPiece): number[] => [...points];

/** assimp has a point for each corner, and a mesh for each material. */
function cornersOf(sequence: MeshSequence, mesh: MeshPiece): number[] {
  const { faceSets, polygonOffsets: ends } = mesh;
  const vertices = cornerVertices(mesh);
  return faceSets.flatMap(({ polygons }) =>
    Array.from(polygons).flatMap((p) =>
      Array.from(vertices.subarray(ends[p], ends[p + 1]), (d) => sequence.solverIndex[d]),
    ),
  );
}

/** Some solver vertices in a space, by their numbers. */
function placed(
  sequence: MeshSequence,
  positions: ArrayLike<number>,
  vertices: readonly number[],
  unit: number,
  up: "y" | "z",
) {
  const space = fileSpace(sequence, up, unit);
  return vertices.flatMap((i) => placeInFile(space, positions, 3 * i));
}

/** The lines that a client must report about the textures, UVs and colours of a case. */
function looksIn(
  client: ClientJob["client"],
  { sequence, options }: ClientCase,
  meshes: readonly string[],
): string[] {
  const { images = [], uvs, moreUvs = [], colours = [], materials } = sequence;
  if (images.length === 0) return [];
  const prefix = options.textures === "beside" ? options.besideAs : "";
  const files = imageFileNames(images).map((name) => `${prefix}${name}`);
  const sets = [...(uvs ? [uvs] : []), ...moreUvs];
  if (client === "assimp") {
    const { baseColour, normal, emissive } = materials[0].textures ?? {};
    const shown = { "base colour": baseColour, normals: normal, emissive };
    return [
      `${sets.length} sets of UVs`,
      `${colours.length} sets of colours`,
      ...Object.entries(shown).flatMap(([what, map]) =>
        map ? [`${what} ${files[map.image]}, ${images[map.image].bytes.length} bytes`] : [],
      ),
    ];
  }
  return [
    ...meshes.flatMap((mesh) => [
      ...uvSetNames(sequence).map((name) => `${mesh} has the UVs ${name}`),
      ...colours.map((_, n) => `${mesh} has the colours ${n === 0 ? "Col" : `Col_${n + 1}`}`),
    ]),
    ...images.map(({ bytes }, n) => `${materials[0].name} shows ${files[n]}, ${bytes.length} bytes`),
  ];
}

/** The same file for Blender, which shows metres, and for assimp, which shows the file's own axes and unit. */
export async function fbxJobs(one: ClientCase, folder: string, n: number): Promise<ClientJob[]> {
  const { sequence, rig, options, name } = one;
  const { upAxis, unit = "cm" } = {
    ...VARIANTS[n % VARIANTS.length],
    ...(options.unit && { unit: options.unit }),
  };
  const asked: ExportOptions = { ...options, format: "fbx", upAxis, unit };
  const content = await prepareFileRig(sequence, rig, asked, UNWATCHED);
  const file = join(folder, `${n}.fbx`);
  const { bytes, beside } = await engine.run("exportFile", { sequence, rig, options: asked }, UNWATCHED);
  writeFileSync(file, bytes);
  for (const { name, bytes: own } of beside) writeFileSync(join(folder, name), own);
  const { clips, frames } = clipsOf(one);
  const meshes = meshPieces(sequence);
  const jobOf = (
    client: ClientJob["client"],
    vertices: number[],
    scale: number,
    up: "y" | "z",
  ): ClientJob => ({
    ...{ client, label: `${name}, FBX`, file, out: `${file}.${client}.f32`, fps: sequence.fps, clips },
    hasOrients: rig.bones.some(({ axes }) => axes),
    names: nodeNames(content).meshes,
    within: withinOf(one),
    truth: frames.map((k) => placed(sequence, skinned(one.shown ?? rig, k), vertices, scale, up)),
    source: frames.map((k) => placed(sequence, frameOf(sequence, k), vertices, scale, up)),
    diagonal: restDiagonal(sequence) * scale,
    looks: looksIn(client, one, nodeNames(content).meshes),
  });
  return [
    jobOf("Blender", meshes.flatMap(pointsOf), sequence.metresPerUnit, "y"),
    jobOf(
      "assimp",
      meshes.flatMap((mesh) => cornersOf(sequence, mesh)),
      unitScale(unit, sequence),
      upAxis === "z" ? "z" : "y",
    ),
  ];
}
