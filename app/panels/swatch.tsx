import type { CSSProperties } from "react";

const COLOURS = 14;

/** The colour of bone `j`, as a CSS value. */
export const boneColour = (j: number) => `var(--bone-${(j % COLOURS) + 1})`;

/** A bone's colour; hollow from the fifteenth on, where colours repeat. */
export function Swatch({ bone }: { bone: number }) {
  const style = { background: boneColour(bone), "--swatch": boneColour(bone) } as CSSProperties;
  return <i className={bone >= COLOURS ? "sw hollow" : "sw"} style={style} />;
}
