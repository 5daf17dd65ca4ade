import type { DeformerKind } from "../../../workers/model/deform";
import type { Rig } from "../../../workers/model/rig/rig";
import { type PreparedState, usesDirect } from "../../document/deform/prepared";

/** Whether a deformer's data is ready, belongs to older settings or another rig, or is still being prepared. */
export type PaneState = "ready" | "stale" | "preparing";

export function paneState(
  kind: DeformerKind,
  prepared: Pick<PreparedState, "rig" | "direct" | "centres" | "stale">,
  rig: Rig | null,
): PaneState {
  if (!usesDirect(kind) && kind !== "cor") return "ready";
  const there = usesDirect(kind) ? prepared.direct : prepared.centres;
  const fits = prepared.rig !== null && prepared.rig.bones.length === rig?.bones.length;
  if (!there || !fits) return "preparing";
  return prepared.rig !== rig || (usesDirect(kind) && prepared.stale) ? "stale" : "ready";
}
