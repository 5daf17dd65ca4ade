/** What a curve does before its first key and after its last (FbxAnimCurveBase::EExtrapolationType). */
import { childOf, type FbxNode, type FbxValue, numberOf, textOf } from "../document/node";

type OutsideKind = "hold" | "slope" | "repeat" | "mirror" | "climb";

export interface Outside {
  kind: OutsideKind;
  /** How many times the curve is repeated before it holds. */
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

/** A letter: as it is, or as the number of its character. */
const letterOf = (value: FbxValue | undefined): string =>
  textOf(value) || String.fromCharCode(numberOf(value, 0));

/** @param side of a curve: "Pre" or "Post" */
export function readOutside(node: FbxNode, side: "Pre" | "Post"): Outside {
  const found = childOf(node, `${side}-Extrapolation`) ?? childOf(node, `${side}_Extrapolation`);
  const kind = KINDS[letterOf(childOf(found, "Type")?.values[0])] ?? "hold";
  const times = numberOf(childOf(found, "Repetition")?.values[0], -1);
  return { kind, most: times < 0 ? Number.POSITIVE_INFINITY : times };
}

/** Where a time outside the keys lies within them, and what is added to the value there. */
interface Inside {
  t: number;
  added: number;
}

/**
 * A time outside the keys, for curves that repeat.
 * @param span of the keys in seconds, more than 0
 * @param rise of the value from the first key to the last
 */
export function repeated(
  { kind, most }: Outside,
  t: number,
  first: number,
  span: number,
  rise: number,
): Inside {
  const whole = Math.floor((t - first) / span);
  // After its last repetition a curve holds where that ends.
  const round = Math.min(most, Math.max(-most, whole));
  const along = round === whole ? (t - first) / span - whole : whole > round ? 1 : 0;
  const isBack = kind === "mirror" && Math.abs(round % 2) === 1;
  return { t: first + span * (isBack ? 1 - along : along), added: kind === "climb" ? round * rise : 0 };
}
