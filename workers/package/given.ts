// Checks of what a caller gives. JavaScript has no types that would refuse a misspelt name.
import { SinewError } from "../model/errors";

/** @throws SinewError if a table has no such name. */
export function checkName(what: string, name: string, table: object): void {
  if (Object.hasOwn(table, name)) return;
  throw new SinewError({
    title: `${name} is not ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`,
    body: `Use one of: ${Object.keys(table).join(", ")}.`,
  });
}

/**
 * @param content what a function works on.
 * @throws SinewError if it has no sequence, or no rig.
 */
export function checkContent(content: Partial<Record<"sequence" | "rig", object | null>> | undefined): void {
  const missing = (["sequence", "rig"] as const).find((part) => !content?.[part]);
  if (!missing) return;
  throw new SinewError({
    title: `There is no ${missing}`,
    body: "Give { sequence, rig }: the sequence is what open returns, and the rig is what a solve, a fit or an opened rig has.",
  });
}

/**
 * Settings with the defaults of those that are missing or undefined.
 * @throws SinewError for a name that is not a setting
 */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name] of known) checkName("setting", name, defaults);
  return { ...defaults, ...(Object.fromEntries(known) as Partial<T>) };
}
