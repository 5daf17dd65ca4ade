/** Damages the tree of records of an FBX. Damage to bytes does not reach it, because arrays are packed. */
import type { Random } from "../../../math/random";
import { type FbxRecord, fbxBinary, fbxText } from "../../fbx/testing/fixtures";
import { type Mutator, pick } from "./mutate";

const EXTREME = [0, -1, 1, 1e10, -1e10, 1e38, 65536, 2147483647, 46186158000 * 1e6];

function allOf(records: FbxRecord[], found: [list: FbxRecord[], at: number][] = []): [FbxRecord[], number][] {
  records.forEach((record, at) => {
    found.push([records, at]);
    allOf(record.children, found);
  });
  return found;
}

/** Changes a number in one value of a record. */
function damageValue(record: FbxRecord, random: Random): void {
  if (record.values.length === 0) return;
  const at = random.integer(record.values.length);
  const value = record.values[at];
  const extreme = pick(EXTREME, random);
  if (typeof value === "number") record.values[at] = extreme;
  else if (typeof value === "string") record.values[at] = pick(["", "x", value + value], random);
  else if (typeof value === "boolean") record.values[at] = !value;
  else if ("long" in value) record.values[at] = { long: pick([0, 1, 2, 3, 10, 50, 1000, 1001], random) };
  else {
    const numbers = Object.values(value)[0] as number[];
    const n = random.integer(Math.max(1, numbers.length));
    if (random.next() < 0.6) numbers[n] = "doubles" in value ? extreme : Math.trunc(extreme) | 0;
    else if (random.next() < 0.5) numbers.splice(n, 1 + random.integer(4));
    else numbers.push(...numbers.slice(n));
  }
}

function damage(records: FbxRecord[], random: Random): void {
  for (let n = 1 + random.integer(3); n > 0; n--) {
    const all = allOf(records);
    if (all.length === 0) return;
    const [list, at] = pick(all, random);
    const kind = random.integer(6);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, structuredClone(list[at]));
    else damageValue(list[at], random);
  }
}

/** Mutants of one scene, written like the original. The given bytes are ignored. */
export const fbxRecords =
  (records: FbxRecord[], form: "binary" | "text"): Mutator =>
  (_, random) => {
    const copy = structuredClone(records);
    damage(copy, random);
    return form === "binary" ? fbxBinary(copy) : fbxText(copy);
  };
