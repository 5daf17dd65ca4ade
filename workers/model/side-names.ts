/**
 * Sides in the names of bones and segments: "arm_L", "l_arm", "arm.l.001", "LeftFoot", "leg_left". L and R count
 * between separators or at an end of the name; left and right where a word begins ("upright" has no side). Where a name
 * has several such words, the last one counts.
 */
const SIDE =
  /(?<=^|[._\- :])[LlRr](?=$|[._\- ])|(?<![A-Za-z])(?:[Ll][Ee][Ff][Tt]|[Rr][Ii][Gg][Hh][Tt])|(?<=[a-z])(?:Left|Right)/g;
const SEPARATOR = /[._\- ]/;

/** A name around the word of its side. */
interface SidedName {
  before: string;
  word: string;
  after: string;
}

function parse(name: string): SidedName | null {
  const found = [...name.matchAll(SIDE)].at(-1);
  if (!found) return null;
  const [word] = found;
  return { before: name.slice(0, found.index), word, after: name.slice(found.index + word.length) };
}

/** "right" as `like` is written: in small letters, in capitals or with a capital. */
function inCaseOf(word: string, like: string): string {
  if (like === like.toLowerCase()) return word;
  if (like === like.toUpperCase()) return word.toUpperCase();
  return word[0].toUpperCase() + word.slice(1);
}

const OTHER: Record<string, string> = { l: "r", r: "l", left: "right", right: "left" };

/** The name of the other side: "arm_L" → "arm_R", "LeftFoot" → "RightFoot"; null where the name has no side. */
export function otherSide(name: string): string | null {
  const sided = parse(name);
  if (!sided) return null;
  const { before, word, after } = sided;
  return before + inCaseOf(OTHER[word.toLowerCase()], word) + after;
}

/** The side that a name ends in, with its separator: ".L", "_right"; "" where it ends in none. */
export function sideSuffix(name: string): string {
  const sided = parse(name);
  if (sided?.after !== "" || !SEPARATOR.test(sided.before.slice(-1))) return "";
  return sided.before.slice(-1) + sided.word;
}

/**
 * A name without its side and one separator beside it: "arm.L" → "arm", "l_arm" → "arm"; itself where nothing is left.
 */
export function withoutSide(name: string): string {
  const sided = parse(name);
  if (!sided) return name;
  const { before, after } = sided;
  const isParted = SEPARATOR.test(before.slice(-1));
  const plain = isParted ? before.slice(0, -1) + after : before + after.replace(/^[._\- ]/, "");
  return plain || name;
}

export type Side = "L" | "R";

/** The side that a name says: "arm_L" and "LeftFoot" are L; null where the name has none. */
export function sideOf(name: string): Side | null {
  const sided = parse(name);
  return sided && (sided.word[0].toUpperCase() as Side);
}
