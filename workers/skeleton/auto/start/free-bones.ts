import { decompose } from "../../../decompose/decompose";
import { someVertices } from "../../../model/mesh/some-vertices";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../../model/solve/solve-settings";
import type { MethodTools } from "../../method";
import { otherStartsFor } from "../effort";
import { nearestMembers } from "./nearest-members";

/** The share of a time limit for finding free bones. */
const SHARE = 0.55;
/** Other starts begin with this many times the number of bones. */
const MORE_BONES = [6, 3, 1.5, 4];
/** They have at most this many bones, and at least this many vertices for each bone. */
const MOST_BONES = 1024;
const VERTICES_EACH = 2;
/** Outer iterations for free bones. More would gain little, because the skeleton's bones still move later. */
const ITERATIONS = 140;

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
  { sequence, settings, from }: ExtractInput,
  free: Rig,
  { makeParallel, task }: MethodTools,
): AsyncGenerator<Rig> {
  if (from?.boneKind === "rigid" || settings.seconds !== null) return;
  const { influences, seed } = settings;
  const bones = free.bones.length;
  const common = { ...SOLVE_DEFAULTS, influences, seed, iterations: ITERATIONS, connected: false };
  const quiet = Object.create(task, { partial: { value() {} } });
  const solve = async (count: number, rig: Rig | null) => {
    const asked = { ...common, bones: count };
    return (await decompose({ sequence, settings: asked, from: rig, locks: null }, makeParallel, quiet)).rig;
  };
  const most = Math.min(MOST_BONES, Math.floor(sequence.vertexCount / VERTICES_EACH));
  const counts = MORE_BONES.map((more) => Math.ceil(more * bones)).filter((count) => count <= most);
  for (const count of counts.slice(0, otherStartsFor(sequence, bones))) {
    const fewer = await solve(bones, await solve(count, null));
    if (fewer.bones.length === bones) yield fewer;
  }
}

/**
 * Extends a rig of some vertices to all. The other vertices keep their own rest positions and get the weights of their
 * owners.
 */
function rigForAll(
  rig: Rig,
  given: Float32Array,
  { vertices, owner }: { vertices: Int32Array; owner: Int32Array },
): Rig {
  const rest = given.slice();
  vertices.forEach((i, n) => {
    rest.set(rig.rest.subarray(3 * n, 3 * n + 3), 3 * i);
  });
  const { offsets: from, bones, values, version } = rig.weights;
  const offsets = new Uint32Array(owner.length + 1);
  owner.forEach((n, i) => {
    offsets[i + 1] = offsets[i] + from[n + 1] - from[n];
  });
  const total = offsets[owner.length];
  const weights = { version, offsets, bones: new Uint16Array(total), values: new Float32Array(total) };
  owner.forEach((n, i) => {
    weights.bones.set(bones.subarray(from[n], from[n + 1]), offsets[i]);
    weights.values.set(values.subarray(from[n], from[n + 1]), offsets[i]);
  });
  return { ...rig, rest, weights };
}
