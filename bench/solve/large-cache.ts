/** A point cache of any size: a tube that bends like a snake, breathes and shivers. No rig reproduces it exactly. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pc2Header } from "../../workers/formats/point-cache/pc2";

/** Vertices around the tube. */
const AROUND = 64;
const LENGTH = 10;
const RADIUS = 0.4;

interface Size {
  vertices: number;
  frames: number;
}

const rings = ({ vertices }: Size) => Math.max(4, Math.round(vertices / AROUND));

/** V, a whole number of rings. */
export const vertexCount = (size: Size): number => AROUND * rings(size);

/** Writes tube.obj and tube.pc2 to a folder. One frame is in memory at a time. */
export async function writeLargeCache(folder: string, size: Size): Promise<string[]> {
  const [mesh, cache] = [join(folder, "tube.obj"), join(folder, "tube.pc2")];
  const count = rings(size);
  const posed = new Float32Array(3 * vertexCount(size));
  const obj = await open(mesh, "w");
  pose(posed, count, null);
  await obj.appendFile(objText(posed, count));
  await obj.close();
  const out = await open(cache, "w");
  await out.appendFile(pc2Header(posed.length / 3, size.frames));
  for (let k = 0; k < size.frames; k++) {
    pose(posed, count, k);
    await out.appendFile(new Uint8Array(posed.buffer));
  }
  await out.close();
  return [mesh, cache];
}

/** The angles of the curve at a share s of its length: three waves of other lengths and speeds. */
const WAVES = [
  { size: 0.9, waves: 1, speed: 0.037 },
  { size: 0.35, waves: 2.3, speed: 0.091 },
  { size: 0.12, waves: 5.1, speed: 0.213 },
];

/** Positions of frame k; null is the rest pose, a straight tube. */
function pose(out: Float32Array, count: number, k: number | null): void {
  const step = LENGTH / (count - 1);
  let [x, y, at] = [0, 0, 0];
  for (let ring = 0; ring < count; ring++) {
    const s = ring / (count - 1);
    let [angle, breath] = [0, 1];
    if (k !== null) {
      for (const { size, waves, speed } of WAVES)
        angle += size * Math.sin(2 * Math.PI * (waves * s - speed * k));
      breath += 0.08 * Math.sin(2 * Math.PI * (3 * s - 0.05 * k)) + 0.01 * Math.sin(40 * s + 0.7 * k);
    }
    const [c, d] = [Math.cos(angle), Math.sin(angle)];
    for (let n = 0; n < AROUND; n++) {
      const turn = (2 * Math.PI * n) / AROUND;
      const [up, side] = [RADIUS * breath * Math.cos(turn), RADIUS * breath * Math.sin(turn)];
      out[at++] = x - d * up;
      out[at++] = y + c * up;
      out[at++] = side;
    }
    x += step * c;
    y += step * d;
  }
}

function objText(positions: Float32Array, count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < positions.length; at += 3)
    lines.push(`v ${positions.subarray(at, at + 3).join(" ")}`);
  for (let ring = 0; ring + 1 < count; ring++) {
    for (let n = 0; n < AROUND; n++) {
      const [a, b] = [AROUND * ring + n + 1, AROUND * ring + ((n + 1) % AROUND) + 1];
      lines.push(`f ${a} ${b} ${b + AROUND} ${a + AROUND}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
