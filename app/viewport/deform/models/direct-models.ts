/**
 * Direct Delta Mush v0 to v3 as shaders: Le & Lewis 2019, sections 3.5.1 to 3.5.3. workers/deform has the reference
 * versions.
 */
import { cross, select, vec3 } from "three/tsl";
import type { Node } from "three/webgpu";
import { type BoneTexels, type MatrixRows, transformDirection, transformPoint } from "../data/bone-texels";
import type { Points } from "../data/points";
import type { PosedVertex } from "../passes/deform-target";
import type { DirectEntry, DirectEntryTexels } from "./direct-entry-texels";
import { nearestRotation } from "./nearest-rotation";
import { rotated } from "./quaternion";
import { RotationBlend } from "./rotation-blend";
import { asWeights, omegaOf, type Slide } from "./slide";

/** The inputs of the variants. */
export interface DirectParts {
  bones: BoneTexels;
  rest: Points;
  centres: Points;
  entries: DirectEntryTexels;
  slide: Slide;
}

function mapRows([x, y, z]: MatrixRows, change: (row: Node<"vec3">) => Node<"vec3">): MatrixRows {
  return [change(x).toVar(), change(y).toVar(), change(z).toVar()];
}

const zeroRows = (): MatrixRows => [vec3(0).toVar(), vec3(0).toVar(), vec3(0).toVar()];

/** The patch of a vertex, in a shader: its smooth position q, and its covariance C with the rest pose. */
interface Patch {
  centre: Node<"vec3">;
  /** q = Σ (1 − α) Mᴿ b + ω c, c = M [p; 1]. */
  position: Node<"vec3">;
  /** The rows of Σ Mᴿ A + (c − p) bᵀ, which is 1 / (1 − α) of the paper's Q − q pᵀ. */
  covariance: MatrixRows;
  /** The rows of Σ A. */
  extent: MatrixRows;
}

function patchOf(
  { bones, centres, entries, slide }: DirectParts,
  i: Node<"uint">,
  withExtent: boolean,
): Patch {
  const alpha = slide.load(i);
  const stay = alpha.oneMinus().toVar();
  const centre = centres.load(i);
  const position = vec3(0).toVar();
  const covariance = zeroRows();
  const extent = zeroRows();
  entries.each(i, (entry) => {
    const rows = bones.rows(entry.bone);
    const { a, b } = entry.moments();
    const carried = transformPoint(rows, centre).toVar();
    const offset = carried.sub(centre).toVar();
    position.addAssign(
      transformDirection(rows, b)
        .mul(stay)
        .add(carried.mul(omegaOf(entry, alpha))),
    );
    (["x", "y", "z"] as const).forEach((axis, r) => {
      covariance[r].addAssign(transformDirection(a, rows[r].xyz).add(b.mul(offset[axis])));
      if (withExtent) extent[r].addAssign(a[r]);
    });
  });
  return { centre, position, covariance, extent };
}

/** v0: x = q + R (u − p), with R the rotation nearest to C. */
export function directV0(parts: DirectParts) {
  return (i: Node<"uint">): PosedVertex => {
    const { centre, position, covariance } = patchOf(parts, i, false);
    const rotation = nearestRotation(...covariance).toVar();
    return { position: position.add(rotated(rotation, parts.rest.load(i).sub(centre).toVar())), rotation };
  };
}

/** The rows of cof(C) from the rows of C: their cross products. */
function cofactors([x, y, z]: MatrixRows): MatrixRows {
  return [cross(y, z).toVar(), cross(z, x).toVar(), cross(x, y).toVar()];
}

/**
 * v1: x = q + cof(C) P / det P (u − p), P = Σ A. Normals use the rotation nearest to that map, which shears. Both
 * matrices are divided by the trace of P. This does not change the result, but keeps their third powers within f32.
 */
export function directV1(parts: DirectParts) {
  return (i: Node<"uint">): PosedVertex => {
    const { centre, position, covariance, extent } = patchOf(parts, i, true);
    const size = extent[0].x.add(extent[1].y).add(extent[2].z).toVar();
    const c = mapRows(covariance, (row) => row.div(size));
    const p = mapRows(extent, (row) => row.div(size));
    const determinant = p[0].dot(cross(p[1], p[2])).toVar();
    const turn = mapRows(cofactors(c), (row) => transformDirection(p, row).div(determinant));
    const delta = parts.rest.load(i).sub(centre).toVar();
    return { position: position.add(transformDirection(turn, delta)), rotation: nearestRotation(...turn) };
  };
}

/**
 * Adds up the smooth position q alone, without reading A. `visit` may read more of each entry and its bone's matrix.
 */
function smoothPosition(
  { bones, entries, slide }: DirectParts,
  i: Node<"uint">,
  centre: Node<"vec3">,
  visit: (entry: DirectEntry, rows: Node<"vec4">[]) => void,
): Node<"vec3"> {
  const alpha = slide.load(i);
  const stay = alpha.oneMinus().toVar();
  const position = vec3(0).toVar();
  entries.each(i, (entry) => {
    const rows = bones.rows(entry.bone);
    const own = transformDirection(rows, entry.first()).mul(stay);
    position.addAssign(own.add(transformPoint(rows, centre).mul(omegaOf(entry, alpha))));
    visit(entry, rows);
  });
  return position;
}

/** v2: x = q + R (u − p), with R the blend of rotations by ψ. */
export function directV2(parts: DirectParts) {
  const influences = asWeights(parts.entries, parts.slide, "psi");
  return (i: Node<"uint">): PosedVertex => {
    const centre = parts.centres.load(i);
    const blend = new RotationBlend(parts.bones, influences, i);
    const smooth = smoothPosition(parts, i, centre, ({ bone, psi }) => blend.add(bone, psi));
    const rotation = blend.rotation();
    const delta = parts.rest.load(i).sub(centre).toVar();
    return { position: smooth.add(rotated(rotation, delta)), rotation };
  };
}

/** v3: x = q + |d| / |R d| · R d, d = u − p, R = Σ ψ Mᴿ; adds nothing if R d vanishes. */
export function directV3(parts: DirectParts) {
  return (i: Node<"uint">): PosedVertex => {
    const centre = parts.centres.load(i);
    const blend = zeroRows();
    const smooth = smoothPosition(parts, i, centre, ({ psi }, rows) => {
      rows.forEach((row, r) => {
        blend[r].addAssign(row.xyz.mul(psi));
      });
    });
    const delta = parts.rest.load(i).sub(centre).toVar();
    const carried = transformDirection(blend, delta).toVar();
    const length = carried.length().toVar();
    const kept = select(length.greaterThan(0), carried.mul(delta.length().div(length)), vec3(0));
    return { position: smooth.add(kept), rotation: nearestRotation(...blend) };
  };
}
