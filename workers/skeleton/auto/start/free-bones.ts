import { decompose } from "../../../decompose/decompose";
import { someVertices } from "../../../model/mesh/some-vertices";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../../model/solve/solve-settings";
import type { MethodTools } from "../../method";
import { otherStartsFor } from "../effort";
import { fromMoreBones, ITERATIONS } from "./from-more-bones";
import { nearestMembers } from "./nearest-members";
import { rigForAll } from "./rig-for-all";

/** The share of a time limit for finding free bones. */
const SHARE = 0.55;
/** Other starts begin with this many times the number of bones. */
const MORE_BONES = [6, 3, 1.5, 4];
/** They have at most this many bones, and at least this many vertices for each bone. */
const MOST_BONES = 1024;
const VERTICES_EACH = 2;
/**
 * Rigid bones without a skeleton to start from: the given bones, or the result of a decomposition.
 * @param members the vertices to decompose, or null for all. Each other vertex gets the weights of the nearest of them.
 */
export async function freeBones(
  { sequence, settings, from }: ExtractInput,
  members: Int32Array | null,
  { makeParallel, task, show }: MethodTools,
): Promise<Rig> {
  if (from && from.boneKind === "rigid") return from;
  const { bones, influences, seconds, seed } = settings;
  const asked = { ...SOLVE_DEFAULTS, bones, influences, seed, iterations: ITERATIONS, connected: false };
  const choice = members && { vertices: members, owner: nearestMembers(sequence, members) };
  const spread = (rig: Rig) => (choice ? rigForAll(rig, sequence.rest, choice) : rig);
  const { rig } = await decompose(
    {
      sequence: choice ? someVertices(sequence, choice) : sequence,
      settings: seconds === null ? asked : { ...asked, seconds: SHARE * seconds },
      from: null,
      locks: null,
    },
    makeParallel,
    Object.create(task, {
      partial: {
        value: (rig: () => Rig, { eRms }: { eRms: number }) =>
          show(spread(rig()), (Math.sqrt(3) / 20) * eRms),
      },
    }),
  );
  return spread(rig);
}

/**
 * Other starts for a small mesh. They begin with more bones and then remove the ones that matter least. This finds
 * small bones of a skinned mesh where the first start has a bone elsewhere. Each start is computed when it is
 * requested. There are none for given bones or with a time limit.
 */
export async function* otherStarts(
  input: ExtractInput,
  free: Rig,
  tools: Pick<MethodTools, "makeParallel" | "task">,
): AsyncGenerator<Rig> {
  const { sequence, settings, from } = input;
  if (from?.boneKind === "rigid" || settings.seconds !== null) return;
  const { influences } = settings;
  const bones = free.bones.length;
  const most = Math.min(MOST_BONES, Math.floor(sequence.vertexCount / VERTICES_EACH));
  const starts = MORE_BONES.filter((more) => Math.ceil(more * bones) <= most);
  for (const more of starts.slice(0, otherStartsFor(sequence, bones))) {
    const fewer = await fromMoreBones(input, { bones, influences, more }, tools);
    if (fewer.bones.length === bones) yield fewer;
  }
}
