/** The classic deformers as shaders. workers/deform has their reference versions. */
import { vec3, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";
import { type BoneTexels, type Matrices, transformDirection, transformPoint } from "../data/bone-texels";
import type { Influences } from "../data/influences";
import type { Points } from "../data/points";
import type { PosedVertex } from "../passes/deform-target";
import { nearestRotation } from "./nearest-rotation";
import { conjugate, quaternionProduct, rotated } from "./quaternion";
import { RotationBlend } from "./rotation-blend";

/** The rows of Σ w M. */
export function blendedMatrix(bones: Matrices, influences: Influences, i: Node<"uint">): Node<"vec4">[] {
  const blend = [vec4(0).toVar(), vec4(0).toVar(), vec4(0).toVar()];
  influences.each(i, ({ bone, weight }) => {
    bones.rows(bone).forEach((row, r) => {
      blend[r].addAssign(row.mul(weight));
    });
  });
  return blend;
}

/** Linear blend: x = Σ w M [u; 1]. Normals use the rotation nearest to the blend. */
export function linearBlend(bones: Matrices, rest: Points, influences: Influences) {
  return (i: Node<"uint">): PosedVertex => {
    const blend = blendedMatrix(bones, influences, i);
    const [x, y, z] = blend;
    return { position: transformPoint(blend, rest.load(i)), rotation: nearestRotation(x.xyz, y.xyz, z.xyz) };
  };
}

/**
 * Dual quaternions, Kavan et al. 2008, in two phases: the vertex is stretched by Σ w S with M = R S, then moved by the
 * normalised blend of the rigid parts q + ε ½ t q.
 */
export function dualQuaternions(bones: BoneTexels, rest: Points, influences: Influences) {
  return (i: Node<"uint">): PosedVertex => {
    const u = rest.load(i);
    const blend = new RotationBlend(bones, influences, i);
    const dual = vec4(0).toVar();
    const stretched = vec3(0).toVar();
    influences.each(i, ({ bone, weight }) => {
      const rows = bones.rows(bone);
      const { rotation: q, signed } = blend.add(bone, weight);
      const half = vec3(rows[0].w, rows[1].w, rows[2].w).mul(0.5);
      dual.addAssign(quaternionProduct(vec4(half, 0).toVar(), q).mul(signed));
      stretched.addAssign(rotated(conjugate(q).toVar(), transformDirection(rows, u).toVar()).mul(weight));
    });
    const real = blend.whole;
    const size = real.dot(real).max(1e-24).toVar();
    const shift = quaternionProduct(dual, conjugate(real).toVar()).xyz.mul(2).div(size);
    const rotation = blend.rotation();
    return { position: rotated(rotation, stretched).add(shift), rotation };
  };
}

/** Centres of rotation, Le & Hodgins 2016, and v4: x = R (u − p) + Σ w M [p; 1], with R the blend of rotations. */
export function turnAboutCentres(bones: BoneTexels, rest: Points, centres: Points, influences: Influences) {
  return (i: Node<"uint">): PosedVertex => {
    const centre = centres.load(i);
    const blend = new RotationBlend(bones, influences, i);
    const position = vec3(0).toVar();
    influences.each(i, ({ bone, weight, turning }) => {
      blend.add(bone, turning);
      position.addAssign(transformPoint(bones.rows(bone), centre).mul(weight));
    });
    const rotation = blend.rotation();
    return { position: position.add(rotated(rotation, rest.load(i).sub(centre).toVar())), rotation };
  };
}
