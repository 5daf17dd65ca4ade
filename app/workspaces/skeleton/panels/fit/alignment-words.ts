/** An alignment in the artist's words and figures. */
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { formatCount, formatLength, formatPlain } from "../../../../common/format";

/** A figure and its meaning. */
export interface AlignmentRow {
  name: string;
  value: string;
  note: string;
}

const RADIANS = 180 / Math.PI;

/** The angles of a rotation, row-major 3x3, in degrees about x, then y, then z. */
export function anglesOf(m: readonly number[]): Point {
  const y = Math.asin(Math.max(-1, Math.min(1, -m[6])));
  const isFlat = Math.abs(m[6]) > 1 - 1e-9;
  const x = isFlat ? Math.atan2(-m[5], m[4]) : Math.atan2(m[7], m[8]);
  const z = isFlat ? 0 : Math.atan2(m[3], m[0]);
  return [x, y, z].map((angle) => angle * RADIANS || 0) as Point;
}

/** The rotation with these angles, row-major 3x3. */
export function turnOfAngles(angles: Point): number[] {
  const [a, b, c] = angles.map((angle) => angle / RADIANS);
  const [sa, sb, sc] = [a, b, c].map(Math.sin);
  const [ca, cb, cc] = [a, b, c].map(Math.cos);
  return [
    cc * cb,
    cc * sb * sa - sc * ca,
    cc * sb * ca + sc * sa,
    sc * cb,
    sc * sb * sa + cc * ca,
    sc * sb * ca - cc * sa,
    -sb,
    cb * sa,
    cb * ca,
  ];
}

/** The units of files, in metres. */
const UNITS: [metres: number, name: string][] = [
  [1, "m"],
  [0.01, "cm"],
  [0.001, "mm"],
  [0.0254, "in"],
  [0.3048, "ft"],
];

const unitName = (metres: number) => UNITS.find(([unit]) => Math.abs(metres / unit - 1) < 1e-3)?.[1];

function scaleNote(scale: number, { metresPerUnit }: SkeletonSource, mesh: SequenceMesh): string {
  if (Math.abs(scale - 1) < 1e-6) return "same units";
  const to = unitName(mesh.metresPerUnit);
  const from = unitName(scale * mesh.metresPerUnit);
  const isKnown = metresPerUnit === null || Math.abs((scale * mesh.metresPerUnit) / metresPerUnit - 1) < 0.01;
  return from && to && isKnown ? `${from} to ${to}` : "";
}

/** Names the up axes before and after, if the rotation maps axes to axes. */
function turnNote(turn: readonly number[], { upAxis }: SkeletonSource, mesh: SequenceMesh): string {
  if (!upAxis) return "";
  const from = "xyz".indexOf(upAxis);
  const to = [0, 1, 2].find((row) => turn[3 * row + from] > 1 - 1e-6);
  if (to === undefined) return "";
  const [was, is] = [upAxis, "xyz"[to]].map((axis) => axis.toUpperCase());
  return was === is || "xyz"[to] !== mesh.upAxis ? "" : `${was} up to ${is} up`;
}

/** Smaller angles are shown as none, in degrees. */
const NO_ANGLE = 0.05;

function turnWords(turn: readonly number[]): string {
  const parts = anglesOf(turn).flatMap((angle, axis) =>
    Math.abs(angle) < NO_ANGLE ? [] : `${formatPlain(Number(angle.toFixed(1)))}° ${"XYZ"[axis]}`,
  );
  return parts.length > 0 ? parts.join(", ") : "none";
}

/** The vector by which the placement moves the file's origin from that of the mesh, in the sequence's unit. */
export const moveOf = ({ shift }: FitAlignment, { origin }: SequenceMesh): Point =>
  shift.map((x, c) => x + origin[c]) as Point;

function moveRow(alignment: FitAlignment, mesh: SequenceMesh): AlignmentRow {
  const move = moveOf(alignment, mesh);
  const length = Math.hypot(...move);
  const most = move.reduce((best, x, c) => (Math.abs(x) > Math.abs(move[best]) ? c : best), 0);
  const isAlong = length > 0 && Math.abs(move[most]) > 0.99 * length;
  const isUp = "xyz"[most] === mesh.upAxis;
  const along = isUp ? (move[most] > 0 ? "up" : "down") : `along ${move[most] > 0 ? "" : "−"}${"XYZ"[most]}`;
  const isNone = length * mesh.metresPerUnit < 1e-6;
  return {
    name: "Move",
    value: isNone ? "none" : formatLength(length * mesh.metresPerUnit),
    note: isNone ? "" : isAlong ? along : "",
  };
}

/** The number of frames of the sequence for which the clip has a pose. */
export function framesCovered({ frames }: FitAlignment, source: SkeletonSource, mesh: SequenceMesh): number {
  if (!frames) return 0;
  const last = source.clips[frames.clip].frameCount - 1;
  let count = 0;
  for (let k = 0; k < mesh.frameCount; k++) {
    const time = frames.first + k * frames.step;
    if (time >= 0 && time <= last + 1e-6) count++;
  }
  return count;
}

function framesRow(alignment: FitAlignment, source: SkeletonSource, mesh: SequenceMesh): AlignmentRow {
  const { frames } = alignment;
  if (!frames) {
    return { name: "Frames", value: "no clip", note: source.clips.length > 0 ? "none fits" : "" };
  }
  const rate = Math.abs(frames.step - 1) > 1e-6 ? `, every ${formatPlain(frames.step)}` : "";
  return {
    name: "Frames",
    value: `${formatCount(framesCovered(alignment, source, mesh))} of ${formatCount(mesh.frameCount)}`,
    note: `starts at ${formatPlain(frames.first + 1)}${rate}`,
  };
}

/** The rows of the card, without the number of bones inside the mesh. */
export function alignmentRows(
  alignment: FitAlignment,
  source: SkeletonSource,
  mesh: SequenceMesh,
): AlignmentRow[] {
  const { scale, turn } = alignment;
  return [
    { name: "Scale", value: formatPlain(scale), note: scaleNote(scale, source, mesh) },
    { name: "Turn", value: turnWords(turn), note: turnNote(turn, source, mesh) },
    moveRow(alignment, mesh),
    framesRow(alignment, source, mesh),
  ];
}
