import { closeSync, linkSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { writeObj } from "../../workers/formats/obj/write-obj";
import { pc2Header } from "../../workers/formats/point-cache/pc2";
import type { Rig } from "../../workers/model/rig/rig";
import { bendingBar } from "../../workers/testing/sequences";

/** Number of generated frames; the file repeats them. */
const PERIOD = 20;

/** A mesh and its cache on disk. */
export interface LargeFiles {
  /** OBJ and PC2, for a file chooser. */
  paths: [string, string];
  vertices: number;
  /** Size of the frames in bytes. */
  bytes: number;
  /** A rig for the mesh, with a pose for each frame. */
  rig: Rig;
}

/** Writes a bending bar of about 50 000 vertices as OBJ and PC2; its motion repeats. */
export function writeLargeFiles(folder: string, name: string, frames: number): LargeFiles {
  const { sequence, rig } = bendingBar({ bones: 6, frames: PERIOD, length: 960, width: 13 });
  const paths: [string, string] = [join(folder, `${name}.obj`), join(folder, `${name}.pc2`)];
  writeFileSync(paths[0], writeObj(sequence));
  const size = 3 * sequence.vertexCount;
  const cache = openSync(paths[1], "w");
  writeSync(cache, pc2Header(sequence.vertexCount, frames));
  for (let k = 0; k < frames; k++) {
    writeSync(cache, new Uint8Array(sequence.frames.buffer, 4 * size * (k % PERIOD), 4 * size));
  }
  closeSync(cache);
  const each = rig.motion.length / PERIOD;
  const motion = new Float32Array(each * frames);
  for (let k = 0; k < frames; k++) {
    motion.set(rig.motion.subarray(each * (k % PERIOD), each * ((k % PERIOD) + 1)), each * k);
  }
  return { paths, vertices: sequence.vertexCount, bytes: 4 * size * frames, rig: { ...rig, motion } };
}

/** The same files under another name, without copying them. */
export function otherName([mesh, cache]: [string, string], name: string): [string, string] {
  const renamed = (path: string) => join(path, "..", name + path.slice(-4));
  linkSync(mesh, renamed(mesh));
  linkSync(cache, renamed(cache));
  return [renamed(mesh), renamed(cache)];
}
