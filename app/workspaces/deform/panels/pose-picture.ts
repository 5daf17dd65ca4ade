import type { UpAxis } from "../../../../workers/model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { blendPositions } from "../../../../workers/model/rig/blend-positions";
import { type Pose, poseMatrices } from "../../../../workers/model/rig/pose";
import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { CLAY, type Rgb } from "../../../viewport/colours/palette";

/** Direction of view: turned about the up axis, then tilted down. Radians. */
const YAW = (35 * Math.PI) / 180;
const PITCH = (12 * Math.PI) / 180;
/** Margin around the mesh, as a share of the picture. */
const MARGIN = 0.07;
/**
 * Directions to the key and fill lights, in the picture's axes (right, up, towards the viewer), and the ambient light.
 */
const KEY = [-0.45, 0.7, 0.55] as const;
const FILL = [0.8, 0.1, 0.6] as const;
const AMBIENT = 0.22;

/** Red, green, blue, alpha in bytes, row by row from the top; transparent outside the mesh. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * A small picture of a pose by linear blending, drawn on the CPU with a depth buffer: O(V + T + pixels). The scale fits
 * both the pose and the rest pose, so that neighbouring pictures are comparable.
 */
export function posePicture(
  { triangles, solverIndex, upAxis }: SequenceMesh,
  rig: Rig,
  pose: Pose,
  width: number,
  height: number,
): Picture {
  const posed = blendPositions(
    { ...withoutCorrection(rig), motion: poseMatrices(rig.bones, pose) },
    0,
    new Float32Array(rig.rest.length),
  );
  const view = viewRotation(upAxis);
  const seen = turned(posed, view);
  const place = placed(seen, turned(rig.rest, view), width, height);
  const corners = triangles.map((d) => solverIndex[d]);
  return drawn(seen, place, corners, normalsOf(seen, corners), width, height);
}

/** Rotation to the picture. Rows: right, up, towards the viewer, in the sequence's axes. */
function viewRotation(upAxis: UpAxis): number[][] {
  const [cy, sy, cp, sp] = [Math.cos(YAW), Math.sin(YAW), Math.cos(PITCH), Math.sin(PITCH)];
  const rows = [
    [cy, 0, -sy],
    [-sp * sy, cp, -sp * cy],
    [cp * sy, sp, cp * cy],
  ];
  // The world's x, y and z axes in the sequence's axes.
  const world = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
  const upright = {
    y: [world.x, world.y, world.z],
    z: [world.x, world.z, [0, -1, 0]],
    x: [[0, -1, 0], world.x, world.z],
  }[upAxis];
  return rows.map((row) => [0, 1, 2].map((c) => upright.reduce((sum, axis, n) => sum + row[n] * axis[c], 0)));
}

function turned(positions: Float32Array, view: number[][]): Float32Array {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      const [a, b, c] = view[r];
      out[i + r] = a * positions[i] + b * positions[i + 1] + c * positions[i + 2];
    }
  }
  return out;
}

/** Pixels per unit, and the point at the picture's centre. */
interface Place {
  scale: number;
  x: number;
  y: number;
}

function placed(seen: Float32Array, rest: Float32Array, width: number, height: number): Place {
  const [x0, x1, y0, y1] = extent(seen);
  const [rx0, rx1, ry0, ry1] = extent(rest);
  const wide = Math.max(x1 - x0, rx1 - rx0) || 1;
  const high = Math.max(y1 - y0, ry1 - ry0) || 1;
  const scale = (1 - 2 * MARGIN) * Math.min(width / wide, height / high);
  return { scale, x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

function extent(seen: Float32Array): [number, number, number, number] {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < seen.length; i += 3) {
    x0 = Math.min(x0, seen[i]);
    x1 = Math.max(x1, seen[i]);
    y0 = Math.min(y0, seen[i + 1]);
    y1 = Math.max(y1, seen[i + 1]);
  }
  return [x0, x1, y0, y1];
}

/** Vertex normals weighted by area; not of unit length. */
function normalsOf(seen: Float32Array, corners: Uint32Array): Float32Array {
  const normals = new Float32Array(seen.length);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [3 * corners[t], 3 * corners[t + 1], 3 * corners[t + 2]];
    const [ux, uy, uz] = [seen[b] - seen[a], seen[b + 1] - seen[a + 1], seen[b + 2] - seen[a + 2]];
    const [vx, vy, vz] = [seen[c] - seen[a], seen[c + 1] - seen[a + 1], seen[c + 2] - seen[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const i of [a, b, c]) {
      normals[i] += nx;
      normals[i + 1] += ny;
      normals[i + 2] += nz;
    }
  }
  return normals;
}

function drawn(
  seen: Float32Array,
  { scale, x, y }: Place,
  corners: Uint32Array,
  normals: Float32Array,
  width: number,
  height: number,
): Picture {
  const data = new Uint8ClampedArray(4 * width * height);
  const depth = new Float32Array(width * height).fill(-Infinity);
  const brightness = lit(normals);
  const px = (i: number) => width / 2 + scale * (seen[3 * i] - x);
  const py = (i: number) => height / 2 - scale * (seen[3 * i + 1] - y);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t], corners[t + 1], corners[t + 2]];
    const [ax, ay, bx, by, cx, cy] = [px(a), py(a), px(b), py(b), px(c), py(c)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) continue;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const [qx, qy] = [column + 0.5, row + 0.5];
        const v = ((qx - ax) * (cy - ay) - (cx - ax) * (qy - ay)) / area;
        const w = ((bx - ax) * (qy - ay) - (qx - ax) * (by - ay)) / area;
        const u = 1 - v - w;
        if (u < 0 || v < 0 || w < 0) continue;
        const z = u * seen[3 * a + 2] + v * seen[3 * b + 2] + w * seen[3 * c + 2];
        const at = row * width + column;
        if (z <= depth[at]) continue;
        depth[at] = z;
        paint(data, 4 * at, CLAY, u * brightness[a] + v * brightness[b] + w * brightness[c]);
      }
    }
  }
  return { width, height, data };
}

/** Brightness of each vertex; both sides of the surface are lit. */
function lit(normals: Float32Array): Float32Array {
  const out = new Float32Array(normals.length / 3);
  for (let i = 0; i < out.length; i++) {
    const [x, y, z] = [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]];
    const length = Math.hypot(x, y, z) || 1;
    const side = z < 0 ? -1 / length : 1 / length;
    const towards = (l: readonly [number, number, number]) =>
      Math.max(0, (side * (x * l[0] + y * l[1] + z * l[2])) / Math.hypot(...l));
    out[i] = AMBIENT + 0.72 * towards(KEY) + 0.18 * towards(FILL);
  }
  return out;
}

function paint(data: Uint8ClampedArray, at: number, colour: Rgb, brightness: number): void {
  for (let c = 0; c < 3; c++) data[at + c] = 255 * colour[c] * brightness;
  data[at + 3] = 255;
}
