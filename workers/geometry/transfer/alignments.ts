/** How one mesh may lie over another: by what the files say about units and axes, or fitted box to box. */

import { boundsOf, diagonalOfBox, type MeshSequence, type UpAxis } from "../../model/mesh/mesh-sequence";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../model/skeleton/skeleton";
import { composed, movedBy, placed, quarterTurn, UNTURNED_AXES } from "../placing";

export type Placeable = Pick<MeshSequence, "rest" | "origin" | "upAxis" | "metresPerUnit">;

export interface Alignment {
  /** What it does, for the artist: "As the files say". */
  name: string;
  placement: Placement;
  /** Whether the two meshes then lie over each other. */
  fits: boolean;
}

/** Boxes lie over each other if along each axis they share this part of the smaller one. */
const SHARED = 0.5;
/** And if neither is this many times larger than the other. */
const LARGER = 6;
/** Boxes differ in shape by less than this if they belong together. */
const ALIKE = 0.5;

const AXES: readonly UpAxis[] = ["x", "y", "z"];

const turnUp = (from: UpAxis, to: UpAxis): readonly number[] =>
  from === to ? UNTURNED_AXES : quarterTurn(AXES.indexOf(from), AXES.indexOf(to));

const scaledTurn = (scale: number, turn: readonly number[]): Placement => ({ scale, turn, shift: [0, 0, 0] });

/** The possible placements of the source over the target, the likeliest first; at least one. Equal ones appear once. */
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

/** Sequences keep their positions minus an origin: the placement acts on the numbers of the files. */
function throughOrigins(by: Placement, source: Placeable, target: Placeable): Placement {
  const back = target.origin.map((x) => -x) as Point;
  return composed(movedBy(back), composed(by, movedBy(source.origin)));
}

function moved(rest: ArrayLike<number>, by: Placement): Float32Array {
  const out = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) out.set(placed(by, [rest[i], rest[i + 1], rest[i + 2]]), i);
  return out;
}

const middleOf = (box: ArrayLike<number>): Point => [0, 1, 2].map((c) => (box[c] + box[c + 3]) / 2) as Point;

function fitted(
  rest: ArrayLike<number>,
  turn: readonly number[],
  box: ReturnType<typeof boundsOf>,
): Placement {
  const own = boundsOf(moved(rest, scaledTurn(1, turn)));
  const scale = diagonalOfBox(box) / (diagonalOfBox(own) || 1) || 1;
  const [from, to] = [middleOf(own), middleOf(box)];
  return { scale, turn, shift: to.map((x, c) => x - scale * from[c]) as Point };
}

/** The sum of the differences of the sides of two boxes, over the diagonal. */
function unlike(rest: ArrayLike<number>, by: Placement, box: ReturnType<typeof boundsOf>): number {
  const own = boundsOf(moved(rest, by));
  const sides = [0, 1, 2].map((c) => Math.abs(own[c + 3] - own[c] - (box[c + 3] - box[c])));
  return sides.reduce((sum, side) => sum + side, 0) / (diagonalOfBox(box) || 1);
}

function liesOver(a: ReturnType<typeof boundsOf>, b: ReturnType<typeof boundsOf>): boolean {
  const ratio = diagonalOfBox(a) / (diagonalOfBox(b) || 1);
  if (!(ratio < LARGER && ratio > 1 / LARGER)) return false;
  return [0, 1, 2].every((c) => {
    const shared = Math.min(a[c + 3], b[c + 3]) - Math.max(a[c], b[c]);
    return shared >= SHARED * Math.min(a[c + 3] - a[c], b[c + 3] - b[c]) - 1e-12;
  });
}
