/** A share of light, 0..1 and linear, as sRGB (IEC 61966-2-1). More than 1 stays on the same curve. */
export const toSrgb = (x: number): number =>
  x <= 0.0031308 ? 12.92 * Math.max(0, x) : 1.055 * x ** (1 / 2.4) - 0.055;
