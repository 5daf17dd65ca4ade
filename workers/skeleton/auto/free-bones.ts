import { decompose } from "../../decompose/decompose";
import { someVertices } from "../../model/mesh/some-vertices";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { MethodTools } from "../method";
import { nearestMembers } from "./nearest-members";

/** Share of a time limit that free bones get. */
const SHARE = 0.55;
/** The other start has so many times the bones at first. */
const MORE_BONES = 1.5;
/** Only meshes of so many vertices get it, with so many positions over all frames: there it takes little time. */
const FEW_VERTICES = 2400;
const FEW_POSITIONS = 250_000;
/** Outer iterations for free bones. More gain little for the skeleton, whose bones move on anyway. */
const ITERATIONS = 140;

/**
 * Rigid bones without a skeleton to start from: those given, or those of a decomposition.
 * @param members the vertices that are decomposed, or null for all. Each of the others gets the weights of the nearest.
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
 * Another start for a small mesh: half as many bones again, of which those go that are missed least. It finds small bones
 * that a skinned mesh really has, and that the first start divides elsewhere. None for bones that are given, or with a
 * time limit.
 */
export async function otherStarts(
  { sequence, settings, from }: ExtractInput,
  free: Rig,
  { makeParallel, task }: MethodTools,
): Promise<Rig[]> {
  const given = from?.boneKind === "rigid" || settings.seconds !== null;
  const { vertexCount, frameCount } = sequence;
  if (given || vertexCount > FEW_VERTICES || vertexCount * frameCount > FEW_POSITIONS) return [];
  const { influences, seed } = settings;
  const bones = free.bones.length;
  const common = { ...SOLVE_DEFAULTS, influences, seed, iterations: ITERATIONS, connected: false };
  const quiet = Object.create(task, { partial: { value() {} } });
  const solve = async (count: number, rig: Rig | null) => {
    const asked = { ...common, bones: count };
    return (await decompose({ sequence, settings: asked, from: rig, locks: null }, makeParallel, quiet)).rig;
  };
  const fewer = await solve(bones, await solve(Math.ceil(MORE_BONES * bones), null));
  return fewer.bones.length === bones ? [fewer] : [];
}

/** A rig of some vertices as one of all: the others rest where they are given, with the weights of their owners. */
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
