import type { Bone, Rig } from "../../workers/model/rig/rig";

/** The colour number of bone `j`: its own, or its index in the rig. */
export const colourNumber = (bones: readonly Bone[], j: number): number => bones[j].colour ?? j;

/**
 * The rig with the colours that its bones had before an edit. Identifies bones by name, or by origin where names
 * differ. A new bone gets the first free colour.
 * @param origin index of each bone before the edit, or −1 for a new one. Leave it out where names alone identify bones.
 */
export function keepColours(rig: Rig, before: readonly Bone[], origin?: ArrayLike<number>): Rig {
  const byName = new Map(before.map(({ name }, j) => [name, colourNumber(before, j)]));
  const kept = rig.bones.map(({ name }, j) => {
    const was = origin?.[j] ?? -1;
    return byName.get(name) ?? (was >= 0 ? colourNumber(before, was) : null);
  });
  const taken = new Set(kept);
  const nextFree = () => {
    let colour = 0;
    while (taken.has(colour)) colour++;
    taken.add(colour);
    return colour;
  };
  const colours = kept.map((colour) => colour ?? nextFree());
  if (colours.every((colour, j) => colour === colourNumber(rig.bones, j))) return rig;
  return { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, colour: colours[j] })) };
}
