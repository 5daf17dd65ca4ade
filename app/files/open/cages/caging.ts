import type { DroppedFile, SolverClient } from "../../../../workers/client";
import type { ReadCage } from "../../../../workers/model/files/cage-source";
import { boundsOf } from "../../../../workers/model/mesh/mesh-sequence";
import { isFiled, type SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { CageShape } from "../../../../workers/model/reduce/reduce-report";
import type { CageCoordinates } from "../../../../workers/model/rig/cage";
import { serviceKey } from "../../../actions/service";
import { plural } from "../../../common/format";
import type { History } from "../../../document/history/history";
import { putCage } from "../../../document/reduce/cage-commands";
import { closeDialog, openDialog } from "../../../document/session/dialogs";
import { isCancel, reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { watched } from "../../../document/session/watched";
import type { Stores } from "../../../document/stores";

/** Puts cages around the open mesh. */
export interface Caging {
  /**
   * Whether these files are a cage for the open mesh: an OBJ with few vertices whose box contains the mesh. If so, a
   * dialog asks what to do.
   * @param asMesh opens them as a mesh.
   */
  offers(files: DroppedFile[], asMesh: () => void): Promise<boolean>;
  /** Reads a cage from files and asks how to bind it. */
  open(files: DroppedFile[]): Promise<void>;
  /** Binds the mesh to the cage of a file, or makes one with this many cells. */
  bind(from: ReadCage | number, coordinates: CageCoordinates): Promise<void>;
}

export const CAGING = serviceKey<Caging>("caging");

/** A cage has at most this share of the mesh's number of vertices. */
const COARSE = 0.5;

/** Whether a mesh is much coarser than the open one and its box contains it. */
function looksLikeCage({ positions }: CageShape, { rest, vertexCount }: SequenceMesh): boolean {
  const [cage, mesh] = [boundsOf(positions), boundsOf(rest)];
  const isAround = [0, 1, 2].every((c) => cage[c] <= mesh[c] && cage[c + 3] >= mesh[c + 3]);
  return isAround && positions.length / 3 <= COARSE * vertexCount;
}

export function createCaging(stores: Stores, client: SolverClient, history: History): Caging {
  const open = () => stores.document.getState().sequence;

  const read = (files: DroppedFile[], { origin, vertexCount }: SequenceMesh) =>
    watched(
      stores,
      `Reading ${files[0].path}`,
      client.readCage({ files, origin: [...origin], vertices: vertexCount }),
    );

  async function offers(files: DroppedFile[], asMesh: () => void): Promise<boolean> {
    const sequence = open();
    const meshes = files.filter(({ path }) => /\.obj$/i.test(path));
    const others = files.filter(({ path }) => !/\.(obj|dmat)$/i.test(path));
    if (!sequence || isFiled(sequence) || meshes.length !== 1 || others.length > 0) return false;
    try {
      const found = await read(files, sequence);
      if (!looksLikeCage(found.cage, sequence)) return false;
      openDialog(stores, { kind: "cage", read: found, asMesh });
      return true;
    } catch {
      // A file that is no valid cage may still be a mesh. If not, opening it reports the fault.
      return false;
    }
  }

  async function shapeFrom(from: ReadCage | number, sequence: SequenceMesh): Promise<CageShape> {
    if (typeof from !== "number") return from.cage;
    const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
    const input = { positions: sequence.rest, triangles, cells: from };
    return watched(stores, "Making a cage", client.makeCage(input), 100);
  }

  return {
    offers,
    async open(files) {
      const sequence = open();
      if (!sequence || files.length === 0) return;
      closeDialog(stores);
      try {
        openDialog(stores, { kind: "cage", read: await read(files, sequence), asMesh: null });
      } catch (error) {
        reportError(stores, error, `Reading ${files[0].path}`);
      }
    },
    async bind(from, coordinates) {
      const sequence = open();
      if (!sequence) return;
      closeDialog(stores);
      try {
        const cage = await shapeFrom(from, sequence);
        const weights = coordinates === "file" && typeof from !== "number" ? from.weights : null;
        const computed = coordinates === "file" ? "harmonic" : coordinates;
        const input = { sequence, cage, weights, coordinates: computed };
        const rig = await watched(stores, "Binding the mesh to its cage", client.bindCage(input));
        // Another mesh was opened in the meantime.
        if (open() !== sequence) return;
        history.run(putCage(stores, rig, `Cage of ${plural(rig.bones.length, "vertex", "vertices")}`));
        toast(
          stores,
          `Cage of ${plural(rig.bones.length, "vertex", "vertices")}`,
          "Drag its corners in the Deform workspace. Reductions keep at least eight influences per vertex.",
        );
      } catch (error) {
        if (!isCancel(error)) reportError(stores, error, "Making the cage");
      }
    },
  };
}
