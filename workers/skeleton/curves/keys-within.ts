/**
 * The frames of a curve that need a key so that straight lines between them stay within a tolerance. Each line reaches
 * as far as it can. Doubling its length and then bisecting finds its end.
 * @param last the last frame, 0 or more.
 * @param fits whether the line from frame `a` to frame `b` is near enough at every frame between.
 * @returns the frames, ascending, with 0 and `last`.
 */
export function keysWithin(last: number, fits: (a: number, b: number) => boolean): Uint32Array {
  const keys = [0];
  for (let a = 0; a < last; ) {
    // A line to the next frame always fits, because it passes no other frame.
    let good = a + 1;
    let bad = last + 1;
    for (let reach = 2; good < last; reach *= 2) {
      const b = Math.min(last, a + reach);
      if (!fits(a, b)) {
        bad = b;
        break;
      }
      good = b;
    }
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if (middle <= last && fits(a, middle)) good = middle;
      else bad = middle;
    }
    keys.push(good);
    a = good;
  }
  return Uint32Array.from(keys);
}
