export function SkeletonSection() {
  return null;
}
