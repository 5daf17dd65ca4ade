/** Rules for values of a glTF file's JSON, and repairs of values that break them. */
import { isObject, type Json } from "../../carried/carried-json";

/** The lists of a file that values refer to by index. */
export type Lists = Record<
  "textures" | "samplers" | "images" | "materials" | "cameras" | "lights" | "variants",
  number
>;

export interface Mending {
  /** The lengths of the lists. */
  lists: Lists;
  /** The names of the values that broke a rule. */
  broken: Set<string>;
}

/** @returns the value, if it is allowed; otherwise the nearest allowed one, or undefined if none is near. */
export type Rule = (value: unknown, mending: Mending) => unknown;

/** A number between `least` and `most`, or one of them. */
export const numberIn =
  (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Rule =>
  (value) => {
    if (typeof value !== "number") return undefined;
    const inside = Math.min(most, Math.max(least, value));
    return Number.isFinite(inside) ? inside : undefined;
  };

export const share = numberIn(0, 1);

export const positive: Rule = (value) =>
  typeof value === "number" && value > 0 && Number.isFinite(value) ? value : undefined;

/** A list of one or more things, each of which keeps its place: `each` always returns something. */
export const listWith =
  (each: Rule): Rule =>
  (value, mending) => {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const mended = value.map((item) => each(item, mending));
    return mended.every((item, n) => item === value[n]) ? value : mended;
  };

/** A list of `count` numbers, each of which keeps a rule. */
export const numbers =
  (count: number, each: Rule = numberIn()): Rule =>
  (value, mending) => {
    if (!Array.isArray(value) || value.length !== count) return undefined;
    const mended = value.map((x) => each(x, mending));
    if (mended.includes(undefined)) return undefined;
    return mended.every((x, n) => x === value[n]) ? value : mended;
  };

export const among =
  (...allowed: readonly (string | number | boolean)[]): Rule =>
  (value) =>
    allowed.find((each) => each === value);

export const flag = among(true, false);

export const text: Rule = (value) => (typeof value === "string" ? value : undefined);

export const indexOf =
  (list: keyof Lists): Rule =>
  (value, { lists }) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < lists[list] ? value : undefined;

/**
 * An object whose values keep rules. Values that break one are replaced or left out. All others stay.
 * @param required without one of these the object is left out.
 * @param others the rule for names that `rules` does not have.
 */
export const object =
  (
    rules: Readonly<Record<string, Rule>>,
    required: readonly string[] = [],
    others: (name: string) => Rule | undefined = () => undefined,
  ): Rule =>
  (value, mending) => {
    if (!isObject(value)) return undefined;
    const mended: Json = { ...value };
    for (const [name, given] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : others(name);
      if (!rule) continue;
      const next = rule(given, mending);
      // An object names its own broken values.
      if (next !== given && !(isObject(given) && isObject(next))) mending.broken.add(name);
      if (next === undefined) delete mended[name];
      else mended[name] = next;
    }
    if (!required.every((name) => name in mended)) return undefined;
    const same = Object.entries(value).every(([name, given]) => mended[name] === given);
    return same ? value : mended;
  };

/** Extensions, each an object. Those with rules keep them. */
export const extensions = (rules: Readonly<Record<string, Rule>> = {}): Rule =>
  object(rules, [], () => object({}));
