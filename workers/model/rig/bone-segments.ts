import type { Skeleton } from "../skeleton/skeleton";

/** What a bone of a spine has behind the spine's name: " 2", or " 2 (2)" where that name was taken. */
const NUMBER = / \d+( \(\d+\))?$/;

/**
 * The segment that each bone belongs to, told by its name; the bones of a spine are numbered. −1 where the skeleton has no
 * such segment.
 */
export function segmentsByName({ segments }: Skeleton, names: readonly string[]): Int32Array {
  const byName = new Map(segments.map(({ name }, j) => [name, j]));
  return Int32Array.from(names, (name) => byName.get(name) ?? byName.get(name.replace(NUMBER, "")) ?? -1);
}
