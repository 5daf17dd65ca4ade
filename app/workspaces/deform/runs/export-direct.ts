import type { SolverClient } from "../../../../workers/client";
import { type DeformerKind, type DirectData, deformSourceOf } from "../../../../workers/model/deform";
import { download, safeFileName } from "../../../common/download";
import { formatBytes } from "../../../common/format";
import { usesDirect } from "../../../document/deform/prepared";
import { reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";

/** Number of floats per entry, by variant. */
const ENTRY_NUMBERS: Record<string, number> = { v0: 10, v1: 10, v2: 5, v3: 5, v4: 2, v5: 1 };
/** Bytes per vertex besides its entries: rest, centre and offset. v1 adds the patch; v5 has no centre. */
const vertexBytes = (variant: string) => 16 + (variant === "v5" ? 0 : 12) + (variant === "v1" ? 24 : 0);

/** The variant that a download for this deformer contains; the full model if the deformer is not a direct one. */
export function exportedKind(kind: DeformerKind): DeformerKind {
  return usesDirect(kind) && kind !== "dm" ? kind : "ddm-v0";
}

/** Size of the binary in bytes, which is nearly the whole download. */
export function directBytes(data: DirectData, kind: DeformerKind, triangleCorners: number): number {
  const variant = exportedKind(kind).slice(4, 6);
  const vertices = data.rest.length / 3;
  return (
    vertices * vertexBytes(variant) + data.psi.length * (2 + 4 * ENTRY_NUMBERS[variant]) + 4 * triangleCorners
  );
}

/** Downloads the data that the focused view's direct form poses from. */
export async function downloadDirect(
  stores: Stores,
  client: SolverClient,
  shown: DeformerKind,
): Promise<void> {
  const { sequence, rig, deform } = stores.document.getState();
  const { direct } = stores.prepared.getState();
  if (!sequence || !rig || !direct) return;
  const { origin, upAxis, metresPerUnit } = sequence;
  const name = safeFileName(sequence.name);
  const kind = exportedKind(shown);
  try {
    const input = { name, kind, source: deformSourceOf(sequence, rig), data: direct, settings: deform };
    const { json, bin } = await client.exportDirect({ ...input, origin, upAxis, metresPerUnit }).result;
    download(json, `${name}.ddm.json`, "application/json");
    download(bin, `${name}.ddm.bin`, "application/octet-stream");
    toast(stores, `Exported ${name}.ddm.json and .bin`, formatBytes(json.length + bin.length));
  } catch (error) {
    reportError(stores, error, "Exporting Direct Delta Mush");
  }
}
