import { abs, cross, Fn, float, int, Loop, mat4, normalize, select, vec3, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";
import { davenport, longest, quaternionProduct, rotated } from "./quaternion";

/** Squarings of Davenport's matrix: 8 with three Newton steps reach 5e-6 rad, even for flat and mirrored blends. */
const SQUARINGS = 8;
const NEWTON_STEPS = 3;
const SINGULAR = 1e-9;

type Vec3 = Node<"vec3">;

/** Columns of a mat4: the typings have no `element` of a matrix. */
function columnsOf(matrix: Node<"mat4">): Node<"vec4">[] {
  const indexed = matrix as unknown as { element(i: Node): Node<"vec4"> };
  return [0, 1, 2, 3].map((j) => indexed.element(int(j)));
}

/** Solves the symmetric A w = b by cofactors; 0 if A is singular. A is given by its diagonal and (yz, xz, xy). */
function solveSymmetric(diagonal: Vec3, mixed: Vec3, b: Vec3): Vec3 {
  const row0 = vec3(diagonal.x, mixed.z, mixed.y);
  const row1 = vec3(mixed.z, diagonal.y, mixed.x);
  const row2 = vec3(mixed.y, mixed.x, diagonal.z);
  const c0 = cross(row1, row2).toVar();
  const c1 = cross(row2, row0).toVar();
  const c2 = cross(row0, row1).toVar();
  const determinant = row0.dot(c0).toVar();
  const w = c0.mul(b.x).add(c1.mul(b.y)).add(c2.mul(b.z)).div(determinant);
  return select(abs(determinant).lessThan(SINGULAR), vec3(0), w);
}

/** One Newton step for max tr(R(q)ᵀ A): (tr T I - sym T) w = Σ rₖ × aₖ with T = A Rᵀ; columns k. */
function newtonStep(q: Node<"vec4">, a: Vec3[]): Node<"vec4"> {
  const r = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].map((axis) => rotated(q, axis).toVar());
  const t = (i: "x" | "y" | "z", j: "x" | "y" | "z") =>
    a[0][i].mul(r[0][j]).add(a[1][i].mul(r[1][j])).add(a[2][i].mul(r[2][j]));
  const xx = t("x", "x").toVar();
  const yy = t("y", "y").toVar();
  const zz = t("z", "z").toVar();
  const mixed = vec3(
    t("y", "z").add(t("z", "y")),
    t("x", "z").add(t("z", "x")),
    t("x", "y").add(t("y", "x")),
  ).mul(-0.5);
  const torque = cross(r[0], a[0]).add(cross(r[1], a[1])).add(cross(r[2], a[2]));
  const w = solveSymmetric(vec3(yy.add(zz), xx.add(zz), xx.add(yy)), mixed, torque).toVar();
  const short = w.div(w.length().max(1));
  return normalize(quaternionProduct(vec4(short.mul(0.5), 1), q));
}

/**
 * The proper rotation nearest to the matrix with the rows x, y, z, as a quaternion. It is the polar rotation, and also
 * works for flat or mirrored matrices. Finds the top eigenvector of Davenport's matrix by repeated squaring, then
 * refines it by Newton steps.
 */
export const nearestRotation = Fn(([x, y, z]: [Vec3, Vec3, Vec3]) => {
  const size = x.dot(x).add(y.dot(y)).add(z.dot(z)).sqrt().max(1e-20).toVar();
  const rows = [x.div(size).toVar(), y.div(size).toVar(), z.div(size).toVar()];
  const [k0, k1, k2, k3] = davenport(rows[0], rows[1], rows[2]);
  const shift = float(Math.sqrt(3));
  const power = mat4(
    k0.add(vec4(shift, 0, 0, 0)),
    k1.add(vec4(0, shift, 0, 0)),
    k2.add(vec4(0, 0, shift, 0)),
    k3.add(vec4(0, 0, 0, shift)),
  ).toVar();
  Loop({ start: int(0), end: int(SQUARINGS), type: "int", condition: "<" }, () => {
    const c = columnsOf(power);
    const scale = c[0].x.add(c[1].y).add(c[2].z).add(c[3].w).reciprocal().toVar();
    const scaled = mat4(c[0].mul(scale), c[1].mul(scale), c[2].mul(scale), c[3].mul(scale)).toVar();
    power.assign(scaled.mul(scaled));
  });
  const q = normalize(longest(columnsOf(power))).toVar();
  const columns = (["x", "y", "z"] as const).map((a) => vec3(rows[0][a], rows[1][a], rows[2][a]).toVar());
  for (let step = 0; step < NEWTON_STEPS; step++) q.assign(newtonStep(q, columns));
  return q;
});
