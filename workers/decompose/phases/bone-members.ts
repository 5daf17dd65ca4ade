import { LEAST_WEIGHT } from "../result/rig-assembly";
import type { BlendState } from "./blend-state";

/** The vertices of each bone in ascending order, without weights that an assembled rig drops. */
export function boneMembers(
  { ids, values }: Pick<BlendState, "ids" | "values">,
  vertexCount: number,
  bones: number,
): Uint32Array[] {
  const slots = ids.length / vertexCount;
  const isMember = (e: number) => ids[e] >= 0 && values[e] > LEAST_WEIGHT;
  const counts = new Uint32Array(bones);
  for (let e = 0; e < ids.length; e++) if (isMember(e)) counts[ids[e]]++;
  const members = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let e = 0; e < ids.length; e++) {
    if (isMember(e)) members[ids[e]][counts[ids[e]]++] = Math.floor(e / slots);
  }
  return members;
}
