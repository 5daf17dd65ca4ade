import { plural } from "../../common/format";
import type { DocumentState } from "../document";
import { toast } from "../session/toasts";
import type { Stores } from "../stores";

/** Keeps pins on their bones when these are renamed, and tells the artist when poses are removed with their bones. */
export function followPoses(stores: Stores): () => void {
  return stores.document.subscribe((now, before) => {
    if (now.rig === before.rig) return;
    if (now.sequence?.frames !== before.sequence?.frames) setPins(stores, () => null);
    else {
      followPins(stores, now, before);
      tellLost(stores, before.poses.length - now.poses.length);
    }
  });
}

function setPins(stores: Stores, next: (name: string) => string | null): void {
  const { posing } = stores.view.getState();
  if (posing.pins.length === 0) return;
  const pins = posing.pins.map(next).filter((name): name is string => name !== null);
  stores.view.setState({ posing: { ...posing, pins } });
}

/** If the number of bones is the same and names differ, the bones were renamed. */
function followPins(stores: Stores, { rig: now }: DocumentState, { rig: before }: DocumentState): void {
  if (!now || !before || now.bones.length !== before.bones.length) return;
  const names = new Set(now.bones.map(({ name }) => name));
  setPins(stores, (name) => {
    const at = before.bones.findIndex((bone) => bone.name === name);
    return names.has(name) || at < 0 ? name : now.bones[at].name;
  });
}

function tellLost(stores: Stores, count: number): void {
  if (count <= 0) return;
  toast(
    stores,
    `${plural(count, "kept pose")} did not fit the new bones`,
    "They turn bones that no longer exist. Undo restores both.",
    { kind: "warning" },
  );
}
