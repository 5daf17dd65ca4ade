/** The nearest half float (IEEE 754): 11 bits, steps of 2⁻²⁴ near 0, at most 65504. */
export function nearestHalf(x: number): number {
  const exponent = Math.max(-14, Math.floor(Math.log2(Math.abs(x) || 1)));
  const step = 2 ** (exponent - 10);
  return Math.max(-65504, Math.min(65504, Math.round(x / step) * step));
}
