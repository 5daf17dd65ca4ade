export function ConstraintSection() {
  return null;
}
