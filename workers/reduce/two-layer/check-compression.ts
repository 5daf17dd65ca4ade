import { SinewError } from "../../model/errors";
import type { CompressInput } from "../../model/reports/compress-report";
import { howMany } from "../../model/reports/figures";
import { cageOf } from "../../model/rig/cage";
import { hasFrames } from "./examples";
import { layerBytes } from "./layer-bytes";

const isWhole = (x: number, least: number, most: number) => Number.isInteger(x) && x >= least && x <= most;

/** Why a rig cannot be compressed as asked, or null. */
function misfit({ sequence, rig, settings }: CompressInput): string | null {
  const { target, blends, bonesPerVirtual, examples } = settings;
  const { offsets, bones, values } = rig.weights;
  const V = sequence.vertexCount;
  const B = rig.bones.length;
  if (B === 0) return "Its rig has no bones. Solve first, or open a file that has a skeleton.";
  if (offsets.length !== V + 1 || rig.rest.length !== 3 * V) {
    return `Its rig is for ${howMany(rig.rest.length / 3, "vertex")}, but the mesh has ${V}. Solve again.`;
  }
  for (let i = 0; i < V; i++) {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(values[e] >= 0) || bones[e] >= B)
        return `Vertex ${i} has a weight that is not a number, or a weight of a bone that does not exist.`;
      sum += values[e];
    }
    if (!(Math.abs(sum - 1) < 1e-3))
      return `The weights of vertex ${i} sum to ${sum.toPrecision(3)}. Normalise them.`;
  }
  for (const numbers of [rig.rest, rig.motion]) {
    if (!numbers.every(Number.isFinite))
      return "Its rest pose or its motion has numbers that are not finite.";
  }
  if (examples === "frames" && !hasFrames(sequence, rig)) {
    return "It has no frames to compare with. Compare with generated poses, or without examples.";
  }
  if (!isWhole(blends, 2, 4)) return `A vertex can blend 2 to 4 virtual bones, not ${blends}.`;
  if (cageOf(rig) && blends < 3) {
    return "Its bones are the vertices of a cage: two virtual ones would put each vertex on a line. Blend 3 or 4.";
  }
  if (bonesPerVirtual !== null && !isWhole(bonesPerVirtual, 1, 65535)) {
    return `A virtual bone blends 1 bone or more, not ${bonesPerVirtual}.`;
  }
  if (target.kind === "virtual-bones" && !isWhole(target.count, 2, 65535)) {
    return `There can be 2 to 65535 virtual bones, not ${target.count}.`;
  }
  if (target.kind === "error" && !(target.error > 0 && target.error < Infinity)) {
    return `The error is ${target.error}. It must be above 0.`;
  }
  if (target.kind === "bytes") {
    const least = layerBytes({ vertices: V, bones: B, virtualBones: 2, entries: 2, blends });
    if (!(target.bytes >= least))
      return `Its layers take ${least} bytes at least, but ${target.bytes} were asked for.`;
  }
  return null;
}

/** @throws SinewError that says what to do, if the rig cannot be compressed as asked. */
export function checkCompression(input: CompressInput): void {
  const body = misfit(input);
  if (body) throw new SinewError({ title: `${input.sequence.name} cannot be compressed`, body });
}
