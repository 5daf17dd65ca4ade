import type { DeformSettings, StrengthName } from "../../../workers/model/deform";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import { noneKept, patch } from "../commands";
import { useDocument } from "../document";
import type { Command, History } from "../history";
import { DEFORM_NAMES, deformText, STRENGTH_NAMES } from "./deform-text";

/**
 * One or more settings of the deformers, as one step. A label of its own says what single values cannot: the name of a
 * preset, of a joint.
 */
export function setDeform(change: Partial<DeformSettings>, label?: string): Command {
  const { deform } = useDocument.getState();
  const next = keptInBounds({ ...deform, ...change });
  const keys = Object.keys(change) as (keyof DeformSettings)[];
  const [first] = keys;
  const words =
    keys.length === 1 && deformText(first, next)
      ? `${DEFORM_NAMES[first]} ${deformText(first, deform)} → ${deformText(first, next)}`
      : `Set ${keys.map((key) => DEFORM_NAMES[key].toLowerCase()).join(" and ")}`;
  return patch(label ?? words, "sliders", { deform: next }, { liveDeform: null });
}

/** Settings that go together: κ is at most λ, and λ at most 1 where steps are explicit. */
export function keptInBounds(settings: DeformSettings): DeformSettings {
  const lambda = settings.scheme === "explicit" ? Math.min(1, settings.lambda) : settings.lambda;
  return { ...settings, lambda, kappa: Math.min(settings.kappa, lambda) };
}

/** The outcome of a stroke: the whole map, V numbers in 0..1; null is automatic again. */
export function paintStrength(map: StrengthName, values: Float32Array | null): Command {
  const { deform } = useDocument.getState();
  const painted = { ...deform.painted, [map]: values };
  const what = STRENGTH_NAMES[map].toLowerCase();
  return patch(values ? `Paint ${what} strength` : `Automatic ${what} strength`, "brush", {
    deform: { ...deform, painted },
  });
}

/** Shows a pose; null goes back to the clip. */
export function setPose(pose: Pose | null, label = pose ? `Pose ${pose.name}` : "Show the clip"): Command {
  return patch(label, "pose", { pose }, { livePose: null });
}

/** Keeps poses behind those that there are, and shows the last of them where it is one. */
export function keepPoses(added: readonly Pose[]): Command {
  const poses = [...useDocument.getState().poses, ...added];
  const label = added.length === 1 ? `Keep pose ${added[0].name}` : `Keep ${plural(added.length, "pose")}`;
  return patch(label, "pose", added.length === 1 ? { poses, pose: added[0] } : { poses });
}

/** Removes a kept pose. What is on screen stays. */
export function deletePose(index: number): Command {
  const { poses } = useDocument.getState();
  return patch(`Delete pose ${poses[index].name}`, "trash", { poses: poses.filter((_, n) => n !== index) });
}

/** Removes all kept poses. What is on screen stays. */
export function deleteAllPoses(): Command {
  return patch(`Delete ${plural(useDocument.getState().poses.length, "pose")}`, "trash", { poses: [] });
}

export function renamePose(index: number, name: string): Command {
  const { poses, pose } = useDocument.getState();
  const renamed = { ...poses[index], name };
  return patch(`Rename pose ${poses[index].name} → ${name}`, "rename", {
    poses: poses.map((each, n) => (n === index ? renamed : each)),
    pose: pose === poses[index] ? renamed : pose,
  });
}

/** Baked weights in the place of the rig's. The report spoke of the old ones. */
export function adoptBake(rig: Rig, influences: number): Command {
  return patch(`Bake to ${plural(influences, "weight")}`, "bake", { rig, report: null, ...noneKept() });
}

/** Goes back from a pose to the clip, where the timeline has a say. */
export function showClip(history: History): void {
  if (useDocument.getState().pose) history.run(setPose(null));
}
