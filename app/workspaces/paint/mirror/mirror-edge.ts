import { side } from "../../../../workers/geometry/body/body-plane";
import type { Command } from "../../../document/history/history";
import { paintState } from "../../../document/paint-settings";
import type { Stores } from "../../../document/stores";
import { meshRings } from "../../../document/weights/mesh-rings";
import { knownMirror } from "../../../document/weights/mirror/cached-mirror";
import { setMirroring } from "../../../document/weights/mirror/mirror-settings";

/** The edge from the selected vertex to its neighbour nearest to the plane; null without a vertex. */
export function edgeAtVertex(stores: Stores): [number, number] | null {
  const { sequence, mirroring } = stores.document.getState();
  const { vertex } = paintState(stores);
  const mirror = sequence && knownMirror(sequence, mirroring);
  if (!sequence || !mirror || vertex === null) return null;
  const { offsets, neighbours } = meshRings(sequence);
  const { rest } = sequence;
  const away = (i: number) => Math.abs(side(mirror.plane, [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]));
  const around = Array.from(neighbours.subarray(offsets[vertex], offsets[vertex + 1]));
  if (around.length === 0) return null;
  return [vertex, around.reduce((best, l) => (away(l) < away(best) ? l : best))];
}

/** Matches by topology from an edge. */
export const takeMirrorEdge = (stores: Stores, edge: [number, number]): Command =>
  setMirroring(stores, "Pick the edge of the mirror", { by: "topology", edge });
