import type { DeformSettings, StrengthName } from "../../../workers/model/deform";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import type { Command, History } from "../history/history";
import { flattenedInto, patch } from "../patch";
import type { Stores } from "../stores";
import { DEFORM_NAMES, deformText, STRENGTH_NAMES } from "./deform-text";

/**
 * Changes one or more settings of the deformers as one step. Pass a label where single values do not tell what changed:
 * for a preset or a joint.
 */
export function setDeform(stores: Stores, change: Partial<DeformSettings>, label?: string): Command {
  const { deform } = stores.document.getState();
  const next = keptInBounds({ ...deform, ...change });
  const keys = Object.keys(change) as (keyof DeformSettings)[];
  const [first] = keys;
  const words =
    keys.length === 1 && deformText(first, next)
      ? `${DEFORM_NAMES[first]} ${deformText(first, deform)} → ${deformText(first, next)}`
      : `Set ${keys.map((key) => DEFORM_NAMES[key].toLowerCase()).join(" and ")}`;
  return patch(stores, label ?? words, "sliders", { deform: next }, { liveDeform: null });
}

/** Keeps dependent settings in bounds: κ is at most λ, and λ is at most 1 with explicit steps. */
export function keptInBounds(settings: DeformSettings): DeformSettings {
  const lambda = settings.scheme === "explicit" ? Math.min(1, settings.lambda) : settings.lambda;
  return { ...settings, lambda, kappa: Math.min(settings.kappa, lambda) };
}

/** The result of a stroke: the whole map, V numbers in 0..1; null makes it automatic again. */
export function paintStrength(stores: Stores, map: StrengthName, values: Float32Array | null): Command {
  const { deform } = stores.document.getState();
  const painted = { ...deform.painted, [map]: values };
  const what = STRENGTH_NAMES[map].toLowerCase();
  return patch(stores, values ? `Paint ${what} strength` : `Automatic ${what} strength`, "brush", {
    deform: { ...deform, painted },
  });
}

/** Shows a pose; null returns to the clip. */
export function setPose(
  stores: Stores,
  pose: Pose | null,
  label = pose ? `Pose ${pose.name}` : "Show the clip",
): Command {
  return patch(stores, label, "pose", { pose }, { livePose: null });
}

/** Adds poses after the kept ones, and shows the pose if only one is added. */
export function keepPoses(stores: Stores, added: readonly Pose[]): Command {
  const poses = [...stores.document.getState().poses, ...added];
  const label = added.length === 1 ? `Keep pose ${added[0].name}` : `Keep ${plural(added.length, "pose")}`;
  return patch(stores, label, "pose", added.length === 1 ? { poses, pose: added[0] } : { poses });
}

/** Removes a kept pose. The pose on screen stays. */
export function deletePose(stores: Stores, index: number): Command {
  const { poses } = stores.document.getState();
  return patch(stores, `Delete pose ${poses[index].name}`, "trash", {
    poses: poses.filter((_, n) => n !== index),
  });
}

/** Removes all kept poses. The pose on screen stays. */
export function deleteAllPoses(stores: Stores): Command {
  return patch(stores, `Delete ${plural(stores.document.getState().poses.length, "pose")}`, "trash", {
    poses: [],
  });
}

export function renamePose(stores: Stores, index: number, name: string): Command {
  const { poses, pose } = stores.document.getState();
  const renamed = { ...poses[index], name };
  return patch(stores, `Rename pose ${poses[index].name} → ${name}`, "rename", {
    poses: poses.map((each, n) => (n === index ? renamed : each)),
    pose: pose === poses[index] ? renamed : pose,
  });
}

/** Replaces the rig's weights by baked ones. Drops the report, which measured the old ones. */
export function adoptBake(stores: Stores, rig: Rig, influences: number): Command {
  return patch(stores, `Bake to ${plural(influences, "weight")}`, "bake", {
    ...flattenedInto(stores, rig),
    report: null,
  });
}

/** Returns from a pose to the clip, so that the timeline controls the view again. */
export function showClip(stores: Stores, history: History): void {
  if (stores.document.getState().pose) history.run(setPose(stores, null));
}
