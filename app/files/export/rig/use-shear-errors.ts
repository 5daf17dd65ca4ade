import type { ExportOptions, Job } from "../../../../workers/client";
import type { ShearPolicy } from "../../../../workers/model/files/export/export-options";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useStudio } from "../../../actions/studio";
import { useLatestJob } from "../use-latest-job";
import { SHEAR_CHOICES } from "./shears";

/** E_RMS in the file for each policy for shear. Policies that are not measured yet are missing. */
export type ShearErrors = Readonly<Partial<Record<ShearPolicy, number>>>;

const NONE: ShearErrors = {};

/**
 * Measures the file with the other policies for shear, one after the other. Starts after the chosen one is measured,
 * because a newer export would cancel that.
 * @param known E_RMS with the chosen policy; null until it is known
 */
export function useShearErrors(
  sequence: OpenedSequence,
  rig: Rig,
  options: ExportOptions,
  known: number | null,
): ShearErrors {
  const { client } = useStudio();
  const chosen = options.shear ?? "pairs";
  const asks = rig.boneKind === "affine" && known !== null;
  const question = asks ? JSON.stringify({ ...options, shear: null }) : null;
  const measured = useLatestJob<ShearErrors>(question, [sequence, rig], () => {
    let current: Pick<Job<unknown>, "cancel"> | null = null;
    const all = async () => {
      const errors: Partial<Record<ShearPolicy, number>> = { [chosen]: known ?? 0 };
      for (const { value: shear } of SHEAR_CHOICES) {
        if (shear === chosen) continue;
        const job = client.exportFile({ sequence, rig, options: { ...options, shear } });
        current = job;
        errors[shear] = (await job.result).eRmsInFile;
      }
      return errors;
    };
    return { result: all(), cancel: () => current?.cancel() };
  });
  const others = measured.busy && question !== null ? NONE : (measured.result ?? NONE);
  return known === null ? others : { ...others, [chosen]: known };
}
