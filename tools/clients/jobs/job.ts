/** A file for a client, and the positions that it must show. */
import { readFileSync } from "node:fs";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { ClientCase } from "../cases";

/** The additional distance that points may have if numbers are rounded to integers, as a share of the diagonal. */
const ROUNDED = 6e-4;
/** A point is right within this share of the diagonal, plus the tolerance if keys are left out. */
const RIGHT = 1e-4;

/** A clip by its name in the client, and the frames to compare: 0 is its first. */
export interface ClientClip {
  name: string;
  frames: number[];
}

export interface ClientJob {
  client: "Blender" | "assimp" | "Godot" | "Alembic";
  label: string;
  file: string;
  /** Where the client writes positions: little-endian f32, frame by frame, clip by clip. */
  out: string;
  fps: number;
  /** Whether joints of the file have pre-rotations. */
  hasOrients?: boolean;
  clips: ClientClip[];
  /** Names of nodes with their meshes, or of joints. */
  names: string[] | [node: string, mesh: string][];
  /** For each frame of each clip, packed positions in the client's axes and unit. */
  truth: number[][];
  /** The largest distance that points may have, as a share of the diagonal. */
  within: number;
  /** The same for the source, for the error; empty for joints. */
  source: number[][];
  diagonal: number;
  /** The lines that the client must report about the look of the meshes; see the players. */
  looks?: string[];
}

export const withinOf = ({ sequence, options }: ClientCase): number =>
  RIGHT +
  (options.keyTolerance ?? 0) / restDiagonal(sequence) +
  ((options.compression ?? "none") === "none" ? 0 : ROUNDED);

/** The clips of a case, and the frames of the sequence that they show, one after the other. */
export function clipsOf({ sequence }: ClientCase): { clips: ClientClip[]; frames: number[] } {
  const lengths = sequence.clips.map(({ first, last }) => last - first + 1);
  return {
    clips: sequence.clips.map(({ name }, c) => ({ name, frames: [...Array(lengths[c]).keys()] })),
    frames: sequence.clips.flatMap(({ first }, c) => [...Array(lengths[c]).keys()].map((f) => first + f)),
  };
}

export interface Compared {
  /** Largest distance of a point to its truth, as a share of the diagonal. */
  largest: number;
  /** E_RMS to the source, or null. */
  eRms: number | null;
}

export function compared({ truth, source, diagonal, out }: ClientJob): Compared {
  const bytes = readFileSync(out);
  const played = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const width = truth[0].length;
  if (played.length !== width * truth.length) return { largest: Number.POSITIVE_INFINITY, eRms: null };
  let [largest, sum] = [0, 0];
  truth.forEach((points, k) => {
    for (let at = 0; at < width; at += 3) {
      const off = [0, 1, 2].map((c) => played[k * width + at + c] - points[at + c]);
      largest = Math.max(largest, Math.hypot(...off));
      for (let c = 0; source[k] && c < 3; c++) sum += (played[k * width + at + c] - source[k][at + c]) ** 2;
    }
  });
  const eRms = source.length > 0 ? (2000 * Math.sqrt(sum / played.length)) / diagonal : null;
  return { largest: largest / diagonal, eRms };
}

/** The looks that a client did not report. */
export function missingLooks({ looks = [], out }: ClientJob): string[] {
  if (looks.length === 0) return [];
  const told: string[] = JSON.parse(readFileSync(`${out}.json`, "utf8"));
  return looks.filter((look) => !told.includes(look));
}
