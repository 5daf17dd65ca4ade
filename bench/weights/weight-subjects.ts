import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readObj } from "../../workers/formats/obj/obj";
import { nodeFiles } from "../../workers/formats/source/node-file";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import { UNWATCHED } from "../../workers/model/task";
import type { Bindable } from "../../workers/model/weights/bindable";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../workers/model/weights/weight-settings";
import { creature } from "../../workers/weights/testing/creature";
import type { Given } from "./page/bench-tools";

export interface Subject {
  name: string;
  mesh: Bindable;
  skeleton: Skeleton;
}

const STATIC = resolve(process.cwd(), "../shared/data/static");

/** The scanned meshes that are on this machine, and a generated creature. */
export async function weightSubjects(levels: number): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of ["arm", "elephant"]) {
    const paths = ["obj", "tgf"].map((end) => resolve(STATIC, `${name}.${end}`));
    if (!paths.every(existsSync)) continue;
    const [shape, bones] = await nodeFiles(paths);
    const { positions, polygonCorners, displayPoint } = await readObj(shape, UNWATCHED);
    const engine = createEngine(nodeParallel, 1);
    const [{ skeleton }] = await engine.run("readSkeletons", { files: [bones] }, UNWATCHED);
    const triangles = polygonCorners.map((d) => displayPoint[d]);
    const mesh = { positions: Float32Array.from(positions), triangles, tets: null, wires: null };
    subjects.push({ name, mesh, skeleton });
  }
  subjects.push({ name: "creature", ...creature(levels) });
  return subjects;
}

export const givenOf = ({ mesh, skeleton }: Subject, settings: Partial<WeightSettings> = {}): Given => ({
  positions: [...mesh.positions],
  triangles: [...mesh.triangles],
  segments: skeleton.segments,
  settings: { ...WEIGHT_DEFAULTS, ...settings },
  brushed: 300,
});
