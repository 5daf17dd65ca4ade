export function ExemplarSection() {
  return null;
}
