import { cross, If, normalize, vec3, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";

/** Quaternions are vec4(x, y, z, w), of unit length. */
type Quaternion = Node<"vec4">;

/** Rotates v by q: v + 2 u × (u × v + w v), with u the vector part. */
export function rotated(q: Quaternion, v: Node<"vec3">): Node<"vec3"> {
  return v.add(cross(q.xyz, cross(q.xyz, v).add(v.mul(q.w))).mul(2));
}

/** The product: rotation b, then a. */
export function quaternionProduct(a: Quaternion, b: Quaternion): Quaternion {
  const vector = a.xyz.mul(b.w).add(b.xyz.mul(a.w)).add(cross(a.xyz, b.xyz));
  return vec4(vector, a.w.mul(b.w).sub(a.xyz.dot(b.xyz)));
}

/** The inverse rotation. */
export function conjugate(q: Quaternion): Quaternion {
  return vec4(q.xyz.negate(), q.w);
}

/** Davenport's matrix of a 3x3 matrix with the rows x, y, z: K with tr(R(q)ᵀ A) = qᵀ K q. Returns its columns. */
export function davenport(x: Node<"vec3">, y: Node<"vec3">, z: Node<"vec3">): Quaternion[] {
  const xy = x.y.add(y.x);
  const xz = x.z.add(z.x);
  const yz = y.z.add(z.y);
  const axial = vec3(z.y.sub(y.z), x.z.sub(z.x), y.x.sub(x.y));
  return [
    vec4(x.x.sub(y.y).sub(z.z), xy, xz, axial.x),
    vec4(xy, y.y.sub(x.x).sub(z.z), yz, axial.y),
    vec4(xz, yz, z.z.sub(x.x).sub(y.y), axial.z),
    vec4(axial, x.x.add(y.y).add(z.z)),
  ];
}

/** The quaternion of an exact rotation matrix with the columns x, y, z: Davenport's K + I is 4 q qᵀ. */
export function ofFrame(x: Node<"vec3">, y: Node<"vec3">, z: Node<"vec3">): Quaternion {
  const [k0, k1, k2, k3] = davenport(vec3(x.x, y.x, z.x), vec3(x.y, y.y, z.y), vec3(x.z, y.z, z.z));
  const columns = [
    k0.add(vec4(1, 0, 0, 0)).toVar(),
    k1.add(vec4(0, 1, 0, 0)).toVar(),
    k2.add(vec4(0, 0, 1, 0)).toVar(),
    k3.add(vec4(0, 0, 0, 1)).toVar(),
  ];
  return normalize(longest(columns));
}

/** The column with the largest diagonal entry, of the four columns of a symmetric positive matrix. */
export function longest(columns: Quaternion[]): Quaternion {
  const best = columns[0].toVar();
  const size = columns[0].x.toVar();
  (["y", "z", "w"] as const).forEach((axis, j) => {
    If(columns[j + 1][axis].greaterThan(size), () => {
      size.assign(columns[j + 1][axis]);
      best.assign(columns[j + 1]);
    });
  });
  return best;
}
