import type { Rig } from "../../../workers/model/rig/rig";
import type { SolveLocks } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";

/** Locks or unlocks the motion of bones. */
export function lockBones(stores: Stores, indices: number[], locked: boolean): Command {
  const rig = rigInDocument(stores);
  const locks = emptyOr(stores.document.getState().locks, rig);
  const bones = locks.bones.slice();
  for (const j of indices) bones[j] = locked ? 1 : 0;
  const what = indices.length === 1 ? rig.bones[indices[0]].name : plural(indices.length, "bone");
  return patch(stores, `${locked ? "Lock" : "Unlock"} ${what}`, locked ? "lock" : "unlock", {
    locks: orNothing({ ...locks, bones }),
  });
}

/** Locks or unlocks the weights of vertices. */
export function lockVertices(stores: Stores, indices: Iterable<number>, locked: boolean): Command {
  const rig = rigInDocument(stores);
  const locks = emptyOr(stores.document.getState().locks, rig);
  const vertices = locks.vertices.slice();
  let count = 0;
  for (const i of indices) {
    vertices[i] = locked ? 1 : 0;
    count++;
  }
  const label = `${locked ? "Lock" : "Unlock"} weights of ${plural(count, "vertex", "vertices")}`;
  return patch(stores, label, locked ? "lock" : "unlock", { locks: orNothing({ ...locks, vertices }) });
}

export function unlockAll(stores: Stores): Command {
  return patch(stores, "Unlock everything", "unlock", { locks: null });
}

function rigInDocument(stores: Stores): Rig {
  const { rig } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  return rig;
}

function emptyOr(locks: SolveLocks | null, rig: Rig): SolveLocks {
  return (
    locks ?? {
      bones: new Uint8Array(rig.bones.length),
      vertices: new Uint8Array(rig.weights.offsets.length - 1),
    }
  );
}

function orNothing(locks: SolveLocks): SolveLocks | null {
  return locks.bones.includes(1) || locks.vertices.includes(1) ? locks : null;
}
