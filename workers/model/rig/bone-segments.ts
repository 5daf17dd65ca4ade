import type { Skeleton } from "../skeleton/skeleton";

/** The suffix of a spine's bone after the spine's name: " 2", or " 2 (2)" if that name was taken. */
const NUMBER = / \d+( \(\d+\))?$/;

/**
 * The segment of each bone, found by name. The bones of a spine have its name and a number. −1 if the skeleton has no
 * such segment.
 */
export function segmentsByName({ segments }: Skeleton, names: readonly string[]): Int32Array {
  const byName = new Map(segments.map(({ name }, j) => [name, j]));
  return Int32Array.from(names, (name) => byName.get(name) ?? byName.get(name.replace(NUMBER, "")) ?? -1);
}
