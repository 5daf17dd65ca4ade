import { mirrored, type VertexMirror } from "../../geometry/vertex-mirror";
import type { Parallel } from "../../kernels/parallel";
import { rigInFrames } from "../../model/mesh/some-frames";
import type { Bone, Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { areConnected } from "../../model/tree-of-parents";
import { doubledRig, doubledSequence } from "../mirror/doubled";
import { notSymmetric, restMirror } from "../mirror/rest-mirror";
import { namesBySide } from "../mirror/side-names";
import { type Symmetrised, symmetrise, symmetriseBytes } from "../mirror/symmetrise";
import { Deadline } from "../progress/deadline";
import { SolveLog } from "../progress/solve-log";
import { withoutIdleBones } from "../result/rig-assembly";
import type { EditContext, EditInput, EditPlan } from "./edit-context";
import { refuseEdit } from "./refusals";

/**
 * Makes bones pairs of mirror images with symmetric weights, and fits all of them again. The motion does not become
 * symmetric: a walk stays a walk. Bones that would move nothing are removed.
 * @throws SinewError if the mesh is not symmetric or something is locked.
 */
export function planMirror(
  { sequence, rig, locks, task }: EditContext,
  settings: EditInput["settings"],
  axis?: number,
): EditPlan {
  if (locks && (locks.bones.some(Boolean) || locks.vertices.some(Boolean))) {
    refuseEdit(
      "Parts of the rig are locked",
      "Mirroring changes all bones and weights. Unlock them, and try again.",
    );
  }
  const mirror = restMirror(sequence, axis);
  const asymmetry = notSymmetric(mirror);
  if (asymmetry) refuseEdit("The mesh has no left and right", `${asymmetry}. Choose a symmetric rest pose.`);
  const input = { sequence: doubledSequence(sequence, mirror), settings, intent: undefined, mirror };
  const size = { bones: rig.bones.length, influences: maxInfluences(rig.weights) };
  return {
    bones: rig.bones.length,
    bytes: (threads) => symmetriseBytes(input, size, threads),
    async run(parallel: Parallel) {
      const log = new SolveLog(new Deadline(task, null));
      log.enter("Symmetry");
      const found = await symmetrise(parallel, doubledRig(rig, mirror), input, task, log);
      const frames = Array.from({ length: sequence.frameCount }, (_, k) => k);
      const whole = rigInFrames({ ...found.rig, bones: bonesBySide(rig, found, mirror) }, frames);
      const used = new Set(whole.weights.bones);
      const origin = Int32Array.from(rig.bones.keys()).filter((j) => used.has(j));
      return { rig: withoutIdleBones(whole, null, false), origin };
    },
  };
}

/**
 * The bones with their old parents and with names for left and right. A joint moves to the mirror image of its partner.
 */
function bonesBySide({ bones }: Rig, found: Symmetrised, mirror: VertexMirror): Bone[] {
  const { rig, partner } = found;
  const names = namesBySide(found, mirror, bones);
  const connected = areConnected(bones);
  return bones.map(({ parent, head, axes }, j) => {
    const image = mirrored(bones[partner[j]].head, 0, mirror.axis, mirror.plane);
    const joint = head.map((x, c) => (x + image[c]) / 2) as Bone["head"];
    return { name: names[j], parent, head: connected ? joint : rig.bones[j].head, ...(axes && { axes }) };
  });
}
