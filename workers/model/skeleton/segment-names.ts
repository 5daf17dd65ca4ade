/** The parts of a name: "upperarm_02.L" has the stem "upperarm", the number 2 and the side ".L". */
interface NameParts {
  stem: string;
  number: number | null;
  /** ".L", ".R", "_l" …, or nothing. */
  side: string;
}

const SIDE = /[._ -](?:[LR]|left|right)$/i;
const NUMBER = /^(.*?)[._](\d+)$/;
const OTHER: Record<string, string> = { L: "R", R: "L", l: "r", r: "l" };
const OTHER_WORD: Record<string, string> = { left: "right", right: "left" };

function partsOf(name: string): NameParts {
  const side = SIDE.exec(name)?.[0] ?? "";
  const plain = name.slice(0, name.length - side.length);
  const numbered = NUMBER.exec(plain);
  return numbered
    ? { stem: numbered[1], number: Number(numbered[2]), side }
    : { stem: plain, number: null, side };
}

/** The side at the end of a name, with its separator: ".L", "_right"; empty if there is none. */
export const sideOf = (name: string): string => partsOf(name).side;

/** The same name for the other side: "hand.L" → "hand.R", "leg_left" → "leg_right"; null if it has no side. */
export function mirroredName(name: string): string | null {
  const { side } = partsOf(name);
  if (side === "") return null;
  const word = side.slice(1);
  const lower = word.toLowerCase();
  const other = OTHER[word] ?? likeCase(OTHER_WORD[lower], word);
  return `${name.slice(0, name.length - word.length)}${other}`;
}

/** Gives a word the capitals of another one. */
function likeCase(word: string, as: string): string {
  if (as === as.toUpperCase()) return word.toUpperCase();
  return as[0] === as[0].toUpperCase() ? word[0].toUpperCase() + word.slice(1) : word;
}

/** A free name: the name itself, or with the next number before its side. */
export function freeName(name: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  return all.has(name) ? nextName(name, all) : name;
}

/** The next name in a row: "bone_01" → "bone_02", "arm.L" → "arm_02.L". Both sides share numbers. */
export function nextName(name: string, taken: Iterable<string>): string {
  const { stem, number, side } = partsOf(name);
  let most = number ?? 1;
  for (const each of taken) {
    const parts = partsOf(each);
    if (parts.stem === stem && parts.number !== null) most = Math.max(most, parts.number);
  }
  return `${stem}_${String(most + 1).padStart(2, "0")}${side}`;
}
