/** Possible placements of one mesh over another: by the units and axes of the files, or box onto box. */

import { boundsOf, diagonalOfBox, type MeshSequence, type UpAxis } from "../../model/mesh/mesh-sequence";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../model/skeleton/skeleton";
import { composed, middleOfBox, movedBy, placed, quarterTurn, UNTURNED_AXES } from "../placing";

export type Placeable = Pick<MeshSequence, "rest" | "origin" | "upAxis" | "metresPerUnit">;

export interface Alignment {
  /** The name on screen: "As the files say". */
  name: string;
  placement: Placement;
  /** Whether the two meshes then lie over each other. */
  fits: boolean;
}

/** Boxes lie over each other if along each axis they share at least this part of the smaller one. */
const SHARED = 0.5;
/** Boxes whose diagonals have this ratio or more do not lie over each other. */
const LARGER = 6;
/** A box fits another only if their shapes differ by less than this; see `unlike`. */
const ALIKE = 0.5;

type Box = ReturnType<typeof boundsOf>;

const AXES: readonly UpAxis[] = ["x", "y", "z"];

const turnUp = (from: UpAxis, to: UpAxis): readonly number[] =>
  from === to ? UNTURNED_AXES : quarterTurn(AXES.indexOf(from), AXES.indexOf(to));

const scaledTurn = (scale: number, turn: readonly number[]): Placement => ({ scale, turn, shift: [0, 0, 0] });

/**
 * The possible placements of the source over the target, likeliest first. At least one; equal placements appear once.
 */
export function alignments(source: Placeable, target: Placeable): Alignment[] {
  const unit = source.metresPerUnit / target.metresPerUnit;
  const turn = turnUp(source.upAxis, target.upAxis);
  const told = [
    { name: "As the files say", by: scaledTurn(unit, turn) },
    { name: "Same numbers", by: scaledTurn(1, UNTURNED_AXES) },
    { name: "Turned, same unit", by: scaledTurn(1, turn) },
    { name: "Other unit, not turned", by: scaledTurn(unit, UNTURNED_AXES) },
  ].map(({ name, by }) => ({ name, placement: throughOrigins(by, source, target) }));
  const box = boundsOf(target.rest);
  const boxed = [turn, ...AXES.map((up) => turnUp(up, target.upAxis))].map((by) => ({
    name: by === UNTURNED_AXES ? "Fitted to the box" : "Turned and fitted to the box",
    placement: fitted(source.rest, by, box),
  }));
  boxed.sort((a, b) => unlike(source.rest, a.placement, box) - unlike(source.rest, b.placement, box));
  const all = [...told, boxed[0]].map((one) => ({
    ...one,
    fits: liesOver(boundsOf(moved(source.rest, one.placement)), box),
  }));
  all[all.length - 1].fits &&= unlike(source.rest, boxed[0].placement, box) < ALIKE;
  const key = ({ placement: { scale, turn: t, shift } }: Alignment) =>
    [scale, ...t, ...shift].map((x) => x.toPrecision(6)).join();
  const distinct = all.filter((one, n) => all.findIndex((other) => key(other) === key(one)) === n);
  return distinct.sort((a, b) => Number(b.fits) - Number(a.fits));
}

/** Sequences have positions minus an origin, but the placement is for the numbers of the files. */
function throughOrigins(by: Placement, source: Placeable, target: Placeable): Placement {
  const back = target.origin.map((x) => -x) as Point;
  return composed(movedBy(back), composed(by, movedBy(source.origin)));
}

function moved(rest: ArrayLike<number>, by: Placement): Float32Array {
  const out = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) out.set(placed(by, [rest[i], rest[i + 1], rest[i + 2]]), i);
  return out;
}

/** Turned, and scaled and moved onto a box. */
function fitted(rest: ArrayLike<number>, turn: readonly number[], box: Box): Placement {
  const own = boundsOf(moved(rest, scaledTurn(1, turn)));
  const scale = diagonalOfBox(box) / (diagonalOfBox(own) || 1) || 1;
  const [from, to] = [middleOfBox(own), middleOfBox(box)];
  return { scale, turn, shift: to.map((x, c) => x - scale * from[c]) as Point };
}

/**
 * How much the sides of the placed source's box differ from those of a box: the sum, relative to the box's diagonal.
 */
function unlike(rest: ArrayLike<number>, by: Placement, box: Box): number {
  const own = boundsOf(moved(rest, by));
  const sides = [0, 1, 2].map((c) => Math.abs(own[c + 3] - own[c] - (box[c + 3] - box[c])));
  return sides.reduce((sum, side) => sum + side, 0) / (diagonalOfBox(box) || 1);
}

function liesOver(a: Box, b: Box): boolean {
  const ratio = diagonalOfBox(a) / (diagonalOfBox(b) || 1);
  if (!(ratio < LARGER && ratio > 1 / LARGER)) return false;
  return [0, 1, 2].every((c) => {
    const shared = Math.min(a[c + 3], b[c + 3]) - Math.max(a[c], b[c]);
    return shared >= SHARED * Math.min(a[c + 3] - a[c], b[c + 3] - b[c]) - 1e-12;
  });
}
