import type { UpAxis } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";

/** Smaller changes of size and smaller turns, in degrees, are not worth a word. */
const LEAST_SCALE = 1e-3;
const LEAST_TURN = 0.5;
/** An axis of the file points up if the cosine of the angle between them is above this (2.5°). */
const ALONG = 0.999;

/** Three digits without zeros at the end: 0.01, 2.54, 100. */
const plainNumber = (x: number) => String(Number(x.toPrecision(3)));

/**
 * Says in one sentence how a skeleton was turned and scaled to lie in a mesh, and which axis of its file points up.
 * Null if its axes and its unit are the mesh's.
 */
export function placementSentence(
  { scale, turn }: Pick<Placement, "scale" | "turn">,
  upAxis: UpAxis,
): string | null {
  const cosine = Math.min(1, Math.max(-1, (turn[0] + turn[4] + turn[8] - 1) / 2));
  const degrees = (180 / Math.PI) * Math.acos(cosine);
  const said: string[] = [];
  if (degrees > LEAST_TURN) {
    const up = upAxis === "y" ? 1 : 2;
    const row = turn.slice(3 * up, 3 * up + 3);
    const axis = row.findIndex((x) => Math.abs(x) > ALONG);
    const own =
      axis < 0 || axis === up
        ? ""
        : `: its ${row[axis] < 0 ? "−" : ""}${"xyz"[axis]} axis is the mesh's ${upAxis}`;
    said.push(`turned by ${Math.round(degrees)}°${own}`);
  }
  if (Math.abs(scale - 1) > LEAST_SCALE) said.push(`scaled by ${plainNumber(scale)}`);
  return said.length > 0 ? `To lie in the mesh, the skeleton is ${said.reverse().join(" and ")}.` : null;
}
