/** A linear value 0..1 in sRGB (IEC 61966-2-1). Values above 1 follow the same curve. */
export const toSrgb = (x: number): number =>
  x <= 0.0031308 ? 12.92 * Math.max(0, x) : 1.055 * x ** (1 / 2.4) - 0.055;
