import type { DeformerKind } from "../../workers/model/deform";
import type { Rig } from "../../workers/model/rig/rig";
import { isDirect, type PreparedState } from "../document/deform/prepared";

/** Whether a deformer's data is ready, belongs to older settings or another rig, or is still being prepared. */
export type PaneState = "ready" | "stale" | "preparing";

export function paneState(
  kind: DeformerKind,
  prepared: Pick<PreparedState, "rig" | "direct" | "centres" | "stale">,
  rig: Rig | null,
): PaneState {
  if (!isDirect(kind) && kind !== "cor") return "ready";
  const there = isDirect(kind) ? prepared.direct : prepared.centres;
  const fits = prepared.rig !== null && prepared.rig.bones.length === rig?.bones.length;
  if (!there || !fits) return "preparing";
  return prepared.rig !== rig || (isDirect(kind) && prepared.stale) ? "stale" : "ready";
}
