import type { TestFile } from "../../tools/studio-driver/files/fixtures";
import { writeProject } from "../../workers/formats/project/write";
import { transferredRig } from "../../workers/geometry/transfer/transferred-rig";
import { LOBED_BONES, lobedBody, lobedSequence, lobedWeights } from "../../workers/testing/lobed-body";

/** A rigged body as a project. The slide makes its two sides different topologies. */
export function lobedProject(name: string, steps: number, slide: number): TestFile {
  const body = lobedBody({ steps, slide });
  const sequence = lobedSequence(name, body);
  const rig = transferredRig(LOBED_BONES, lobedWeights(body.rest), sequence.rest);
  return { path: `${name}.sinew`, bytes: writeProject({ sequence, rig, report: null }) };
}
