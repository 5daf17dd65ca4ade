import { writeBvh } from "../../workers/formats/skeletons/write/bvh";
import { bvhExportDefaults } from "../../workers/model/files/export/skeleton-export";
import { UNWATCHED } from "../../workers/model/task";
import { hound } from "../samples/hound";
import { houndRig } from "../samples/hound-rig";
import type { TestFile } from "../studio-driver/files/fixtures";

/** The original skeleton and motion of the hound, as a BVH in centimetres, larger than the hound. */
export async function houndSkeleton(): Promise<TestFile> {
  const sequence = hound();
  const options = { ...bvhExportDefaults(sequence), unit: "cm" as const };
  const { bytes } = await writeBvh(sequence, houndRig(sequence, 1), options, UNWATCHED);
  return { path: "hound_rig.bvh", bytes };
}
