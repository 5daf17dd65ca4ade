import type { Bone, Rig } from "../../workers/model/rig/rig";

/** How many colours can be told apart in the viewport. Further numbers repeat them. */
export const HUES = 14;

/** The colour number of bone `j`: its own, or its index in the rig. */
export const colourNumber = (bones: readonly Bone[], j: number): number => bones[j].colour ?? j;

const NONE = -1;

/** What the parent, the children and the siblings of bone `j` look like. */
function huesBeside(bones: readonly Bone[], colours: readonly number[], j: number): Set<number> {
  const own = bones[j].parent;
  const isBeside = ({ parent }: Bone, k: number) => k === own || parent === j || (own >= 0 && parent === own);
  return new Set(colours.flatMap((c, k) => (c !== NONE && isBeside(bones[k], k) ? [c % HUES] : [])));
}

/**
 * The rig with the colours that its bones had before an edit. Identifies bones by name, or by origin where names
 * differ. A new bone gets the first free colour that looks unlike its parent, children and siblings.
 * @param origin index of each bone before the edit, or −1 for a new one. Leave it out where names alone identify bones.
 */
export function keepColours(rig: Rig, before: readonly Bone[], origin?: ArrayLike<number>): Rig {
  const byName = new Map(before.map(({ name }, j) => [name, colourNumber(before, j)]));
  const kept = rig.bones.map(({ name }, j) => {
    const was = origin?.[j] ?? -1;
    return byName.get(name) ?? (was >= 0 ? colourNumber(before, was) : null);
  });
  const taken = new Set(kept);
  const colours = kept.map((colour) => colour ?? NONE);
  for (const [j, known] of colours.entries()) {
    if (known !== NONE) continue;
    const beside = huesBeside(rig.bones, colours, j);
    let colour = 0;
    while (taken.has(colour) || (beside.size < HUES && beside.has(colour % HUES))) colour++;
    taken.add(colour);
    colours[j] = colour;
  }
  if (colours.every((colour, j) => colour === colourNumber(rig.bones, j))) return rig;
  return { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, colour: colours[j] })) };
}
