/** The result of a find and replace in the names of bones. */
export interface Renaming {
  /** B: the new name of each bone; null if it does not change. */
  names: (string | null)[];
  /** Why the names cannot be used, or null. */
  refusal: string | null;
}

/** How `find` is read. */
export type PatternKind = "text" | "wildcard";

/** The special characters of regular expressions. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** A wildcard as an expression: `*` is any text and `#` a number; each becomes a group. */
function expressionOf(wildcard: string): RegExp {
  const source = wildcard
    .split(/([*#])/)
    .map((part) => (part === "*" ? "(.*)" : part === "#" ? "(\\d+)" : part.replace(SPECIAL, "\\$&")))
    .join("");
  return new RegExp(`^${source}$`);
}

/** The replacement, with the text of each wildcard in order. Digits of `##` pad a number to that width. */
function replaced(replacement: string, groups: readonly string[]): string {
  let at = 0;
  return replacement.replace(/\*|#+/g, (mark) =>
    (groups[at++] ?? "").padStart(mark[0] === "#" ? mark.length : 0, "0"),
  );
}

/**
 * New names for bones. As text, every place in a name that has `find` is replaced. As a wildcard, a whole name has to
 * match: `*` matches any text and `#` a number, and the same marks in the replacement insert them in order.
 * @param among the bones that may change, by index; null for all.
 */
export function renamed(
  bones: readonly { name: string }[],
  { find, replacement, kind }: { find: string; replacement: string; kind: PatternKind },
  among: ReadonlySet<number> | null = null,
): Renaming {
  const none: Renaming = { names: bones.map(() => null), refusal: null };
  if (find === "") return none;
  const pattern = kind === "wildcard" ? expressionOf(find) : null;
  const names = bones.map(({ name }, j) => {
    if (among && !among.has(j)) return null;
    if (!pattern) {
      const next = name.split(find).join(replacement).trim();
      return next === name ? null : next;
    }
    const groups = pattern.exec(name);
    const next = groups && replaced(replacement, groups.slice(1)).trim();
    return next === null || next === name ? null : next;
  });
  return { names, refusal: refusalOf(bones, names) };
}

function refusalOf(bones: readonly { name: string }[], names: readonly (string | null)[]): string | null {
  const taken = new Set<string>();
  for (const [j, { name }] of bones.entries()) {
    const next = names[j] ?? name;
    if (next === "") return `${name} would have no name.`;
    if (taken.has(next)) return `Two bones would be called ${next}. Names in a rig must be unique.`;
    taken.add(next);
  }
  return names.some((next) => next !== null) ? null : "No bone name matches.";
}
