// Checks of what a caller gives. JavaScript has no types that would refuse a misspelt name.
import { SinewError } from "../model/errors";

/** @throws SinewError if a table has no such name. */
export function checkName(what: string, name: string, table: object): void {
  if (Object.hasOwn(table, name)) return;
  throw new SinewError({
    title: `${name} is not a ${what}`,
    body: `Use one of: ${Object.keys(table).join(", ")}.`,
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
