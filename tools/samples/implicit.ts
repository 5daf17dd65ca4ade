/**
 * Bodies as signed distances: round cones and ellipsoids, joined by a smooth minimum.
 * The formulas are those of Quilez, "Distance functions" and "Smooth minimum".
 */
import { apply, clamp, dot, frameAlong, length, type Mat3, subtract, transpose, type Vec3 } from "./vector";

/** Signed distance (or a bound of it) at a point: negative inside. */
export type Field = (p: Vec3) => number;

/** A capsule from a to b. Its radius goes from `ra` to `rb`. If `flat` is below 1, it is thinner along z. */
export function cone(a: Vec3, b: Vec3, ra: number, rb: number, flat = 1): Field {
  const axis = subtract(b, a);
  const inverse = 1 / dot(axis, axis);
  return (p) => {
    const d = subtract(p, a);
    const t = clamp(dot(d, axis) * inverse);
    const dz = (d[2] - t * axis[2]) / flat;
    return (
      (Math.hypot(d[0] - t * axis[0], d[1] - t * axis[1], dz) - (ra + (rb - ra) * t)) * Math.min(1, flat)
    );
  };
}

/** An ellipsoid. Its first axis points along `along`; its third is as near to z as it can be. */
export function ellipsoid(centre: Vec3, radii: Vec3, along: Vec3 = [1, 0, 0]): Field {
  const inverse: Mat3 = transpose(frameAlong(along, [0, 0, 1]));
  return (p) => {
    const q = apply(inverse, subtract(p, centre));
    const scaled: Vec3 = [q[0] / radii[0], q[1] / radii[1], q[2] / radii[2]];
    const k = length(scaled);
    const slope = Math.hypot(scaled[0] / radii[0], scaled[1] / radii[1], scaled[2] / radii[2]);
    return slope > 0 ? (k * (k - 1)) / slope : -Math.min(...radii);
  };
}

/** The smaller of two values, smoothed if they differ by less than `blend`. */
function smoothMinimum(a: number, b: number, blend: number): number {
  const h = Math.max(0, blend - Math.abs(a - b)) / blend;
  return Math.min(a, b) - h * h * blend * 0.25;
}

/** All of `fields`, blended over a length `blend`. */
export function melt(fields: Field[], blend: number): Field {
  return (p) => {
    let d = fields[0](p);
    for (let n = 1; n < fields.length; n++) d = smoothMinimum(d, fields[n](p), blend);
    return d;
  };
}

/** `field` for a body inside a ball; far from the ball it computes only the distance to the ball. */
export function bounded(field: Field, centre: Vec3, radius: number): Field {
  const far = 0.25;
  return (p) => {
    const d = length(subtract(p, centre)) - radius;
    return d > far ? d : field(p);
  };
}

/** Unit gradient by central differences. */
export function gradient(field: Field, p: Vec3, h = 1e-3): Vec3 {
  const g: Vec3 = [
    field([p[0] + h, p[1], p[2]]) - field([p[0] - h, p[1], p[2]]),
    field([p[0], p[1] + h, p[2]]) - field([p[0], p[1] - h, p[2]]),
    field([p[0], p[1], p[2] + h]) - field([p[0], p[1], p[2] - h]),
  ];
  const size = length(g) || 1;
  return [g[0] / size, g[1] / size, g[2] / size];
}
