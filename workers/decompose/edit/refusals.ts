import { SinewError } from "../../model/errors";
import type { Rig } from "../../model/rig/rig";
import type { SolveLocks } from "../../model/solve/solve-settings";

export function refuseEdit(title: string, body: string): never {
  throw new SinewError({ title, body });
}

/** @throws SinewError unless these are all bones of the rig, without repetition and not locked. */
export function refuseStrangers(rig: Rig, bones: readonly number[], locks: SolveLocks | null): void {
  for (const j of bones) {
    if (!rig.bones[j])
      refuseEdit(
        "The bone does not exist",
        `There is no bone ${j}: the rig has ${rig.bones.length}. Select another.`,
      );
    if (locks?.bones[j]) {
      refuseEdit(
        `${rig.bones[j].name} is locked`,
        "A locked bone keeps its motion. Unlock it, and try again.",
      );
    }
  }
  if (new Set(bones).size !== bones.length) refuseEdit("A bone is named twice", "Name each bone once.");
}

/** @throws SinewError if a locked vertex follows one of these bones, because it could not keep its weights. */
export function refuseLockedVertices(
  rig: Rig,
  bones: readonly number[],
  locks: SolveLocks | null,
  most: number,
): void {
  if (!locks) return;
  const meant = new Set(bones);
  const { offsets, bones: ids } = rig.weights;
  let count = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (!locks.vertices[i]) continue;
    let used = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (meant.has(ids[e])) used++;
    if (used > most) count++;
  }
  if (count === 0) return;
  const [who, what] =
    count === 1 ? ["A vertex", "its weights are"] : [`${count} vertices`, "their weights are"];
  refuseEdit(
    `${who} that ${bones.length === 1 ? rig.bones[bones[0]].name : "these bones"} move${bones.length === 1 ? "s" : ""} cannot change`,
    `${what[0].toUpperCase()}${what.slice(1)} locked. Unlock the weights, and try again.`,
  );
}
