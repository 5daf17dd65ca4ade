import { formatPlain } from "../../../../common/format";
import { held, influenced, smoothedEdits, weighed } from "../../../../document/binding/weight-edit-strokes";
import type { StartStroke } from "../paint-stroke";
import { EditStroke } from "./edit-stroke";
import { lockedRefusal, NO_SKELETON, strokeSegments } from "./stroke-segments";

/**
 * Brushes that only set or unset touch a vertex if the falloff there is at least this: within the inner circle of a
 * smooth brush.
 */
const HALF = 0.5;
const ANY = 1e-3;
/** Importance that the inverted brush paints. */
const IMPORTANT = 4;

/**
 * Holds the bone's weights at the brush's value. Ctrl holds them at 1 minus that value, Shift smooths, the eraser
 * releases.
 */
export const startConstraintStroke: StartStroke = (start) => {
  if (start.keys.shift) return startSmoothStroke(start);
  const of = strokeSegments(start.stores, start);
  if (typeof of === "string") return of;
  const { paint, keys } = start;
  const wanted = Math.min(1, Math.max(0, paint.value));
  const value = paint.erase ? null : keys.ctrl ? 1 - wanted : wanted;
  const refusal = value === null ? null : lockedRefusal(start.stores, start);
  if (refusal) return refusal;
  return new EditStroke(start, {
    label: value === null ? `Release ${of.name}` : `Hold ${of.name} at ${formatPlain(value)}`,
    icon: value === null ? "erase" : "pin",
    words: value === null ? "release" : `hold ${formatPlain(value)}`,
    live: true,
    painted: value === null ? "goes" : "stays",
    least: HALF,
    segment: of.of,
    apply: (edits, segment, vertices) => held(edits, segment, vertices, value),
  });
};

/** Allows the bone to act at the painted vertices. Ctrl forbids it; the eraser leaves the choice to the solver. */
export const startInfluenceStroke: StartStroke = (start) => {
  const of = strokeSegments(start.stores, start);
  if (typeof of === "string") return of;
  const acts = start.paint.erase ? null : !start.keys.ctrl;
  const refusal = acts === null ? null : lockedRefusal(start.stores, start);
  if (refusal) return refusal;
  const verb = acts === null ? "Clear influence of" : acts ? "Allow" : "Block";
  return new EditStroke(start, {
    label: `${verb} ${of.name}`,
    icon: acts === null ? "erase" : "influence",
    words: acts === null ? "solver chooses" : acts ? "allowed" : "blocked",
    live: false,
    painted: acts === null ? undefined : "stays",
    least: HALF,
    segment: of.of,
    apply: (edits, segment, vertices) => influenced(edits, segment, vertices, acts),
  });
};

/** Draws the Laplacian of the bone's weights to 0; the eraser and Ctrl release the vertices. */
export const startSmoothStroke: StartStroke = (start) => {
  const of = strokeSegments(start.stores, start);
  if (typeof of === "string") return of;
  const { paint, keys } = start;
  const off = paint.erase || keys.ctrl;
  const refusal = off ? null : lockedRefusal(start.stores, start);
  if (refusal) return refusal;
  return new EditStroke(start, {
    label: off ? `Stop smoothing ${of.name}` : `Smooth ${of.name}`,
    icon: off ? "erase" : "smooth",
    words: off ? "release" : `smooth ${formatPlain(paint.strength)}`,
    live: true,
    painted: off ? undefined : "stays",
    least: ANY,
    segment: of.of,
    apply: (edits, segment, vertices, shares) =>
      smoothedEdits(edits, segment, vertices, off ? null : shares.map((share) => share * paint.strength)),
  });
};

/**
 * Paints the importance of vertices: 0 by default, high with Ctrl. The eraser restores the usual 1, at full strength.
 */
export const startExcludeStroke: StartStroke = (start) => {
  const { skeleton, weightEdits } = start.stores.document.getState();
  if (!skeleton) return NO_SKELETON;
  const { paint, keys, positions } = start;
  const target = paint.erase ? 1 : keys.ctrl ? IMPORTANT : 0;
  const before = weightEdits.importance ?? new Float32Array(positions.length / 3).fill(1);
  const words =
    target === 1 ? "normal importance" : target === 0 ? "less importance" : `importance up to × ${IMPORTANT}`;
  return new EditStroke(start, {
    label: target === 1 ? "Reset importance" : target === 0 ? "Lower importance" : "Raise importance",
    icon: target === 1 ? "erase" : "exclude",
    words,
    live: false,
    least: ANY,
    segment: () => 0,
    apply(edits, _, vertices, shares) {
      const next = (edits.importance ?? before).slice();
      vertices.forEach((i, n) => {
        const share = paint.erase ? 1 : Math.min(1, shares[n] * paint.strength);
        next[i] = before[i] + (target - before[i]) * share;
      });
      return weighed(edits, next);
    },
  });
};
