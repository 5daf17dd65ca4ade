/** The weights of the hound's flesh on its bones, and its softness. */
import { HOUND_BONES, type HoundBone } from "./hound-body";
import { type QuadMesh, ringsOf } from "./surface-nets";
import { clamp, dot, length, mix, ramp, subtract, type Vec3 } from "./vector";

/** Distance from a bone's axis minus the radius of its flesh there. */
function depthOutside(bone: HoundBone, p: Vec3): number {
  const axis = subtract(bone.tail, bone.head);
  const t = clamp(dot(subtract(p, bone.head), axis) / dot(axis, axis));
  const radius = bone.radii[0] + (bone.radii[1] - bone.radii[0]) * t;
  return length(subtract(p, mix(bone.head, bone.tail, t))) - radius;
}

/** Moves `channels` numbers per vertex half of the way to the mean of the vertex's ring, `iterations` times. */
export function diffuse(
  values: Float32Array,
  rings: number[][],
  channels: number,
  iterations: number,
): Float32Array {
  let from = values;
  for (let n = 0; n < iterations; n++) {
    const to = new Float32Array(from.length);
    rings.forEach((ring, i) => {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (const r of ring) sum += from[r * channels + c];
        to[i * channels + c] = 0.5 * from[i * channels + c] + (0.5 * sum) / ring.length;
      }
    });
    from = to;
  }
  return from;
}

/** Dense weights, V·B: the nearest bone, spread along the surface; rows sum to 1. */
export function houndWeights(mesh: QuadMesh, spread: number): Float32Array {
  const bones = HOUND_BONES.length;
  const nearest = new Float32Array(mesh.points.length * bones);
  mesh.points.forEach((p, i) => {
    let best = 0;
    let least = Infinity;
    HOUND_BONES.forEach((bone, j) => {
      const otherSide = (bone.name.endsWith("_L") && p[2] > 0) || (bone.name.endsWith("_R") && p[2] < 0);
      const d = otherSide ? Infinity : depthOutside(bone, p);
      if (d < least) [best, least] = [j, d];
    });
    nearest[i * bones + best] = 1;
  });
  return diffuse(nearest, ringsOf(mesh.points.length, mesh.quads), bones, spread);
}

/** 0 on bone to 1 on the softest flesh, V: belly, flanks, throat, haunches, cheeks, ears. */
export function houndSoftness(mesh: QuadMesh): Float32Array {
  const near = (p: Vec3, centre: Vec3, radius: number) =>
    ramp(radius, 0.2 * radius, length(subtract(p, centre)));
  const raw = Float32Array.from(mesh.points, (p) => {
    const mirrored: Vec3 = [p[0], p[1], Math.abs(p[2])];
    const belly = near(p, [-0.02, 0.78, 0], 0.4);
    const flank = 0.5 * near(mirrored, [0.05, 1.0, 0.17], 0.42);
    const throat = 0.8 * near(p, [0.74, 1.1, 0], 0.3);
    const haunch = 0.6 * near(mirrored, [-0.5, 0.87, 0.2], 0.25);
    const arm = 0.35 * near(mirrored, [0.46, 0.9, 0.2], 0.2);
    const cheek = 0.5 * near(mirrored, [1.18, 1.43, 0.07], 0.16);
    const ear = 0.7 * near(mirrored, [0.84, 1.88, 0.14], 0.22);
    return Math.max(belly, flank, throat, haunch, arm, cheek, ear);
  });
  return diffuse(raw, ringsOf(mesh.points.length, mesh.quads), 1, 8);
}
