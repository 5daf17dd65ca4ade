import { f64At } from "../memory";
import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** Vector product of two (x, y, z, ·). @inline */
function cross(a: v128, b: v128): v128 {
  const a1 = v128.shuffle<f32>(a, a, 1, 2, 0, 3),
    b1 = v128.shuffle<f32>(b, b, 1, 2, 0, 3);
  const c = f32x4.sub(f32x4.mul(a, b1), f32x4.mul(a1, b));
  return v128.shuffle<f32>(c, c, 1, 2, 0, 3);
}

/** @inline */
function addNormal(at: usize, v: v128): void {
  v128.store(at, f32x4.add(v128.load(at), v));
}

/** Area-weighted normals of positions (four f32 a vertex), not of unit length. */
export function vertexNormals(
  positions: usize,
  normals: usize,
  vertices: i32,
  triangles: usize,
  count: i32,
): void {
  memory.fill(normals, 0, (<usize>vertices) << 4);
  for (let t = 0; t < count; t++) {
    const corner = triangles + <usize>t * 12;
    const i = (<usize>load<u32>(corner)) << 4,
      j = (<usize>load<u32>(corner, 4)) << 4,
      k = (<usize>load<u32>(corner, 8)) << 4;
    const p = v128.load(positions + i);
    const n = cross(f32x4.sub(v128.load(positions + j), p), f32x4.sub(v128.load(positions + k), p));
    addNormal(normals + i, n);
    addNormal(normals + j, n);
    addNormal(normals + k, n);
  }
}

/** The scratch numbers that `normalAngles` needs on each thread. */
export function normalAnglesScratch(vertices: i32): i32 {
  return 6 * vertices + 12;
}

/**
 * Angles between the vertex normals of the sequence and of its rig. Items are frames; the stage holds all vertices of
 * the frames from `firstFrame` on. sums[k] is the sum of the angles (radians) in frame k, and counts[k] the number of
 * vertices that have a normal in both. Positions are scaled, (position − centre)·scale, to stay within the range of
 * f32. `scratch` has room for 48·vertices + 96 bytes per slot.
 */
export function normalAngles(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  firstFrame: i32,
  triangles: usize,
  triangleCount: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  sums: usize,
  counts: usize,
  scratch: usize,
): void {
  const vertices = rig.count;
  const matrix = f64At(scratch, slot * normalAnglesScratch(vertices));
  const positions = matrix + 96;
  const source = positions + ((<usize>vertices) << 4);
  const deformed = source + ((<usize>vertices) << 4);
  for (let item = begin; item < end; item++) {
    const k = firstFrame + item;
    placeTargets(rig, item, cx, cy, cz, scale, positions);
    vertexNormals(positions, source, vertices, triangles, triangleCount);
    placePosed(rig, k, cx, cy, cz, scale, positions, matrix);
    vertexNormals(positions, deformed, vertices, triangles, triangleCount);
    sumAngles(source, deformed, vertices, sums + ((<usize>k) << 3), counts + ((<usize>k) << 3));
  }
}

/** Positions of frame `item` of the stage, (position − centre)·scale, four f32 a vertex. */
export function placeTargets(
  rig: StagedRig,
  item: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  positions: usize,
): void {
  const vertices = rig.count;
  const frame = rig.staged + <usize>item * vertices * 12;
  for (let i = 0; i < vertices; i++) {
    const at = frame + <usize>i * 12;
    storePosition(
      positions + ((<usize>i) << 4),
      (<f64>load<f32>(at) - cx) * scale,
      (<f64>load<f32>(at, 4) - cy) * scale,
      (<f64>load<f32>(at, 8) - cz) * scale,
    );
  }
}

/** Positions of the rig in frame k, (position − centre)·scale, four f32 a vertex. `matrix` has room for 12 f64. */
export function placePosed(
  rig: StagedRig,
  k: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  positions: usize,
  matrix: usize,
): void {
  const vertices = rig.count,
    offsets = rig.offsets,
    bones = rig.bones,
    values = rig.values;
  const motion = rig.motion + <usize>k * rig.boneCount * 48;
  for (let i = 0; i < vertices; i++) {
    const entry = offsets + ((<usize>i) << 2);
    blend(motion, bones, values, load<i32>(entry), load<i32>(entry, 4), matrix);
    const at = rig.rest + <usize>i * 12;
    const x = <f64>load<f32>(at),
      y = <f64>load<f32>(at, 4),
      z = <f64>load<f32>(at, 8);
    storePosition(
      positions + ((<usize>i) << 4),
      (apply(matrix, x, y, z) - cx) * scale,
      (apply(matrix + 32, x, y, z) - cy) * scale,
      (apply(matrix + 64, x, y, z) - cz) * scale,
    );
  }
}

/** The sum of the angles between normals, in radians, and the number of vertices that have both. */
export function sumAngles(source: usize, deformed: usize, vertices: i32, sumTo: usize, countTo: usize): void {
  let sum: f64 = 0;
  let count = 0;
  for (let i = 0; i < vertices; i++) {
    const a = v128.load(source + ((<usize>i) << 4)),
      b = v128.load(deformed + ((<usize>i) << 4));
    const aa = dot3(a, a),
      bb = dot3(b, b);
    if (!(aa > 0 && bb > 0)) continue;
    const c = cross(a, b);
    sum += Math.atan2(Math.sqrt(dot3(c, c)), dot3(a, b));
    count++;
  }
  store<f64>(sumTo, sum);
  store<f64>(countTo, <f64>count);
}

/** @inline */
function storePosition(at: usize, x: f64, y: f64, z: f64): void {
  store<f32>(at, <f32>x);
  store<f32>(at, <f32>y, 4);
  store<f32>(at, <f32>z, 8);
  store<f32>(at, 0, 12);
}

/** @inline */
function dot3(a: v128, b: v128): f64 {
  return (
    <f64>f32x4.extract_lane(a, 0) * <f64>f32x4.extract_lane(b, 0) +
    <f64>f32x4.extract_lane(a, 1) * <f64>f32x4.extract_lane(b, 1) +
    <f64>f32x4.extract_lane(a, 2) * <f64>f32x4.extract_lane(b, 2)
  );
}
