/** The extrapolation of a curve before its first key and after its last (FbxAnimCurveBase::EExtrapolationType). */
import { childOf, type FbxNode, type FbxValue, numberOf, textOf } from "../document/node";

type OutsideKind = "hold" | "slope" | "repeat" | "mirror" | "climb";

export interface Outside {
  kind: OutsideKind;
  /** The number of repetitions before the curve holds. */
  most: number;
}

/** The letters of a file. */
const KINDS: Record<string, OutsideKind> = {
  C: "hold",
  K: "slope",
  R: "repeat",
  M: "mirror",
  A: "climb",
};

/** The letter, which may be stored as the number of its character. */
const letterOf = (value: FbxValue | undefined): string =>
  textOf(value) || String.fromCharCode(numberOf(value, 0));

/** @param side the side of the curve: "Pre" or "Post". */
export function readOutside(node: FbxNode, side: "Pre" | "Post"): Outside {
  const found = childOf(node, `${side}-Extrapolation`) ?? childOf(node, `${side}_Extrapolation`);
  const kind = KINDS[letterOf(childOf(found, "Type")?.values[0])] ?? "hold";
  const times = numberOf(childOf(found, "Repetition")?.values[0], -1);
  return { kind, most: times < 0 ? Number.POSITIVE_INFINITY : times };
}

/** The time within the keys for a time outside them, and the number to add to the value there. */
interface Inside {
  t: number;
  added: number;
}

/**
 * Maps a time outside the keys into them, for curves that repeat.
 * @param span the span of the keys in seconds, above 0.
 * @param rise the difference of the last key's value and the first's.
 */
export function repeated(
  { kind, most }: Outside,
  t: number,
  first: number,
  span: number,
  rise: number,
): Inside {
  const whole = Math.floor((t - first) / span);
  // After its last repetition a curve holds its last value.
  const round = Math.min(most, Math.max(-most, whole));
  const along = round === whole ? (t - first) / span - whole : whole > round ? 1 : 0;
  const isBack = kind === "mirror" && Math.abs(round % 2) === 1;
  return { t: first + span * (isBack ? 1 - along : along), added: kind === "climb" ? round * rise : 0 };
}
