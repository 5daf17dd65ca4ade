import type { Rig } from "../../../../../workers/model/rig/rig";
import { plural } from "../../../../common/format";
import { pickSentence } from "../../../../document/keymap/keymap-words";
import { whyNotWeights } from "../../../../document/weights/layers/selected-layer";
import { whyUnsettled } from "../../../../document/weights/unsettled";
import { lockedBones } from "../../../../document/weights/weight-locks";
import type { PaintStart } from "../paint-stroke";

/** The bones whose weights a stroke changes. */
export interface PaintedBones {
  rig: Rig;
  /** B: 1 for locked bones. */
  locked: Uint8Array;
  /** The selected bones, and a second list if a mirrored stroke has other bones as partners. No bone is locked. */
  sides: number[][];
  /** The first bone of each side. They are equal if there is only one side. */
  firsts: [own: number, partners: number];
  /** The name of the bone, or "3 bones". */
  name: string;
}

/** The selected bones without the locked ones, or an error message. */
export function paintedBones({
  stores,
  bones: selected,
  partners,
}: Pick<PaintStart, "stores" | "bones" | "partners">): PaintedBones | string {
  const why = whyNotWeights(stores);
  if (why) return why;
  const { rig } = stores.document.getState();
  if (!rig) return "There are no bones yet. Solve, open a rig, or bind the mesh to a skeleton.";
  const unsettled = whyUnsettled(stores);
  if (unsettled) return unsettled;
  if (selected.length === 0)
    return `No bone is selected. ${pickSentence(stores, "the mesh", "click one in the list")}`;
  const locked = lockedBones(stores, rig.bones);
  const own = selected.filter((j) => !locked[j]);
  const theirs = partners.filter((j) => !locked[j]);
  if (own.length === 0 || theirs.length === 0) {
    const shut = [...selected, ...partners].find((j) => locked[j]) ?? 0;
    return `${rig.bones[shut].name} is locked. Click its padlock to paint it.`;
  }
  if (locked.every((lock, j) => lock || own.includes(j)))
    return "All other bones are locked, so no bone can give weight. Unlock one.";
  const isSame = own.length === theirs.length && own.every((j) => theirs.includes(j));
  return {
    ...{ rig, locked },
    sides: isSame ? [own] : [own, theirs],
    firsts: isSame ? [own[0], own[0]] : [own[0], theirs[0]],
    name: own.length === 1 ? rig.bones[own[0]].name : plural(own.length, "bone"),
  };
}
