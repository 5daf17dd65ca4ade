import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import { type Task, withoutProgress } from "../../model/task";
import { type PolygonMesh, rawTopology } from "../assemble/polygon-mesh";
import { ASSUMED_FPS, describeMesh, differenceOf, type MeshFile, readMesh, readSurface } from "./mesh-file";
import { gapsOf, numberedName } from "./natural-order";
import type { SequenceSource, SourceFile } from "./source";

/** Frame files of one sequence, in the order of their numbers. */
export interface NumberedFiles {
  name: string;
  frames: MeshFile[];
  numbers: number[];
}

/** Groups mesh files into sequences by their common names. Files without a number form sequences of one. */
export function groupNumbered(meshes: MeshFile[]): NumberedFiles[] {
  const groups = new Map<string, { name: string; members: [number, MeshFile][] }>();
  for (const mesh of meshes) {
    const numbered = numberedName(mesh.file.name);
    const key = numbered ? numbered.pattern : `alone ${mesh.file.name}`;
    const group = groups.get(key) ?? { name: numbered?.title ?? mesh.file.name, members: [] };
    group.members.push([numbered?.number ?? 0, mesh]);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, members }) => {
    members.sort(([a, f], [b, g]) => a - b || (f.file.name < g.file.name ? -1 : 1));
    return { name, frames: members.map(([, mesh]) => mesh), numbers: members.map(([number]) => number) };
  });
}

/** @throws SinewError if two files have the same number. */
function checkNumbers({ frames, numbers }: NumberedFiles): void {
  const twice = numbers.findIndex((number, i) => i > 0 && number === numbers[i - 1]);
  if (twice < 0) return;
  throw new SinewError({
    title: `Two files are frame ${numbers[twice]}`,
    body: `${frames[twice - 1].file.name} and ${frames[twice].file.name} have the same number. Leave one out.`,
  });
}

/** @throws SinewError with both files and the difference. */
function checkSameMesh(first: PolygonMesh, other: PolygonMesh, frame: number): void {
  const difference = differenceOf(first, other);
  if (!difference) return;
  const count = (mesh: PolygonMesh) =>
    `${howMany(mesh.positions.length / 3, "vertex")}, ${howMany(mesh.polygonOffsets.length - 1, "face")}`;
  throw new SinewError({
    title: `${other.file} is another mesh than ${first.file}`,
    body: `In frame ${frame + 1}: ${difference} Sinew needs the same mesh in every frame: export without remeshing.`,
    facts: [
      [first.file, count(first)],
      [other.file, count(other)],
    ],
  });
}

function checkNumbersOf(mesh: PolygonMesh, frame: number): void {
  const bad = mesh.positions.findIndex((x) => !Number.isFinite(x));
  if (bad < 0) return;
  throw new SinewError({
    title: `${mesh.file} has a position that is not a number`,
    body: `In frame ${frame + 1} the ${"xyz"[bad % 3]} of vertex ${Math.floor(bad / 3) + 1} is ${mesh.positions[bad]}. Export that frame again, or leave its file out.`,
  });
}

/**
 * Opens numbered OBJ or PLY files as one sequence. Uvs, normals and materials come from the first file. Every other
 * file must have the same points and faces, which is checked on reading.
 * @throws SinewError with files and numbers.
 */
export async function openNumbered(
  group: NumberedFiles,
  files: SourceFile[],
  task: Task,
): Promise<SequenceSource> {
  checkNumbers(group);
  const first = await readSurface(group.frames[0], files, task);
  const frameCount = group.frames.length;
  const gaps = gapsOf(group.numbers).map(([from, to]) =>
    from === to ? `Frame ${from} is missing.` : `Frames ${from} to ${to} are missing.`,
  );
  const clip = { name: group.name, seconds: frameCount / ASSUMED_FPS, frames: frameCount };
  const info = describeMesh(
    first,
    {
      name: group.name,
      files: group.frames.map(({ file }) => file.name),
      format: `numbered ${group.frames[0].format}`,
      clips: [clip],
    },
    null,
    [],
    gaps,
  );
  const frame = async (k: number, quiet: Task) => {
    const mesh = k === 0 ? first : await readMesh(group.frames[k], quiet);
    checkSameMesh(first, mesh, k);
    checkNumbersOf(mesh, k);
    return mesh.positions;
  };
  return {
    info,
    read: async (options, watched) => ({
      ...rawTopology(first),
      name: group.name,
      fps: options.fps ?? ASSUMED_FPS,
      frameCount,
      frame: (k) => frame(k, withoutProgress(watched)),
      clips: [{ name: group.name, first: 0, last: frameCount - 1 }],
      upAxis: info.upAxis,
      metresPerUnit: info.metresPerUnit,
    }),
  };
}
