export function BindSection() {
  return null;
}
