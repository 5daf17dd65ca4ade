/** Writes the skeleton. All nodes of the file are joints, even nodes above a joint that only shear it. */

import type { FileRig } from "../../../export/prepare";
import { composeTrs, IDENTITY, invertAffine, multiplyAffine } from "../../../math/affine";
import { Identifiers } from "./identifiers";
import { matrix, tokens, type UsdPrim } from "./text";

export interface UsdJoints {
  /** For each joint the names from the root to it, with slashes. */
  paths: string[];
  /** For each joint the bone's own name. */
  names: string[];
  /**
   * The number of joints before the first node's joint: 1 if the nodes have several roots, because some readers require
   * a single root. It does not move.
   */
  lead: 0 | 1;
}

export function usdJoints({ rig, clips }: FileRig): UsdJoints {
  const { nodeBones, joints, parents } = clips[0].tracks;
  const identifiers = new Identifiers();
  const nameOf = (n: number) => {
    const { name } = rig.bones[nodeBones[n]];
    return joints[nodeBones[n]] === n ? name : `${name}_stretch`;
  };
  const names = Array.from(nodeBones, (_, n) => nameOf(n));
  // Joints choose names before the nodes that stretch them.
  const order = [...names.keys()].sort(
    (a, b) => Number(joints[nodeBones[b]] === b) - Number(joints[nodeBones[a]] === a) || a - b,
  );
  const lead = parents.filter((parent) => parent < 0).length > 1 ? 1 : 0;
  const own: string[] = [];
  for (const n of order) own[n] = identifiers.take(names[n], "joint");
  const above = lead ? [identifiers.take("root", "")] : [];
  const paths: string[] = [];
  own.forEach((name, n) => {
    paths.push([...(parents[n] < 0 ? above : [paths[parents[n]]]), name].join("/"));
  });
  return { paths: [...above, ...paths], names: [...above, ...names], lead };
}

export function skeletonPrim(content: FileRig, joints: UsdJoints, animation: string | null): UsdPrim {
  const {
    nodeBones,
    nodeCount,
    parents,
    rest,
    restRotations,
    inverseBind,
    joints: nodes,
  } = content.clips[0].tracks;
  const [local, world] = [new Float64Array(12 * nodeCount), new Float64Array(12 * nodeCount)];
  for (let n = 0; n < nodeCount; n++) {
    composeTrs(
      local,
      12 * n,
      rest.subarray(3 * n, 3 * n + 3),
      restRotations.subarray(4 * n, 4 * n + 4),
      [1, 1, 1],
    );
    if (parents[n] < 0) world.set(local.subarray(12 * n, 12 * n + 12), 12 * n);
    else multiplyAffine(world, 12 * n, world, 12 * parents[n], local, 12 * n);
  }
  const unbind = Float64Array.from(inverseBind);
  const bind = (n: number) => {
    const m = world.slice(12 * n, 12 * n + 12);
    if (nodes[nodeBones[n]] === n) invertAffine(m, 0, unbind, 12 * nodeBones[n]);
    return matrix(m);
  };
  const still = joints.lead ? [matrix(IDENTITY)] : [];
  const each = (of: (n: number) => string) =>
    `[${[...still, ...Array.from({ length: nodeCount }, (_, n) => of(n))].join(", ")}]`;
  return {
    type: "Skeleton",
    name: "Skeleton",
    metadata: ['prepend apiSchemas = ["SkelBindingAPI"]'],
    properties: [
      `uniform token[] joints = ${tokens(joints.paths)}`,
      `uniform token[] jointNames = ${tokens(joints.names)}`,
      `uniform matrix4d[] bindTransforms = ${each(bind)}`,
      `uniform matrix4d[] restTransforms = ${each((n) => matrix(local.subarray(12 * n, 12 * n + 12)))}`,
      ...(animation ? [`rel skel:animationSource = <${animation}>`] : []),
    ],
  };
}
