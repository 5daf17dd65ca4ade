/**
 * Sides in the names of bones and segments: "arm_L", "l_arm", "arm.l.001", "LeftFoot", "leg_left". L and R count
 * between separators or at an end of the name. Left and right count where a word begins ("upright" has no side). If a
 * name has several such words, the last one counts.
 */
const SIDE =
  /(?<=^|[._\- :])[LlRr](?=$|[._\- ])|(?<![A-Za-z])(?:[Ll][Ee][Ff][Tt]|[Rr][Ii][Gg][Hh][Tt])|(?<=[a-z])(?:Left|Right)/g;
const SEPARATOR = /[._\- ]/;

/** A name, cut at the word for its side. */
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

/** `word` in the case of `like`: in small letters, in capitals, or with a first capital. */
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

/** The side at the end of a name, with its separator: ".L", "_right"; "" if it does not end in a side. */
export function sideSuffix(name: string): string {
  const sided = parse(name);
  if (sided?.after !== "" || !SEPARATOR.test(sided.before.slice(-1))) return "";
  return sided.before.slice(-1) + sided.word;
}

/**
 * A name without its side and one separator beside it: "arm.L" → "arm", "l_arm" → "arm"; the same name if nothing would
 * be left.
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

/** The side in a name: "arm_L" and "LeftFoot" are L; null if the name has none. */
export function sideOf(name: string): Side | null {
  const sided = parse(name);
  return sided && (sided.word[0].toUpperCase() as Side);
}
