import { sideSuffix } from "../side-names";

/** The parts of a name: "upperarm_02.L" has the stem "upperarm", the number 2 and the side ".L". */
interface NameParts {
  stem: string;
  number: number | null;
  /** ".L", ".R", "_l" …, or nothing. */
  side: string;
}

const NUMBER = /^(.*?)[._](\d+)$/;

function partsOf(name: string): NameParts {
  const side = sideSuffix(name);
  const plain = name.slice(0, name.length - side.length);
  const numbered = NUMBER.exec(plain);
  return numbered
    ? { stem: numbered[1], number: Number(numbered[2]), side }
    : { stem: plain, number: null, side };
}

/** A free name: the name itself, or if it is taken the name with the next number before its side. */
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

/** A free name for a part of something: "leg" → "leg_2", "paw_L" → "paw_2_L". */
export function partName(name: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  const side = sideSuffix(name);
  const plain = name.slice(0, name.length - side.length);
  for (let n = 2; ; n++) if (!all.has(`${plain}_${n}${side}`)) return `${plain}_${n}${side}`;
}
