export function BrushSection() {
  return null;
}
