import type { Job, SolverClient } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import { COMPRESS_DEFAULTS } from "../../../../workers/model/reports/compress-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { maxInfluences } from "../../../../workers/model/rig/sparse-weights";
import { plural } from "../../../common/format";
import type { RowFigures, RunReport } from "../../../document/reduce/reduce-state";

/** The tried numbers of virtual bones, as multiples of the rig's bones. */
const FOR_EACH_BONE = [2, 4, 8];
/** More virtual bones than this share of the vertices save no memory. */
const MOST_SHARE = 0.25;
/** Bytes of an influence, as the engine counts them. */
const INFLUENCE_BYTES = 3;

/** Numbers of virtual bones to compress to. Still meshes are not compressed, because results are measured on frames. */
export function virtualBonesToTry({ frameCount, vertexCount }: OpenedSequence, { bones }: Rig): number[] {
  if (frameCount < 2) return [];
  return FOR_EACH_BONE.map((n) => n * bones.length).filter((count) => count <= MOST_SHARE * vertexCount);
}

/**
 * Compresses a rig into two layers, then measures it over all frames, like the results of other methods.
 * @param known figures of the rig itself; null measures them too
 */
export function compressJob(
  client: Pick<SolverClient, "compressRig" | "measureRig">,
  { sequence, rig }: { sequence: OpenedSequence; rig: Rig },
  virtualBones: number,
  known: RowFigures | null,
): Job<{ rig: Rig; report: RunReport }> {
  const target = { kind: "virtual-bones" as const, count: virtualBones };
  const compressing = client.compressRig({ sequence, rig, settings: { ...COMPRESS_DEFAULTS, target } });
  let current: Job<unknown> = compressing;
  const figures = async (of: Rig) => {
    const job = client.measureRig({ sequence, rig: of });
    current = job;
    const { eRms, maxErrorPercent, normalErrorDegrees } = await job.result;
    return { eRms, maxErrorPercent, normalErrorDegrees };
  };
  const made = async () => {
    const { rig: compressed, report } = await compressing.result;
    const { offsets, values } = rig.weights;
    const dense: RowFigures = known ?? {
      ...(await figures(rig)),
      bytes: INFLUENCE_BYTES * values.length,
      influences: maxInfluences(rig.weights),
      meanInfluences: values.length / Math.max(1, offsets.length - 1),
    };
    const own: RunReport = {
      ...(await figures(compressed)),
      dense,
      bytes: report.bytes,
      influences: COMPRESS_DEFAULTS.blends,
      meanInfluences: report.blendsPerVertex,
      judged: sequence.frameCount,
      judgedOn: "frames",
      notes: [
        ...report.notes,
        `Each virtual bone blends up to ${plural(report.bonesPerVirtual, "bone")}, once per frame. Engines need a two-pass deformer for it.`,
      ],
      seconds: report.seconds,
      virtualBones: report.virtualBones,
    };
    return { rig: compressed, report: own };
  };
  return {
    id: compressing.id,
    result: made(),
    cancel: () => current.cancel(),
    pause: () => current.pause(),
    resume: () => current.resume(),
    keep: () => current.keep(),
    onProgress: (listen) => compressing.onProgress(listen),
    onPartial: (listen) => compressing.onPartial(listen),
  };
}
