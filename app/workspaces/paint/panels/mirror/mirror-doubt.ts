import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { MirrorSettings } from "../../../../../workers/model/weights/mirror-settings";
import { formatCount, plural } from "../../../../common/format";

/** If more than this share of vertices has partners far from their mirrored place, UVs are laid out otherwise. */
const FAR_BY_UV = 0.05;
/** The same by topology. A mesh that is posed to one side has many of them too. */
const FAR_BY_TOPOLOGY = 0.5;

/** A warning that many partners look wrong, with what to do about it; null if they look right. */
export function doubtOf(mirror: SurfaceMirror, { by, edge }: MirrorSettings): string | null {
  const { far, nearest, misfits } = mirror;
  if (by === "surface") return null;
  if (by === "uv") {
    return far > FAR_BY_UV * nearest.length
      ? `${formatCount(far)} vertices have partners far from their mirrored place. The two sides may have other UVs than you chose: try the other choice, or match by closest point.`
      : null;
  }
  if (!mirror.edge)
    return "No edge has the same faces on both sides, so vertices match by the closest point. To try an edge, press Pick and click one in the middle.";
  const isOther = edge && (edge[0] !== mirror.edge[0] || edge[1] !== mirror.edge[1]);
  if (isOther)
    return "The picked edge has no face on one of its sides, so another edge was taken. Pick an edge inside the surface.";
  if (misfits > 0)
    return `Beside this edge ${plural(misfits, "pair")} of faces do not fit each other, so many partners are wrong. Pick an edge in the middle. If the two sides have different faces, match by closest point.`;
  return far > FAR_BY_TOPOLOGY * nearest.length
    ? "Most partners are far from their mirrored place. If the mesh is not posed to one side, pick another edge in the middle."
    : null;
}
