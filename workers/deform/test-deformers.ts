/** All models on one mesh, with settings that smooth well, for tests that hold for every one of them. */

import { UNWATCHED } from "../model/task";
import type { Csc } from "../sparse/csc";
import { centresOfRotationDeformer, rotationCentres } from "./centres-of-rotation";
import { ddmV0 } from "./ddm-v0";
import { ddmV1 } from "./ddm-v1";
import { ddmV2 } from "./ddm-v2";
import { ddmV3 } from "./ddm-v3";
import { ddmV4 } from "./ddm-v4";
import { ddmV5 } from "./ddm-v5";
import type { Deformer } from "./deformer";
import { deltaMushDeformer } from "./delta-mush";
import { dualQuaternionDeformer } from "./dual-quaternion";
import { plainFactors } from "./factors";
import { linearBlendDeformer } from "./linear-blend";
import { directEntries } from "./omega";
import { DIRECT_DEFAULTS, directMoments } from "./psi";
import type { TestMesh } from "./test-meshes";

export async function everyDeformer(mesh: TestMesh, laplacian: Csc): Promise<Record<string, Deformer>> {
  const { rest, triangles, weights } = mesh;
  const implicit = { scheme: "implicit", iterations: 10, step: 1, strengths: null } as const;
  const moments = await directMoments(
    { rest, laplacian },
    weights,
    mesh.bones,
    DIRECT_DEFAULTS,
    plainFactors,
    UNWATCHED,
  );
  const entries = directEntries(moments, 0.5);
  const surface = { rest, triangles, laplacian };
  return {
    "linear blend": linearBlendDeformer(rest, weights),
    "dual quaternions": dualQuaternionDeformer(rest, weights),
    "centres of rotation": centresOfRotationDeformer(
      rest,
      weights,
      await rotationCentres(rest, triangles, weights, UNWATCHED),
    ),
    "delta mush": await deltaMushDeformer(surface, weights, implicit, plainFactors),
    "delta mush, explicit": await deltaMushDeformer(
      surface,
      weights,
      { ...implicit, scheme: "explicit", step: 0.5 },
      plainFactors,
    ),
    v0: ddmV0(entries),
    v1: ddmV1(entries),
    v2: ddmV2(entries),
    v3: ddmV3(entries),
    v4: ddmV4(entries),
    v5: ddmV5(entries),
    "v5, dual quaternions": ddmV5(entries, "dual-quaternion"),
  };
}
