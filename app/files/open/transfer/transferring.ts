import type { DroppedFile, RigBeside, SolverClient } from "../../../../workers/client";
import type { BoneMatches } from "../../../../workers/geometry/transfer/bone-matches";
import { transferredRig } from "../../../../workers/geometry/transfer/transferred-rig";
import type { Bone, Rig } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { Placement } from "../../../../workers/model/skeleton/fit/fit-alignment";
import type { TransferReport, TransferSettings } from "../../../../workers/model/weights/transfer";
import { serviceKey } from "../../../actions/service";
import { formatCount, plural } from "../../../common/format";
import type { Command, History } from "../../../document/history/history";
import { fittingDeform, overNewBones, patch } from "../../../document/patch";
import { closeDialog, openDialog } from "../../../document/session/dialogs";
import { isCancel, reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { watched } from "../../../document/session/watched";
import type { Stores } from "../../../document/stores";
import { changeable, tellHidden } from "../../../document/vertices/changeable";
import { givenRows } from "../../../document/weights/painting/given-rows";
import { changeWeights } from "../../../document/weights/painting/weight-painting";
import { lockedBones } from "../../../document/weights/weight-locks";

/** What the artist chose in the dialog. */
export interface TransferChoice {
  placement: Placement;
  matches: BoneMatches;
  /** The bones of the open rig; or the placed bones of the source, for a mesh without bones. */
  bones: readonly Bone[];
  settings: TransferSettings;
  /** The bones of the open rig that take weights, while the others share the rest; null for all. */
  onto: readonly number[] | null;
}

/** Transfers weights of other files to the open mesh. */
export interface Transferring {
  /**
   * Whether these files hold a rig whose weights the open mesh can take: one with a rig, or a still one that has
   * nothing to bind it to yet. If so, a dialog asks what to do.
   * @param instead opens the files.
   */
  offers(files: DroppedFile[], instead: () => void): Promise<boolean>;
  /** Reads a rig and asks how to transfer its weights. */
  open(files: DroppedFile[]): Promise<void>;
  transfer(beside: RigBeside, choice: TransferChoice): Promise<void>;
}

export const TRANSFERRING = serviceKey<Transferring>("transferring");

const mayHoldRig = ({ path }: DroppedFile): boolean => /\.(glb|gltf|fbx|sinew)$/i.test(path);

/** The message about a finished transfer. */
const wordsOf = ({ vertices, matched, inpainted, nearest }: TransferReport): string =>
  [
    `${formatCount(matched)} of ${plural(vertices, "vertex", "vertices")} matched`,
    inpainted > 0 && `${formatCount(inpainted)} filled in from around them`,
    nearest > 0 && `${formatCount(nearest)} took the nearest point`,
  ]
    .filter(Boolean)
    .join(", ")
    .concat(".");

export function createTransferring(stores: Stores, client: SolverClient, history: History): Transferring {
  const read = (files: DroppedFile[]) =>
    watched(stores, `Reading ${files[0].path}`, client.readRig({ files }), 200);

  async function offers(files: DroppedFile[], instead: () => void): Promise<boolean> {
    const { sequence, rig, skeleton } = stores.document.getState();
    const takes = rig ?? (sequence?.frameCount === 1 && !skeleton);
    const isPainting = stores.view.getState().workspace === "paint";
    if (!takes || !isPainting || !files.some(mayHoldRig)) return false;
    try {
      openDialog(stores, { kind: "transfer", beside: await read(files), instead });
      return true;
    } catch {
      // A file without a rig may still be a mesh or a skeleton. If not, opening it reports the fault.
      return false;
    }
  }

  return {
    offers,
    async open(files) {
      if (files.length === 0) return;
      closeDialog(stores);
      try {
        openDialog(stores, { kind: "transfer", beside: await read(files), instead: null });
      } catch (error) {
        if (!isCancel(error)) reportError(stores, error, `Reading ${files[0].path}`);
      }
    },
    async transfer({ sequence: from, rig: other }, { placement, matches, bones, settings, onto }) {
      const { sequence, rig } = stores.document.getState();
      if (!sequence) return;
      closeDialog(stores);
      try {
        const job = client.transferWeights({
          source: {
            rest: from.rest,
            solverIndex: from.solverIndex,
            triangles: from.triangles,
            uvs: from.uvs,
            weights: other.weights,
          },
          target: {
            rest: sequence.rest,
            solverIndex: sequence.solverIndex,
            triangles: sequence.triangles,
            uvs: sequence.uvs,
          },
          placement,
          bones: matches.bones,
          boneCount: bones.length,
          settings,
        });
        const { weights, report } = await watched(stores, "Transferring weights", job);
        const now = stores.document.getState();
        // Another mesh or rig was opened in the meantime.
        if (now.sequence !== sequence || now.rig?.bones !== rig?.bones) return;
        const command = now.rig
          ? ontoRig(stores, from.name, now.rig, weights, onto)
          : putRig(stores, from.name, transferredRig(bones, weights, sequence.rest));
        if (typeof command === "string") return toast(stores, "Nothing changed", command);
        history.run(command);
        toast(stores, `Weights from ${from.name}`, wordsOf(report));
      } catch (error) {
        if (!isCancel(error)) reportError(stores, error, "Transferring weights");
      }
    },
  };
}

/** A bone by its name, several by their number. */
export const bonesInWords = (bones: readonly Bone[], among: readonly number[]): string =>
  among.length === 1 ? bones[among[0]].name : plural(among.length, "bone");

/** Gives the open rig other weights, inside the mask. @returns a sentence if nothing changes. */
function ontoRig(
  stores: Stores,
  from: string,
  rig: Rig,
  weights: SparseWeights,
  only: readonly number[] | null,
): Command | string {
  const { vertices, hidden } = changeable(stores);
  tellHidden(stores, hidden);
  const rows = givenRows(rig.weights, weights, { locked: lockedBones(stores, rig.bones), vertices, only });
  return rows.vertices.length === 0
    ? "The rig already has these weights."
    : changeWeights(
        stores,
        `Transfer ${only ? `${bonesInWords(rig.bones, only)} of` : "weights from"} ${from}`,
        "imp",
        rows,
      );
}

/** Gives a mesh without bones the bones and weights of another rig. */
const putRig = (stores: Stores, from: string, rig: Rig): Command =>
  patch(stores, `Bones and weights from ${from}`, "imp", {
    rig,
    ...{ report: null, weightReport: null, skeletonReport: null, fitRecord: null, locks: null },
    ...overNewBones(stores, rig),
    ...fittingDeform(stores, rig.bones),
  });
