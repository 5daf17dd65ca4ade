export function PaintOutliner() {
  return null;
}
