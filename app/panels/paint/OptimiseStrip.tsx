export function OptimiseStrip() {
  return null;
}
