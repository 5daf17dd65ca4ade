import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSpace } from "../../../workers/export/file-space";
import { type PolygonMesh, polygonMeshes } from "../../../workers/export/polygon-meshes";
import { prepareFileRig } from "../../../workers/export/prepare";
import { nodeNames } from "../../../workers/formats/fbx/write/names";
import { skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { placeInFile } from "../../../workers/formats/skeletons/write/turned-axes";
import type { ExportOptions } from "../../../workers/model/files/export-options";
import { unitScale } from "../../../workers/model/files/skeleton-export";
import { frameOf, type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../workers/model/task";
import type { ClientCase } from "../cases";
import { engine } from "../real-cases";
import { type ClientJob, clipsOf, withinOf } from "./job";

/** Each case in one of these, in turn. */
const VARIANTS: readonly Pick<ExportOptions, "upAxis" | "unit">[] = [
  { upAxis: "y", unit: "cm" },
  { upAxis: "z", unit: "m" },
  { upAxis: "y", unit: "m" },
];

/** Blender keeps the points of a mesh. */
const pointsOf = ({ points }: PolygonMesh): number[] => [...points];

/** assimp has a point for each corner, and a mesh for each material. */
function cornersOf(sequence: MeshSequence, mesh: PolygonMesh): number[] {
  const { materials, polygonMaterials, offsets, displayVertices } = mesh;
  return materials.flatMap((_, m) =>
    [...polygonMaterials].flatMap((own, p) =>
      own === m
        ? Array.from(displayVertices.subarray(offsets[p], offsets[p + 1]), (d) => sequence.solverIndex[d])
        : [],
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

/** The same file in Blender, which shows metres, and in assimp, which shows the file's own axes and unit. */
export async function fbxJobs(one: ClientCase, folder: string, n: number): Promise<ClientJob[]> {
  const { sequence, rig, options, name } = one;
  const { upAxis, unit = "cm" } = VARIANTS[n % VARIANTS.length];
  const asked: ExportOptions = { ...options, format: "fbx", upAxis, unit };
  const content = await prepareFileRig(sequence, rig, asked, UNWATCHED);
  const file = join(folder, `${n}.fbx`);
  writeFileSync(file, (await engine.run("exportFile", { sequence, rig, options: asked }, UNWATCHED)).bytes);
  const { clips, frames } = clipsOf(one);
  const meshes = polygonMeshes(sequence);
  const jobOf = (
    client: ClientJob["client"],
    vertices: number[],
    scale: number,
    up: "y" | "z",
  ): ClientJob => ({
    ...{ client, label: `${name}, FBX`, file, out: `${file}.${client}.f32`, fps: sequence.fps, clips },
    names: nodeNames(content).meshes,
    within: withinOf(one),
    truth: frames.map((k) => placed(sequence, skinned(rig, k), vertices, scale, up)),
    source: frames.map((k) => placed(sequence, frameOf(sequence, k), vertices, scale, up)),
    diagonal: restDiagonal(sequence) * scale,
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
