export function JointSection() {
  return null;
}
