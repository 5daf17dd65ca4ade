interface Named {
  name: string;
  /** Index of the parent, or −1; parents come before children. */
  parent: number;
}

/** The name of the bending bone that a numbered piece was cut from. */
const whole = (name: string): string => name.replace(/ \d+$/, "");

/**
 * Transfers the motion of some bones to others by their names. Each moves like the bone with its name, or like the
 * first piece of such a bone, or like the whole bone of which it is a piece. Without any of these it moves like its
 * parent, and a root does not move.
 * @param from names of the moving bones.
 * @param motion F·B·12 of the moving bones, row-major 3x4 from rest to posed.
 * @returns F·B'·12 of `to`.
 */
export function motionByNames(
  to: readonly Named[],
  from: readonly string[],
  motion: Float32Array,
): Float32Array {
  const frames = from.length > 0 ? motion.length / (12 * from.length) : 0;
  const source = sourcesByNames(to, from);
  const out = new Float32Array(12 * to.length * frames);
  for (let k = 0; k < frames; k++) {
    source.forEach((j, n) => {
      const at = 12 * (k * to.length + n);
      if (j >= 0) {
        const start = 12 * (k * from.length + j);
        out.set(motion.subarray(start, start + 12), at);
      } else out[at] = out[at + 5] = out[at + 10] = 1;
    });
  }
  return out;
}

/** For each bone of `to`, the bone that it gets its motion from, or −1. */
function sourcesByNames(to: readonly Named[], from: readonly string[]): number[] {
  const exact = new Map(from.map((name, j) => [name, j]));
  const pieces = new Map<string, number>();
  from.forEach((name, j) => {
    if (!pieces.has(whole(name))) pieces.set(whole(name), j);
  });
  const source: number[] = [];
  for (const { name, parent } of to) {
    const own = exact.get(name) ?? pieces.get(name) ?? exact.get(whole(name));
    source.push(own ?? (parent < 0 ? -1 : source[parent]));
  }
  return source;
}

/** Whether any bone finds a motion by its name. */
export const anyMoves = (to: readonly Named[], from: readonly string[]): boolean =>
  sourcesByNames(to, from).some((j) => j >= 0);
