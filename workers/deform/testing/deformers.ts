/** All deformers on one mesh, with settings that smooth well, for tests. */
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { UNWATCHED } from "../../model/task";
import type { Csc } from "../../sparse/csc";
import { createDeformer, DEFORMER_DEFAULTS, DIRECT_VARIANTS } from "../create-deformer";
import type { Deformer } from "../deformer";
import { directEntries } from "../direct/omega";
import { directMoments } from "../direct/psi";
import { analyseSmoothing, factorBytes, kernelFactors } from "./factors";
import type { TestMesh } from "./meshes";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

export async function everyDeformer(mesh: TestMesh, laplacian: Csc): Promise<Record<string, Deformer>> {
  const input = { ...mesh, laplacian, boneCount: mesh.bones };
  const settings = { ...DEFORMER_DEFAULTS, iterations: 10 };
  const explicit = { ...settings, scheme: "explicit", lambda: 0.5 } as const;
  const pattern = analyseSmoothing(laplacian);
  const parallel = new Serial(new Arena(factorBytes(pattern, 1), false));
  const factors = kernelFactors(parallel, UNWATCHED, pattern);
  const all: Record<string, Deformer> = {};
  for (const kind of ["lbs", "dqs", "cor", "dm"] as const) {
    all[kind] = await createDeformer(kind, input, settings, factors, makeSerial, UNWATCHED);
  }
  for (const kind of ["dm", "ddm-v0"] as const) {
    all[`${kind}, explicit`] = await createDeformer(kind, input, explicit, factors, makeSerial, UNWATCHED);
  }
  const moments = await directMoments(input, mesh.weights, mesh.bones, settings, factors, UNWATCHED);
  const entries = directEntries(moments, settings.alpha);
  for (const [kind, variant] of Object.entries(DIRECT_VARIANTS)) all[kind] = variant(entries);
  return all;
}
