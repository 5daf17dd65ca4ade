export function PaintChrome({ small }: { small: boolean }) {
  return small ? null : null;
}
